// Sample-by-sample estimation for Python: the types of inertial._stream.
//
// ctypes costs 0.5 us a call and 1 us an array; here an array costs 0.1 us. Stable ABI of Python
// 3.11, so that one binary serves every later version.
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdio.h>
#include <string.h>

#include "inertial.h"

// MARK: Arguments

// Copies three numbers of an array, or of another sequence, times `scale`.
static int read_vector(PyObject *object, const char *name, double scale, double *result) {
  if (!PyTuple_CheckExact(object) && !PyList_CheckExact(object) && PyObject_CheckBuffer(object)) {
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_FORMAT | PyBUF_STRIDES) == 0) {
      int is_plain = view.ndim == 1 && view.shape[0] == 3 && view.itemsize == sizeof(double) &&
                     view.format && strcmp(view.format, "d") == 0;
      if (is_plain) {
        const char *place = view.buf;
        for (int axis = 0; axis < 3; axis++, place += view.strides[0]) {
          double value;
          memcpy(&value, place, sizeof value);
          result[axis] = value * scale;
        }
      }
      PyBuffer_Release(&view);
      if (is_plain) return 0;
    } else {
      PyErr_Clear();
    }
  }
  if (!PySequence_Check(object) || PySequence_Size(object) != 3) {
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "%s: expected 3 numbers, got %R", name, object);
    return -1;
  }
  for (Py_ssize_t axis = 0; axis < 3; axis++) {
    PyObject *item = PySequence_GetItem(object, axis);
    if (!item) return -1;
    double value = PyFloat_AsDouble(item);
    Py_DECREF(item);
    if (value == -1 && PyErr_Occurred()) {
      PyErr_Clear();
      PyErr_Format(PyExc_ValueError, "%s: expected 3 numbers, got %R", name, object);
      return -1;
    }
    result[axis] = value * scale;
  }
  return 0;
}

// An optional vector: NULL for None.
static int read_optional(PyObject *object, const char *name, double scale, double *memory,
                         const double **result) {
  *result = NULL;
  if (object == NULL || object == Py_None) return 0;
  if (read_vector(object, name, scale, memory)) return -1;
  *result = memory;
  return 0;
}

static PyObject *make_tuple(const double *values, Py_ssize_t count) {
  PyObject *tuple = PyTuple_New(count);
  if (!tuple) return NULL;
  for (Py_ssize_t index = 0; index < count; index++) {
    PyObject *number = PyFloat_FromDouble(values[index]);
    if (!number) {
      Py_DECREF(tuple);
      return NULL;
    }
    PyTuple_SetItem(tuple, index, number);
  }
  return tuple;
}

// The exception of the package for an error of the library.
static void raise_error(const inertial_error *error) {
  PyObject *module = PyImport_ImportModule("inertial._library");
  if (!module) return;
  PyObject *result =
      PyObject_CallMethod(module, "raise_error", "is", (int)error->status, error->message);
  Py_XDECREF(result);
  Py_DECREF(module);
}

