/* libinertial: orientation, path and gestures from inertial sensors.
 *
 * Units: seconds, rad/s, g, m, m/s, uT. Quaternions are Hamilton, x, y, z, w, and map the device
 * frame to the reference frame, whose z axis points up. A shape [n][3] is n rows of 3 doubles,
 * one after the other. NaN in all components of a row means that there is no value.
 *
 * Memory: the caller owns every array. An output array may be NULL: it is then not written. Handles
 * are opaque and freed by their own function, strings by inertial_string_free.
 *
 * Errors: a function that can fail returns INERTIAL_OK or another status, and then writes the status
 * and a message to `error`, which may be NULL. Invalid data never ends the process.
 *
 * Threads: there is no global state. Different handles may be used at the same time; one handle that
 * changes (inertial_filter, inertial_estimator, inertial_path, inertial_session) by one thread at a
 * time.
 */
#ifndef INERTIAL_H
#define INERTIAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INERTIAL_VERSION "0.1.0"

/* The version of the library, such as "0.1.0": that of the header it was compiled with. */
const char *inertial_version(void);

/* -- Errors ---------------------------------------------------------------------------------- */

/* Statuses: those of the tool `inertial`, which follow sysexits.h. */
enum {
  INERTIAL_OK = 0,
  INERTIAL_WRONG_USE = 64,     /* an argument outside its range */
  INERTIAL_BAD_DATA = 65,      /* invalid contents of a file, or invalid rotations */
  INERTIAL_NO_INPUT = 66,      /* a file that does not exist or cannot be read */
  INERTIAL_INTERNAL = 70,      /* an error of the library */
  INERTIAL_CANNOT_CREATE = 73, /* a file that cannot be created */
  INERTIAL_WRITE_FAILED = 74   /* a file that cannot be written to its end */
};

/* The last error of a call. */
typedef struct {
  int32_t status;
  char message[3068]; /* UTF-8, at most 3067 bytes and a zero */
  char columns[1024]; /* of a table in no known format: the proposed inertial_reading_options.columns,
                         with UNIT and RATE for what is open; otherwise empty */
} inertial_error;

/* Frees a string returned by the library; NULL is allowed. */
void inertial_string_free(char *string);

/* -- Samples, motion, paths -------------------------------------------------------------------- */

/* `acceleration_scale` of accelerometers that read specific force in m/s^2: +9.81 on z face up. */
#define INERTIAL_SPECIFIC_FORCE (-1 / 9.80665)
/* `acceleration_scale` of Core Motion's convention, in g: -1 on z face up. */
#define INERTIAL_CORE_MOTION 1.0

/* Raw sensor samples in the order of time. */
typedef struct {
  size_t count;
  double *times;             /* [count], s */
  double *rotation_rates;    /* [count][3], rad/s, bias included; or NULL */
  double *accelerations;     /* [count][3], see acceleration_scale; or NULL */
  double *magnetic_fields;   /* [count][3], uT, uncalibrated; or NULL */
  double *touches;           /* [count], 1 while the screen is touched, 0 otherwise; or NULL */
  double acceleration_scale; /* the factor to g with Core Motion's sign; required, not 0 */
} inertial_samples;

/* Device motion: attitude, and the accelerometer's reading split into gravity and the rest. */
typedef struct {
  size_t count;
  double *times;              /* [count], s */
  double *attitudes;          /* [count][4], unit quaternions */
  double *rotation_rates;     /* [count][3], rad/s, bias removed */
  double *gravities;          /* [count][3], g, device frame; as input NULL is that of attitudes */
  double *user_accelerations; /* [count][3], g, device frame, Core Motion's sign */
  double *magnetic_fields;    /* [count][3], uT, calibrated */
  double *headings;           /* [count], degrees clockwise from north */
  double *touches;            /* [count], 1 or 0 */
  double *inclination_deviations; /* [count], rad, standard deviation of the vertical */
  double *heading_deviations;     /* [count], rad, from north, otherwise since the start */
  double *bias_deviations;        /* [count][3], rad/s, of the gyroscope bias, device frame */
} inertial_motions;

