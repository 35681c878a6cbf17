/** The readings of a device's sensors: one row of numbers for each time. */
export interface Samples {
  /** Seconds since an arbitrary, fixed start. */
  time: ArrayLike<number>;
  /** Angular rates in rad/s in the device frame: three numbers for each time. */
  rotationRate?: ArrayLike<number>;
  /** Accelerometer readings in g with Core Motion's sign, (0, 0, -1) face up at rest. */
  acceleration?: ArrayLike<number>;
  /** Magnetic fields in µT. */
  magneticField?: ArrayLike<number>;
  /** 1 while the user touches the screen or holds the button, otherwise 0. */
  touch?: ArrayLike<number>;
}

/** The motion of the device at one time. */
export interface Motion {
  time: number;
  /** The rotation from the device to the reference frame: x, y, z, w. */
  attitude: number[];
  /** In rad/s, bias removed. */
  rotationRate: number[];
  /** In g, in the device frame. */
  gravity: number[];
  /** In g, in the device frame, with Core Motion's sign. */
  userAcceleration: number[];
  /** Degrees clockwise from magnetic north; `null` without a magnetometer. */
  heading: number | null;
}

export interface PathPoint {
  time: number;
  /** In metres from the start. */
  position: number[];
  /** In m/s. */
  velocity: number[];
  /** x, y, z, w. */
  attitude: number[];
  isStationary: boolean;
}

/** The next point of a path, or corrected points that replace those from an index on. */
export interface PathEvent {
  first: number;
  points: PathPoint[];
}

export interface Alternative {
  label: string;
  score: number;
  confidence: number;
}

/** A gesture and its recognition: the fields of `inertial recognize --json`. */
export interface Gesture {
  /** The accepted label; `null` for a rejected gesture. */
  label: string | null;
  /** The best label, accepted or rejected. */
  best: string | null;
  score: number | null;
  confidence: number | null;
  /** The next best labels, best first. */
  alternatives: Alternative[];
  isGesture: boolean;
  /** The reason for the rejection. */
  reason: string | null;
  /** The times of the first and the last sample. */
  start: number;
  end: number;
  /** Whether `samples` are points (x, y, time, number of the stroke), or motions (time, attitude x, y,
   * z, w, angular rate, user acceleration). */
  kind: "strokes" | "motion";
  /** The samples of the gesture, as `Teacher.add` takes them. */
  samples: Float64Array;
}

/** Estimates the orientation of a device sample by sample. */
export interface Orientation {
  /** The motions of the next samples; none for a sample without an acceleration. */
  update(samples: Samples): Motion[];
}

/** Estimates the path of a device sample by sample. */
export interface Path {
  update(samples: Samples): PathEvent[];
  /** Ends the path: its last corrections. */
  finish(): PathEvent[];
}

/** Recognises gestures sample by sample or point by point. */
export interface Recognizer {
  readonly strokeLabels: string[];
  readonly motionLabels: string[];
  /** The time at which `advance` ends the gesture of strokes; `null` without one. */
  readonly deadline: number | null;
  /** The gestures that these samples complete: from touch to release, or found without a touch. */
  update(samples: Samples): Gesture[];
  /** The gesture of strokes that ended before this point, if there is one. */
  point(x: number, y: number, time: number, isTouching: boolean): Gesture[];
  /** The gesture of strokes whose pause is over, if there is one. */
  advance(time: number): Gesture[];
  /** Ends the stream: the gestures in progress. */
  finish(): Gesture[];
  /** Recognises one gesture of points: x right, y down, seconds, number of the stroke. */
  recognize(points: ArrayLike<number>): Gesture;
}

/** Makes a model of a writer's own examples. */
export interface Teacher {
  /** Adds a recognised gesture, or points of strokes, with the right label. */
  add(label: string, example: Pick<Gesture, "kind" | "samples"> | ArrayLike<number>): void;
  /** The model as a file, which `Recognizer` and the command-line tool read. */
  model(): Uint8Array;
}

/** The studio of one page without a server: its requests and messages in JSON. Only the module of
 * `Scripts/web --site` has it, and no other class. */
export interface Page {
  /** Adds a built-in model, such as "digits"; of "letters", that for the air. */
  load(name: string, file: Uint8Array): void;
  /** Takes a message, such as `{ type: "hold", down: true }`. */
  send(message: object): void;
  request(request: { method: string; path: string; query?: object; body?: unknown }): {
    status: number;
    content: any;
  };
  /** The events since the last call. Those of the type `keep` have a `key`, and a `value` for the
   * next run: `null` removes it. */
  events(): { type: string; [member: string]: any }[];
}

/** The classes of a loaded module. */
export interface Inertial {
  Orientation: new (options?: {
    /** Whether the attitude refers to magnetic north; motions begin when it is found. */
    magnetometer?: boolean;
  }) => Orientation;
  Page: new (options: {
    /** The file of the built-in letters on a screen. */
    strokes: Uint8Array;
    /** What earlier runs asked to keep, by key. */
    kept?: object;
    /** A name of this run. */
    run: string;
  }) => Page;
  Path: new (options?: {
    /** The method of `inertial track` (default: navigator). */
    method?: string;
  }) => Path;
  Recognizer: new (options: {
    /** The file of a model of strokes. */
    strokes?: Uint8Array;
    /** The file of a model of motions; without one, that of strokes recognises their paths. */
    motions?: Uint8Array;
    /** The longest pause between two strokes of a gesture, in seconds (default: 0.6). */
    pause?: number;
  }) => Recognizer;
  Teacher: new (options: {
    kind: "strokes" | "motion";
    /** The file of a model of motions to which the examples are added. */
    model?: Uint8Array;
  }) => Teacher;
}

/** An error of the library, with its text. */
export class InertialError extends Error {}

/** Loads inertial.wasm from beside the module, or the given module or its bytes. */
export function load(source?: WebAssembly.Module | BufferSource): Promise<Inertial>;

/** The file of a built-in model from beside the module, such as "letters-strokes". */
export function model(name: string): Promise<Uint8Array>;