static void free_object(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

// MARK: Estimator

typedef struct {
  PyObject_HEAD
  inertial_estimator *handle;
  inertial_motion motion;
  int is_known;
} Estimator;

static int estimator_init(Estimator *self, PyObject *arguments, PyObject *keywords) {
  static char *names[] = {"heading", NULL};
  const char *heading = "arbitrary", *frame = NULL;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|s", names, &heading)) return -1;
  if (strcmp(heading, "arbitrary") == 0) frame = "xArbitraryZVertical";
  if (strcmp(heading, "corrected") == 0) frame = "xArbitraryCorrectedZVertical";
  if (strcmp(heading, "north") == 0) frame = "xMagneticNorthZVertical";
  if (!frame) {
    inertial_error error = {64, ""};
    snprintf(error.message, sizeof error.message,
             "heading: expected 'arbitrary', 'corrected' or 'north', got '%s'", heading);
    raise_error(&error);
    return -1;
  }
  inertial_error error;
  inertial_estimator *handle = NULL;
  if (inertial_estimator_new(frame, &handle, &error)) {
    raise_error(&error);
    return -1;
  }
  inertial_estimator_free(self->handle);
  self->handle = handle;
  self->is_known = 0;
  return 0;
}

static void estimator_dealloc(Estimator *self) {
  inertial_estimator_free(self->handle);
  free_object((PyObject *)self);
}

static PyObject *estimator_update(Estimator *self, PyObject *const *arguments, Py_ssize_t count) {
  if (count < 3 || count > 4) {
    PyErr_Format(PyExc_TypeError, "update: expected time, gyr, acc and mag, got %zd arguments",
                 count);
    return NULL;
  }
  double time = PyFloat_AsDouble(arguments[0]);
  if (time == -1 && PyErr_Occurred()) return NULL;
  double memory[9];
  const double *gyr, *acc, *mag;
  if (read_optional(arguments[1], "gyr", 1, memory, &gyr) ||
      read_optional(arguments[2], "acc", INERTIAL_SPECIFIC_FORCE, memory + 3, &acc) ||
      read_optional(count > 3 ? arguments[3] : NULL, "mag", 1, memory + 6, &mag))
    return NULL;
  if (!inertial_estimator_update(self->handle, time, gyr, acc, mag, &self->motion)) Py_RETURN_NONE;
  self->is_known = 1;
  return make_tuple(self->motion.attitude, 4);
}

#define MOTION_GETTER(NAME, COUNT)                                    \
  static PyObject *estimator_##NAME(Estimator *self, void *closure) { \
    (void)closure;                                                    \
    if (!self->is_known) Py_RETURN_NONE;                              \
    return make_tuple(self->motion.NAME, COUNT);                      \
  }
MOTION_GETTER(attitude, 4)
MOTION_GETTER(rotation_rate, 3)
MOTION_GETTER(gravity, 3)
MOTION_GETTER(user_acceleration, 3)
MOTION_GETTER(magnetic_field, 3)
MOTION_GETTER(bias_deviation, 3)

#define NUMBER_GETTER(NAME)                                             \
  static PyObject *estimator_##NAME(Estimator *self, void *closure) {   \
    (void)closure;                                                      \
    if (!self->is_known) Py_RETURN_NONE;                                \
    return PyFloat_FromDouble(self->motion.NAME);                       \
  }
NUMBER_GETTER(time)
NUMBER_GETTER(heading)
NUMBER_GETTER(inclination_deviation)
NUMBER_GETTER(heading_deviation)

static PyMethodDef estimator_methods[] = {
    {"update", (PyCFunction)(void (*)(void))estimator_update, METH_FASTCALL,
     "update($self, time, gyr, acc, mag=None, /)\n--\n\n"
     "Take one sample and return the attitude.\n\n"
     "Parameters\n----------\n"
     "time : float\n    Seconds, later than before.\n"
     "gyr, acc, mag : array_like of shape (3,) or None\n"
     "    Angular rate in rad/s, specific force in m/s^2 (+9.81 on z face up), field in uT.\n\n"
     "Returns\n-------\n"
     "tuple of 4 floats or None\n"
     "    The attitude x, y, z, w; None without an accelerometer reading, and in a frame that\n"
     "    points north until north is found."},
    {NULL}};

static PyGetSetDef estimator_getters[] = {
    {"time", (getter)estimator_time, NULL, "Seconds; None before the first motion."},
    {"attitude", (getter)estimator_attitude, NULL, "Device to reference, x, y, z, w."},
    {"rotation_rate", (getter)estimator_rotation_rate, NULL, "rad/s, bias removed."},
    {"gravity", (getter)estimator_gravity, NULL, "g, in the device frame."},
    {"user_acceleration", (getter)estimator_user_acceleration, NULL,
     "g, in the device frame, with Core Motion's sign."},
    {"magnetic_field", (getter)estimator_magnetic_field, NULL, "uT, calibrated; NaN without one."},
    {"heading", (getter)estimator_heading, NULL, "Degrees clockwise from north; NaN if unknown."},
    {"inclination_deviation", (getter)estimator_inclination_deviation, NULL,
     "rad, standard deviation of the vertical."},
    {"heading_deviation", (getter)estimator_heading_deviation, NULL,
     "rad, standard deviation from north, otherwise since the start."},
    {"bias_deviation", (getter)estimator_bias_deviation, NULL,
     "rad/s, standard deviations of the gyroscope bias."},
    {NULL}};

