#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char letters[] = {
#embed "letters.txt"
};
inertial_resource inertial_letter_shapes(void) {
  return (inertial_resource){"letters.txt", letters, sizeof letters};
}