/* A path in the reference frame. */
typedef struct {
  size_t count;
  double *times;                /* [count], s */
  double *positions;            /* [count][3], m from the start */
  double *velocities;           /* [count][3], m/s */
  double *attitudes;            /* [count][4] */
  double *stationary;           /* [count], 1 in stationary phases, 0 otherwise */
  double *position_deviations;  /* [count], m: standard deviations over all three axes */
} inertial_points;

/* Reference poses of a recording, for example from an optical system. */
typedef struct {
  size_t count;
  double *times;     /* [count], s */
  double *attitudes; /* [count][4] */
  double *positions; /* [count][3], m */
  double *scored;    /* [count], 1 where the protocol of the data set counts errors, 0 otherwise */
} inertial_poses;

/* A gesture on a plane, of one or more strokes: origin top left, y down, any unit. */
typedef struct {
  size_t count;
  double *times;   /* [count], s */
  double *points;  /* [count][2] */
  double *strokes; /* [count], the index of the stroke, from 0; as input NULL is one stroke */
} inertial_stroke;

/* -- Rotations --------------------------------------------------------------------------------- */

/* The rotations nearest to `count` matrices in the Frobenius norm; never reflections.
 *
 *   matrices     [count][3][3], row-major
 *   rotations    [count][3][3], row-major
 *   quaternions  [count][4]
 *   gaps         [count], how well each is determined: an error E of the matrix turns the rotation
 *                by at most sqrt(2) norm(E) / gap radians to first order, with the Frobenius norm
 *   unique       [count], 1 where no other rotation is as near, otherwise 0
 *
 * INERTIAL_BAD_DATA: a matrix is not finite. */
int32_t inertial_nearest_rotations(size_t count, const double *matrices, double *rotations,
                                   double *quaternions, double *gaps, double *unique,
                                   inertial_error *error);

/* An average of rotations. */
typedef struct {
  double quaternion[4];
  double spread; /* the root mean square angle to the average, in rad */
  double gap;    /* from 0 to 2: how well the average is determined */
  double unique; /* 1 if no other rotation is as good an average, otherwise 0 */
} inertial_average;

/* The average of `count` rotations.
 *
 *   quaternions  [count][4], of any positive length and either sign
 *   weights      [count], or NULL for equal weights
 *   method       "chordal-l2" (also NULL), "geodesic-l2", "geodesic-l1", "chordal-l1" or "robust"
 *
 * INERTIAL_BAD_DATA: no rotation, or an invalid rotation or weight. */
int32_t inertial_mean_rotation(size_t count, const double *quaternions, const double *weights,
                               const char *method, inertial_average *average,
                               inertial_error *error);

/* A path through rotations. */
typedef struct inertial_rotation_path inertial_rotation_path;

/* Prepares a path through `count` rotations.
 *
 *   kind         "slerp" (also NULL): constant rate between keys; "spline": continuous rate and
 *                acceleration; "monotone": continuous rate, without overshoot
 *   times        [count], increasing, at least two
 *   quaternions  [count][4], of any positive length and either sign
 *   outside      "clamped" or "extrapolated": the path before the first and after the last key;
 *                NULL: such times are an error
 *
 * INERTIAL_BAD_DATA: invalid keys. */
int32_t inertial_rotation_path_new(const char *kind, size_t count, const double *times,
                                   const double *quaternions, const char *outside,
                                   inertial_rotation_path **path, inertial_error *error);
void inertial_rotation_path_free(inertial_rotation_path *path);

/* Writes the rotations [count][4] at times [count]. INERTIAL_WRONG_USE: a time outside the keys. */
int32_t inertial_rotation_path_at(const inertial_rotation_path *path, size_t count,
                                  const double *times, double *quaternions, inertial_error *error);

/* -- Orientation and path of a recording -------------------------------------------------------- */

/* Options of inertial_orientation; NULL is INERTIAL_ORIENTATION_DEFAULTS. */
typedef struct {
  int32_t uses_magnetometer; /* 0: the heading is arbitrary */
  int32_t is_offline;        /* 1: smoothed by a forward and a backward pass */
  int32_t skips_startup;     /* 0: keep the start-up transient of the sensors */
  int32_t points_east;       /* 1: with a magnetometer x points east (ENU), otherwise north */
  size_t block_size;         /* average blocks of this many samples; 1 keeps the samples */
} inertial_orientation_options;