static PyType_Slot estimator_slots[] = {
    {Py_tp_init, estimator_init},
    {Py_tp_dealloc, estimator_dealloc},
    {Py_tp_methods, estimator_methods},
    {Py_tp_getset, estimator_getters},
    {Py_tp_doc, "MotionEstimator(heading='arbitrary')\n--\n\n"
                "The estimator of device motion, sample by sample.\n\n"
                "Start-up detection, calibration of the magnetometer, orientation filter, gravity.\n\n"
                "Parameters\n----------\n"
                "heading : {'arbitrary', 'corrected', 'north'}\n"
                "    The direction of x: that of the start, by the gyroscope alone; the same with the\n"
                "    drift corrected by the magnetometer; or magnetic north."},
    {0, NULL}};

static PyType_Spec estimator_spec = {"inertial.MotionEstimator", sizeof(Estimator), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, estimator_slots};

// MARK: Path

typedef struct {
  PyObject_HEAD
  inertial_path *handle;
} Path;

static int path_init(Path *self, PyObject *arguments, PyObject *keywords) {
  static char *names[] = {"method", "damping_rate", NULL};
  const char *method = NULL;
  double damping_rate = 2;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|zd", names, &method, &damping_rate))
    return -1;
  inertial_error error;
  inertial_path *handle = NULL;
  if (inertial_path_new(method, damping_rate, &handle, &error)) {
    raise_error(&error);
    return -1;
  }
  inertial_path_free(self->handle);
  self->handle = handle;
  return 0;
}

static void path_dealloc(Path *self) {
  inertial_path_free(self->handle);
  free_object((PyObject *)self);
}

static PyObject *path_update(Path *self, PyObject *argument) {
  PyTypeObject *expected = (PyTypeObject *)PyObject_GetAttrString((PyObject *)self,
                                                                 "_estimator_type");
  if (!expected) return NULL;
  int is_estimator = PyObject_TypeCheck(argument, expected);
  Py_DECREF(expected);
  if (!is_estimator) {
    PyErr_Format(PyExc_TypeError, "update: expected a MotionEstimator, got %R", argument);
    return NULL;
  }
  Estimator *estimator = (Estimator *)argument;
  double position[3];
  if (!estimator->is_known ||
      !inertial_path_update(self->handle, &estimator->motion, position, NULL))
    Py_RETURN_NONE;
  return make_tuple(position, 3);
}

static PyObject *path_address(Path *self, void *closure) {
  (void)closure;
  return PyLong_FromVoidPtr(self->handle);
}

static PyMethodDef path_methods[] = {
    {"update", (PyCFunction)path_update, METH_O,
     "update($self, estimator, /)\n--\n\n"
     "Take the motion of an estimator and return the position.\n\n"
     "Returns\n-------\n"
     "tuple of 3 floats or None\n"
     "    Metres from the start, before revisions; None without motion."},
    {NULL}};

static PyGetSetDef path_getters[] = {{"_address", (getter)path_address, NULL, NULL}, {NULL}};

static PyType_Slot path_slots[] = {
    {Py_tp_init, path_init},       {Py_tp_dealloc, path_dealloc}, {Py_tp_methods, path_methods},
    {Py_tp_getset, path_getters},  {Py_tp_doc, "The path of a device, sample by sample."},
    {0, NULL}};

static PyType_Spec path_spec = {"inertial._stream.Path", sizeof(Path), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, path_slots};

// MARK: Filter

typedef struct {
  PyObject_HEAD
  inertial_filter *handle;
  inertial_filter_options options;
  double step;
  double time;
  double gyr[3], acc[3], mag[3];
  int has_gyr, has_acc, has_mag;
} Filter;

