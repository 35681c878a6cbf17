#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char letters_strokes[] = {
#embed "Models/letters-strokes.model"
};
inertial_resource inertial_model_letters_strokes(void) {
  return (inertial_resource){"letters-strokes.model", letters_strokes, sizeof letters_strokes};
}

static const unsigned char letters_motions[] = {
#embed "Models/letters-motions.model"
};
inertial_resource inertial_model_letters_motions(void) {
  return (inertial_resource){"letters-motions.model", letters_motions, sizeof letters_motions};
}

static const unsigned char letters_zones[] = {
#embed "Models/letters-zones.model"
};
inertial_resource inertial_model_letters_zones(void) {
  return (inertial_resource){"letters-zones.model", letters_zones, sizeof letters_zones};
}

static const unsigned char digits_strokes[] = {
#embed "Models/digits-strokes.model"
};
inertial_resource inertial_model_digits_strokes(void) {
  return (inertial_resource){"digits-strokes.model", digits_strokes, sizeof digits_strokes};
}

static const unsigned char lowercase_strokes[] = {
#embed "Models/lowercase-strokes.model"
};
inertial_resource inertial_model_lowercase_strokes(void) {
  return (inertial_resource){"lowercase-strokes.model", lowercase_strokes, sizeof lowercase_strokes};
}

static const unsigned char characters_strokes[] = {
#embed "Models/characters-strokes.model"
};
inertial_resource inertial_model_characters_strokes(void) {
  return (inertial_resource){"characters-strokes.model", characters_strokes, sizeof characters_strokes};
}

static const unsigned char symbols_strokes[] = {
#embed "Models/symbols-strokes.model"
};
inertial_resource inertial_model_symbols_strokes(void) {
  return (inertial_resource){"symbols-strokes.model", symbols_strokes, sizeof symbols_strokes};
}

static const unsigned char hand_gestures[] = {
#embed "Models/hand-gestures.model"
};
inertial_resource inertial_model_hand_gestures(void) {
  return (inertial_resource){"hand-gestures.model", hand_gestures, sizeof hand_gestures};
}