#define INERTIAL_ORIENTATION_DEFAULTS {1, 0, 1, 0, 1}

/* Estimates the motion of a recording, as `inertial orientation` does.
 *
 *   samples  the recording
 *   motion   arrays for samples->count rows; `count` is set to the number of rows written
 *   report   JSON: samples, startupSamples, pointsNorth, timeToNorth (s), faults, findings;
 *            or NULL */
int32_t inertial_orientation(const inertial_samples *samples,
                             const inertial_orientation_options *options, inertial_motions *motion,
                             char **report, inertial_error *error);

/* Estimates the path of a device, as `inertial track` does.
 *
 *   motion         device motion; magnetic_fields and headings are not used. With the
 *                  inclination_deviations and bias_deviations of inertial_orientation, vertical
 *                  and gyroscope bias count as known within these; without them within 1 degree
 *                  and 0.005 rad/s
 *   method         "navigator" (also NULL), "rest", "gesture", "exponential-damping",
 *                  "constant-deceleration", "zero-end-velocity" or "none"
 *   damping_rate   the rate of exponential damping, in 1/s; the tool's default is 2
 *   skips_startup  1: leave out the start-up transient of recorded motion, as the tool does;
 *                  0: of motion by inertial_orientation
 *   points         arrays for motion->count rows; `count` is set to the number of rows written
 *   report         JSON: length, loopClosureError, stationaryPhases, startupSamples, faults,
 *                  findings; or NULL */
int32_t inertial_track(const inertial_motions *motion, const char *method, double damping_rate,
                       int32_t skips_startup, inertial_points *points, char **report,
                       inertial_error *error);

/* -- Sample by sample --------------------------------------------------------------------------- */

/* The orientation filter alone: no calibration of the magnetometer, no start-up detection. */
typedef struct inertial_filter inertial_filter;

/* Options of inertial_filter; NULL is INERTIAL_FILTER_DEFAULTS. */
typedef struct {
  int32_t uses_magnetometer;
  double velocity_scale; /* factor of the velocity's deviation: larger follows the gyroscope for
                            longer; 0: the default, 1 */
  double largest_bias;   /* rad/s, of the gyroscope; 0: the default */
} inertial_filter_options;

#define INERTIAL_FILTER_DEFAULTS {1, 0, 0}

/* The estimates of a filter. */
typedef struct {
  double attitude[4];       /* x points to magnetic north once north is estimated */
  double level_attitude[4]; /* without the magnetometer: the heading is arbitrary */
  double integrated_attitude[4]; /* of the gyroscope alone, the identity at the start */
  double rotation_rate[3];  /* rad/s, bias removed */
  double bias[3];           /* of the gyroscope, rad/s */
  double bias_deviation;    /* the largest standard deviation of a component, rad/s */
  double inclination_deviation; /* rad */
  double heading_deviation;     /* rad */
  int32_t has_attitude;     /* 0 before the first accelerometer reading: attitudes are NaN */
  int32_t is_north_known;
  int32_t is_stationary;
  int32_t is_field_disturbed;
} inertial_estimates;

/* A filter in its initial state. INERTIAL_WRONG_USE: a bound is negative or not finite. */
int32_t inertial_filter_new(const inertial_filter_options *options, inertial_filter **filter,
                            inertial_error *error);
void inertial_filter_free(inertial_filter *filter);

/* Takes readings at `time`: rates in rad/s, specific force in g with Core Motion's sign, field in
 * uT; a sensor without a reading is NULL. Invalid readings are left out. */
void inertial_filter_update(inertial_filter *filter, double time, const double *rotation_rate,
                            const double *acceleration, const double *magnetic_field);

/* The estimates after the last sample. */
void inertial_filter_estimates(const inertial_filter *filter, inertial_estimates *estimates);

/* Takes samples, and writes the estimates after each one to estimates[samples->count]. */
int32_t inertial_filter_run(inertial_filter *filter, const inertial_samples *samples,
                            inertial_estimates *estimates, inertial_error *error);

/* The estimates of the whole recording by a forward and a backward pass, to
 * estimates[samples->count]. Deviations, stationary phases and disturbed fields are those of the
 * forward pass. */