// Readings of one instant are one sample: they are kept until the next instant or a read.
static void filter_flush(Filter *self) {
  if (!self->has_gyr && !self->has_acc && !self->has_mag) return;
  inertial_filter_update(self->handle, self->time, self->has_gyr ? self->gyr : NULL,
                         self->has_acc ? self->acc : NULL, self->has_mag ? self->mag : NULL);
  self->time += self->step;
  self->has_gyr = self->has_acc = self->has_mag = 0;
}

static int filter_restart(Filter *self) {
  inertial_error error;
  inertial_filter *handle = NULL;
  if (inertial_filter_new(&self->options, &handle, &error)) {
    raise_error(&error);
    return -1;
  }
  inertial_filter_free(self->handle);
  self->handle = handle;
  self->time = 0;
  self->has_gyr = self->has_acc = self->has_mag = 0;
  return 0;
}

static int filter_init(Filter *self, PyObject *arguments, PyObject *keywords) {
  static char *names[] = {"step", "velocity_scale", "largest_bias", NULL};
  inertial_filter_options options = INERTIAL_FILTER_DEFAULTS;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "ddd", names, &self->step,
                                   &options.velocity_scale, &options.largest_bias))
    return -1;
  self->options = options;
  return filter_restart(self);
}

static void filter_dealloc(Filter *self) {
  inertial_filter_free(self->handle);
  free_object((PyObject *)self);
}

static PyObject *filter_update(Filter *self, PyObject *const *arguments, Py_ssize_t count,
                               PyObject *names) {
  PyObject *values[3] = {NULL, NULL, NULL};
  static const char *const known[] = {"gyr", "acc", "mag"};
  Py_ssize_t named = names ? PyTuple_Size(names) : 0;
  if (count + named > 3) {
    PyErr_Format(PyExc_TypeError, "update: expected gyr, acc and mag, got %zd arguments",
                 count + named);
    return NULL;
  }
  for (Py_ssize_t index = 0; index < count; index++) values[index] = arguments[index];
  for (Py_ssize_t index = 0; index < named; index++) {
    PyObject *name = PyTuple_GetItem(names, index);
    int place = 0;
    while (place < 3 && PyUnicode_CompareWithASCIIString(name, known[place])) place++;
    if (place == 3 || values[place]) {
      PyErr_Format(PyExc_TypeError, "update: expected gyr, acc and mag, got %R", name);
      return NULL;
    }
    values[place] = arguments[count + index];
  }
  if (!values[0] || !values[1]) {
    PyErr_SetString(PyExc_TypeError, "update: expected gyr, acc and mag, got fewer arguments");
    return NULL;
  }
  double gyr[3], acc[3], mag[3];
  const double *field;
  if (read_vector(values[0], "gyr", 1, gyr) ||
      read_vector(values[1], "acc", INERTIAL_SPECIFIC_FORCE, acc) ||
      read_optional(values[2], "mag", 1, mag, &field))
    return NULL;
  filter_flush(self);
  inertial_filter_update(self->handle, self->time, gyr, acc, field);
  self->time += self->step;
  Py_RETURN_NONE;
}

