#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char rotations[] = {
#embed "rotations.txt"
};
inertial_resource inertial_reference_rotations(void) {
  return (inertial_resource){"rotations.txt", rotations, sizeof rotations};
}