int32_t inertial_filter_smooth(const inertial_filter_options *options,
                               const inertial_samples *samples, inertial_estimates *estimates,
                               inertial_error *error);

/* The whole estimator of device motion: start-up detection, calibration of the magnetometer,
 * orientation filter, gravity. */
typedef struct inertial_estimator inertial_estimator;

/* One sample of device motion, as in inertial_motions. */
typedef struct {
  double time;
  double attitude[4];
  double rotation_rate[3];
  double gravity[3];
  double user_acceleration[3];
  double magnetic_field[3];
  double heading;
  double inclination_deviation; /* NaN: not known */
  double heading_deviation;
  double bias_deviation[3];
} inertial_motion;

/* An estimator in its initial state.
 *
 *   frame  "xArbitraryZVertical" (also NULL), "xArbitraryCorrectedZVertical" or
 *          "xMagneticNorthZVertical" */
int32_t inertial_estimator_new(const char *frame, inertial_estimator **estimator,
                               inertial_error *error);
void inertial_estimator_free(inertial_estimator *estimator);

/* Takes readings as inertial_filter_update does, and writes the motion at `time`.
 *
 * Returns 1, or 0 where there is no motion: without a valid accelerometer reading, and before north
 * is found in a frame that points north. */
int32_t inertial_estimator_update(inertial_estimator *estimator, double time,
                                  const double *rotation_rate, const double *acceleration,
                                  const double *magnetic_field, inertial_motion *motion);

/* The path of a device, sample by sample. */
typedef struct inertial_path inertial_path;

/* A path that starts at the origin; parameters as in inertial_track. */
int32_t inertial_path_new(const char *method, double damping_rate, inertial_path **path,
                          inertial_error *error);
void inertial_path_free(inertial_path *path);

/* Takes the next motion, and writes position[3] in m and velocity[3] in m/s; either may be NULL.
 * Returns 1, or 0 for a motion that is left out. */
int32_t inertial_path_update(inertial_path *path, const inertial_motion *motion, double *position,
                             double *velocity);

/* Writes up to `capacity` rows of the path since its start, revisions included, and sets
 * points->count to their number; with `finish` the last revision is made first. */
int32_t inertial_path_points(inertial_path *path, int32_t finish, size_t capacity,
                             inertial_points *points, inertial_error *error);

/* -- Recordings --------------------------------------------------------------------------------- */

/* The recordings of a file or folder. */
typedef struct inertial_recordings inertial_recordings;

/* Options of inertial_read; NULL has all zero. */
typedef struct {
  const char *format;       /* the name of a format; NULL: recognised by the header */
  const char *platform;     /* "ios" or "android", which sets the accelerometer's sign; or NULL */
  int32_t skips_bad_samples; /* 1: leave out damaged samples, with a warning */
  const char *units;        /* such as "deg/s,m/s2"; or NULL */
  const char *axes;         /* the device's axes by the sensors' axes, such as "+y,-x,+z"; or NULL */
  const char *mount;        /* pitch, roll, yaw in degrees, or a quaternion x,y,z,w; or NULL */
  const char *columns;      /* such as "time=t [ms], gyro=gx gy gz [deg/s]"; or NULL */
  const char *recording;    /* the one to read of several: its name, or the end after # or /; or NULL */
} inertial_reading_options;

/* Reads a file, folder or zip archive of any supported format.
 *
 * INERTIAL_NO_INPUT: it cannot be read. INERTIAL_BAD_DATA: its contents are invalid. */
int32_t inertial_read(const char *path, const inertial_reading_options *options,
                      inertial_recordings **recordings, inertial_error *error);

/* No recordings, for the functions that add some. */
inertial_recordings *inertial_recordings_new(void);
void inertial_recordings_free(inertial_recordings *recordings);

/* JSON: format, referenceHeading ("north", "east" or "unknown"), warnings, and for each kind
 * (samples, motions, strokes, poses) an array of name, label, user, count. */
int32_t inertial_recordings_describe(const inertial_recordings *recordings, char **json,
                                     inertial_error *error);

/* Copies the recording at `index` of its kind to arrays for its whole count, as described.
 * Accelerations are in g with Core Motion's sign: acceleration_scale is set to 1. */
