#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char letters_strokes[] = {
#embed "Models/letters-strokes.json"
};
inertial_resource inertial_model_letters_strokes(void) {
  return (inertial_resource){"letters-strokes.json", letters_strokes, sizeof letters_strokes};
}

static const unsigned char letters_motions[] = {
#embed "Models/letters-motions.json"
};
inertial_resource inertial_model_letters_motions(void) {
  return (inertial_resource){"letters-motions.json", letters_motions, sizeof letters_motions};
}

static const unsigned char letters_zones[] = {
#embed "Models/letters-zones.json"
};
inertial_resource inertial_model_letters_zones(void) {
  return (inertial_resource){"letters-zones.json", letters_zones, sizeof letters_zones};
}

static const unsigned char digits_strokes[] = {
#embed "Models/digits-strokes.json"
};
inertial_resource inertial_model_digits_strokes(void) {
  return (inertial_resource){"digits-strokes.json", digits_strokes, sizeof digits_strokes};
}

static const unsigned char lowercase_strokes[] = {
#embed "Models/lowercase-strokes.json"
};
inertial_resource inertial_model_lowercase_strokes(void) {
  return (inertial_resource){"lowercase-strokes.json", lowercase_strokes, sizeof lowercase_strokes};
}

static const unsigned char characters_strokes[] = {
#embed "Models/characters-strokes.json"
};
inertial_resource inertial_model_characters_strokes(void) {
  return (inertial_resource){"characters-strokes.json", characters_strokes, sizeof characters_strokes};
}

static const unsigned char symbols_strokes[] = {
#embed "Models/symbols-strokes.json"
};
inertial_resource inertial_model_symbols_strokes(void) {
  return (inertial_resource){"symbols-strokes.json", symbols_strokes, sizeof symbols_strokes};
}

static const unsigned char hand_gestures[] = {
#embed "Models/hand-gestures.json"
};
inertial_resource inertial_model_hand_gestures(void) {
  return (inertial_resource){"hand-gestures.json", hand_gestures, sizeof hand_gestures};
}