#define SENSOR_UPDATE(SENSOR, SCALE)                                          \
  static PyObject *filter_update_##SENSOR(Filter *self, PyObject *argument) { \
    double reading[3];                                                        \
    if (read_vector(argument, #SENSOR, SCALE, reading)) return NULL;          \
    if (self->has_##SENSOR) filter_flush(self);                               \
    memcpy(self->SENSOR, reading, sizeof reading);                            \
    self->has_##SENSOR = 1;                                                   \
    Py_RETURN_NONE;                                                           \
  }
SENSOR_UPDATE(gyr, 1)
SENSOR_UPDATE(acc, INERTIAL_SPECIFIC_FORCE)
SENSOR_UPDATE(mag, 1)

// Writes the estimates to the bytes of a structured array.
static PyObject *filter_read(Filter *self, PyObject *argument) {
  Py_buffer view;
  if (PyObject_GetBuffer(argument, &view, PyBUF_WRITABLE)) return NULL;
  if (view.len < (Py_ssize_t)sizeof(inertial_estimates)) {
    PyBuffer_Release(&view);
    PyErr_Format(PyExc_ValueError, "expected %zu bytes", sizeof(inertial_estimates));
    return NULL;
  }
  filter_flush(self);
  inertial_estimates estimates;
  inertial_filter_estimates(self->handle, &estimates);
  memcpy(view.buf, &estimates, sizeof estimates);
  PyBuffer_Release(&view);
  Py_RETURN_NONE;
}

static PyObject *filter_reset(Filter *self, PyObject *unused) {
  (void)unused;
  if (filter_restart(self)) return NULL;
  Py_RETURN_NONE;
}

static PyObject *filter_address(Filter *self, void *closure) {
  (void)closure;
  filter_flush(self);
  return PyLong_FromVoidPtr(self->handle);
}

static PyObject *filter_time(Filter *self, void *closure) {
  (void)closure;
  return PyFloat_FromDouble(self->time);
}

static int filter_set_time(Filter *self, PyObject *value, void *closure) {
  (void)closure;
  double time = value ? PyFloat_AsDouble(value) : -1;
  if (time == -1 && PyErr_Occurred()) return -1;
  self->time = time;
  return 0;
}

static PyMethodDef filter_methods[] = {
    {"update", (PyCFunction)(void (*)(void))filter_update, METH_FASTCALL | METH_KEYWORDS,
     "update($self, gyr, acc, mag=None)\n--\n\n"
     "Take one reading of all sensors: rad/s, m/s^2, any unit."},
    {"updateGyr", (PyCFunction)filter_update_gyr, METH_O,
     "updateGyr($self, gyr, /)\n--\n\nTake one reading of the gyroscope, in rad/s."},
    {"updateAcc", (PyCFunction)filter_update_acc, METH_O,
     "updateAcc($self, acc, /)\n--\n\nTake one reading of the accelerometer, in m/s^2."},
    {"updateMag", (PyCFunction)filter_update_mag, METH_O,
     "updateMag($self, mag, /)\n--\n\nTake one reading of the magnetometer, in uT."},
    {"_read", (PyCFunction)filter_read, METH_O, NULL},
    {"_restart", (PyCFunction)filter_reset, METH_NOARGS, NULL},
    {NULL}};

static PyGetSetDef filter_getters[] = {
    {"_address", (getter)filter_address, NULL, NULL},
    {"_time", (getter)filter_time, (setter)filter_set_time, NULL},
    {NULL}};

static PyType_Slot filter_slots[] = {
    {Py_tp_init, filter_init},       {Py_tp_dealloc, filter_dealloc},
    {Py_tp_methods, filter_methods}, {Py_tp_getset, filter_getters},
    {Py_tp_doc, "The orientation filter, sample by sample."},
    {0, NULL}};

static PyType_Spec filter_spec = {"inertial._stream.Filter", sizeof(Filter), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, filter_slots};

// MARK: Module

static int add_type(PyObject *module, const char *name, PyType_Spec *spec, PyObject **result) {
  PyObject *type = PyType_FromSpec(spec);
  if (!type) return -1;
  *result = type;
  return PyModule_AddObjectRef(module, name, type);
}

static int execute(PyObject *module) {
  PyObject *estimator = NULL, *path = NULL, *filter = NULL;
  int status = add_type(module, "MotionEstimator", &estimator_spec, &estimator) ||
               add_type(module, "Path", &path_spec, &path) ||
               add_type(module, "Filter", &filter_spec, &filter) ||
               PyObject_SetAttrString(path, "_estimator_type", estimator);
  Py_XDECREF(estimator);
  Py_XDECREF(path);
  Py_XDECREF(filter);
  return status ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "inertial._stream",
                                    "Sample-by-sample estimation.", 0, NULL, module_slots};

PyMODINIT_FUNC PyInit__stream(void) { return PyModuleDef_Init(&module); }