int32_t inertial_recordings_samples(const inertial_recordings *recordings, size_t index,
                                    inertial_samples *samples, inertial_error *error);
int32_t inertial_recordings_motions(const inertial_recordings *recordings, size_t index,
                                    inertial_motions *motion, inertial_error *error);
int32_t inertial_recordings_stroke(const inertial_recordings *recordings, size_t index,
                                   inertial_stroke *stroke, inertial_error *error);
int32_t inertial_recordings_poses(const inertial_recordings *recordings, size_t index,
                                  inertial_poses *poses, inertial_error *error);

/* Adds a recording; `name` may be NULL. */
int32_t inertial_recordings_add_samples(inertial_recordings *recordings, const char *name,
                                        const inertial_samples *samples, inertial_error *error);
int32_t inertial_recordings_add_motions(inertial_recordings *recordings, const char *name,
                                        const inertial_motions *motion, inertial_error *error);
int32_t inertial_recordings_add_stroke(inertial_recordings *recordings, const char *name,
                                       const inertial_stroke *stroke, inertial_error *error);
int32_t inertial_recordings_add_poses(inertial_recordings *recordings, const char *name,
                                      const inertial_poses *poses, inertial_error *error);

/* Sets the label and the user, or removes them (NULL), of the recording at `index` of its kind:
 * "samples", "motions", "strokes" or "poses". */
int32_t inertial_recordings_label(inertial_recordings *recordings, const char *kind, size_t index,
                                  const char *label, const char *user, inertial_error *error);

/* Writes recordings to a file or folder in a format, as `inertial convert` does. */
int32_t inertial_write(const inertial_recordings *recordings, const char *format, const char *path,
                       inertial_error *error);

/* -- Gestures ----------------------------------------------------------------------------------- */

/* A recogniser of gestures. */
typedef struct inertial_recognizer inertial_recognizer;

/* The recogniser with the model in the file at `model`, made by `inertial train`; NULL: that of the
 * capital letters A to Z, on a screen and in the air. */
int32_t inertial_recognizer_new(const char *model, inertial_recognizer **recognizer,
                                inertial_error *error);

/* The models of the library, as a JSON array of objects with `name`, `title`, `reads`, `input`
 * (screen, air or both), `spellsWords` and `bytes`. */
int32_t inertial_built_in_models(char **json, inertial_error *error);

/* The recogniser with a model of the library, such as "letters". */
int32_t inertial_recognizer_built_in(const char *name, inertial_recognizer **recognizer,
                                     inertial_error *error);
void inertial_recognizer_free(inertial_recognizer *recognizer);

/* The words that letters are decoded to. */
typedef struct inertial_lexicon inertial_lexicon;

/* The words in the file at `path`, one a line; NULL: in /usr/share/dict/words. */
int32_t inertial_lexicon_new(const char *path, inertial_lexicon **lexicon, inertial_error *error);
void inertial_lexicon_free(inertial_lexicon *lexicon);

/* Recognises the gestures of recordings, as `inertial recognize` does.
 *
 *   is_whole  1: a recording without a touch is one gesture
 *   json      text, and gestures: recording, label, score, confidence, alternatives, isGesture,
 *             reason, samples, seconds, start, end */
int32_t inertial_recognize(const inertial_recognizer *recognizer,
                           const inertial_recordings *recordings, int32_t is_whole, char **json,
                           inertial_error *error);

/* The same, and words: text, confidence, isInLexicon, letters, alternatives, start, end.
 *
 * INERTIAL_WRONG_USE: the model has other labels than letters. */
int32_t inertial_recognize_words(const inertial_recognizer *recognizer,
                                 const inertial_recordings *recordings, int32_t is_whole,
                                 const inertial_lexicon *lexicon, char **json,
                                 inertial_error *error);

/* -- Simulation, inspection and training --------------------------------------------------------- */

/* Simulates a text by a synthetic writer, as `inertial simulate` does: raw samples with sensor
 * errors, a touch and the true poses; or true motion, or strokes.
 *
 *   vocabulary  "letters", "digits", "lowercase", "characters", "symbols" or "gestures"; NULL: letters
 *   kind        "sensors", "motion" or "strokes"; NULL: sensors */
