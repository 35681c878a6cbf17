// Files in the program, by `#embed`. A linker that removes unused sections keeps only those that are used.
#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A file: its name and its bytes, which live as long as the program.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} inertial_resource;

// The built-in models.
inertial_resource inertial_model_letters_strokes(void);
inertial_resource inertial_model_letters_motions(void);
inertial_resource inertial_model_letters_zones(void);
inertial_resource inertial_model_digits_strokes(void);
inertial_resource inertial_model_lowercase_strokes(void);
inertial_resource inertial_model_characters_strokes(void);
inertial_resource inertial_model_symbols_strokes(void);
inertial_resource inertial_model_hand_gestures(void);

// The shapes of the simulated letters.
inertial_resource inertial_letter_shapes(void);

// Nearest rotations and chordal means with reference answers.
inertial_resource inertial_reference_rotations(void);

// The styles of reports and the script of their plots.
const inertial_resource *inertial_report_files(size_t *count);

// The files of the studio's page.
const inertial_resource *inertial_page_files(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
