// The attitude of a recording in C: reads a file, prints the last quaternion and the path's length.
//
//   cc main.c $(pkg-config --cflags --libs inertial) -o example
//   ./example recording.csv
#include <stdio.h>
#include <stdlib.h>

#include "inertial.h"

static double *rows(size_t count, size_t width) {
  return malloc((count ? count : 1) * width * sizeof(double));
}

static int fail(const inertial_error *error) {
  fprintf(stderr, "Error: %s\n", error->message);
  return error->status;
}

/* The number after "samples":[{"count": in the description: the rows of the first recording. */
static size_t first_count(const char *json) {
  const char *key = "\"samples\":[{\"count\":";
  for (const char *place = json; *place; place++) {
    size_t length = 0;
    while (key[length] && place[length] == key[length]) length++;
    if (!key[length]) return strtoul(place + length, NULL, 10);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "Usage: %s RECORDING\n", argv[0]);
    return INERTIAL_WRONG_USE;
  }
  inertial_error error;
  inertial_recordings *recordings = NULL;
  if (inertial_read(argv[1], NULL, &recordings, &error)) return fail(&error);
  char *description = NULL;
  if (inertial_recordings_describe(recordings, &description, &error)) return fail(&error);
  size_t count = first_count(description);
  inertial_string_free(description);

  inertial_samples samples = {
      count, rows(count, 1), rows(count, 3), rows(count, 3), rows(count, 3), NULL, 1};
  if (inertial_recordings_samples(recordings, 0, &samples, &error)) return fail(&error);
  inertial_recordings_free(recordings);

  inertial_motions motion = {
      count, rows(count, 1), rows(count, 4), rows(count, 3), NULL, rows(count, 3), NULL, NULL,
      NULL, rows(count, 1), NULL, rows(count, 3)};
  char *report = NULL;
  if (inertial_orientation(&samples, NULL, &motion, &report, &error)) return fail(&error);
  printf("report %s\n", report);
  inertial_string_free(report);
  if (motion.count > 0) {
    const double *q = motion.attitudes + 4 * (motion.count - 1);
    printf("attitude %.17g %.17g %.17g %.17g\n", q[0], q[1], q[2], q[3]);
  }

  inertial_points path = {count, NULL, rows(count, 3), NULL, NULL, NULL, NULL};
  if (inertial_track(&motion, NULL, 2, 0, &path, NULL, &error)) return fail(&error);
  if (path.count > 0) {
    const double *end = path.positions + 3 * (path.count - 1);
    printf("end %.17g %.17g %.17g\n", end[0], end[1], end[2]);
  }

  free(samples.times);
  free(samples.rotation_rates);
  free(samples.accelerations);
  free(samples.magnetic_fields);
  free(motion.times);
  free(motion.attitudes);
  free(motion.rotation_rates);
  free(motion.user_accelerations);
  free(motion.inclination_deviations);
  free(motion.bias_deviations);
  free(path.positions);
  return INERTIAL_OK;
}