int32_t inertial_simulate(const char *text, const char *vocabulary, const char *kind,
                          uint64_t writer, uint64_t seed, inertial_recordings **recordings,
                          inertial_error *error);

/* Describes a file, as the JSON of `inertial inspect`; `options` may be NULL. */
int32_t inertial_inspect(const char *path, const inertial_reading_options *options, char **json,
                         inertial_error *error);

/* Trains a recogniser on labelled recordings, as `inertial train` does.
 *
 *   classifier  a name of `inertial help train`; NULL: chosen by the kind of recordings
 *   json        labels, examples, trainingAccuracy and more, as of `inertial train`; may be NULL
 *
 * INERTIAL_BAD_DATA: too few labels or examples. */
int32_t inertial_train(const inertial_recordings *examples, const char *classifier, uint64_t seed,
                       inertial_recognizer **recognizer, char **json, inertial_error *error);

/* Evaluates a classifier on unseen examples, as the JSON of `inertial evaluate`.
 *
 *   protocol  "user-dependent", "mixed" or "leave-one-user-out"; NULL: leave-one-user-out */
int32_t inertial_evaluate(const inertial_recordings *examples, const char *protocol,
                          const char *classifier, uint64_t seed, char **json,
                          inertial_error *error);

/* Writes the model of a trained recogniser to a file, for inertial_recognizer_new and the tool. */
int32_t inertial_recognizer_write(const inertial_recognizer *recognizer, const char *path,
                                  inertial_error *error);

/* -- Gestures sample by sample ------------------------------------------------------------------ */

/* What is written, as it is written: from raw samples, or from the points of strokes. */
typedef struct inertial_session inertial_session;

/* A gesture of a session. */
typedef struct {
  double start;       /* the time of the first sample, s */
  double end;         /* the time of the last sample, s */
  double score;       /* of the best label; NaN without a recognition */
  double confidence;  /* of the best label, from 0 to 1; NaN without a recognition */
  char label[64];     /* the accepted label, at most 63 bytes and a zero; "": rejected */
} inertial_gesture;

/* A session at the start of a stream; the recogniser and the lexicon are copied.
 *
 *   lexicon  for words in inertial_session_take; or NULL
 *   pause    the longest pause between two strokes of one gesture, in s; the tool's default is 0.6
 *
 * INERTIAL_WRONG_USE: a pause that is not 0 or more, or words of a model with other labels than
 * letters. */
int32_t inertial_session_new(const inertial_recognizer *recognizer,
                             const inertial_lexicon *lexicon, double pause,
                             inertial_session **session, inertial_error *error);
void inertial_session_free(inertial_session *session);

/* Takes readings as inertial_filter_update does.
 *
 *   touch  1 while the screen is touched or the button held, 0 otherwise, -1 without a touch:
 *          gestures are then spotted
 *
 * This, inertial_session_point, _advance and _finish return the number of gestures that wait for
 * inertial_session_next or inertial_session_take. */
int32_t inertial_session_update(inertial_session *session, double time,
                                const double *rotation_rate, const double *acceleration,
                                const double *magnetic_field, int32_t touch);

/* Takes the samples of arrays, as inertial_session_update takes one. */
int32_t inertial_session_run(inertial_session *session, const inertial_samples *samples,
                             inertial_error *error);

/* Takes a point of a stroke: y down; `is_touching` 0 at the first point after the stroke. */
int32_t inertial_session_point(inertial_session *session, double time, double x, double y,
                               int32_t is_touching);

/* Advances the time: ends the pause of strokes, and words after 5 s without a gesture. */
int32_t inertial_session_advance(inertial_session *session, double time);

/* Ends the stream: what is in progress is recognised. */
int32_t inertial_session_finish(inertial_session *session);

/* Takes the next gesture that waits. Returns 1, or 0 without one. */
int32_t inertial_session_next(inertial_session *session, inertial_gesture *gesture);

/* Takes all gestures and words that wait, as the JSON of inertial_recognize_words. */
int32_t inertial_session_take(inertial_session *session, char **json, inertial_error *error);

#ifdef __cplusplus
}
#endif

#endif
