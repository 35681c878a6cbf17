// Orientation, path and gestures from inertial sensors, in browsers, workers and node.
//
// inertial.d.ts describes the classes.

/** @typedef {import("./inertial.js").Samples} Samples */

/** The numbers of a sample: time, angular rate, acceleration, magnetic field, touch. */
const sampleWidth = 11;
/** The numbers of a point: x, y, time, number of the stroke. */
const pointWidth = 4;
/** The numbers of a motion: time, attitude, angular rate, user acceleration. */
const motionWidth = 11;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error of the library, with its text. */
export class InertialError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "InertialError";
  }
}

/** Reads the answer of a function. */
class Reader {
  /** @param {DataView} view */
  constructor(view) {
    this.view = view;
    this.place = 0;
  }

  byte() { return this.view.getUint8(this.place++); }
  flag() { return this.byte() !== 0; }

  count() {
    this.place += 4;
    return this.view.getUint32(this.place - 4, true);
  }

  number() {
    this.place += 8;
    return this.view.getFloat64(this.place - 8, true);
  }

  /** A number, or `null` for none. */
  optional() {
    const number = this.number();
    return Number.isNaN(number) ? null : number;
  }

  /** @param {number} count */
  numbers(count) { return Array.from({ length: count }, () => this.number()); }

  /** @param {number} count */
  bytes(count) {
    this.place += count;
    return new Uint8Array(this.view.buffer, this.view.byteOffset + this.place - count, count);
  }

  text() { return decoder.decode(this.bytes(this.count())); }

  /**
   * A list.
   * @template Element
   * @param {() => Element} element
   */
  list(element) { return Array.from({ length: this.count() }, element); }
}

/** The WebAssembly module in memory. */
class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {() => WebAssembly.Module} [rest] The second part of a module that was split.
   */
  constructor(module, rest) {
    /** What the module printed: the reason of a trap. */
    this.printed = "";
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: {
        random_get: (/** @type {number} */ address, /** @type {number} */ size) => {
          crypto.getRandomValues(new Uint8Array(this.memory.buffer, address >>> 0, size));
          return 0;
        },
        fd_write: (
          /** @type {number} */ _file, /** @type {number} */ parts, /** @type {number} */ count,
          /** @type {number} */ written,
        ) => {
          const view = new DataView(this.memory.buffer);
          let total = 0;
          for (let part = parts; part < parts + 8 * count; part += 8) {
            const size = view.getUint32(part + 4, true);
            this.printed += decoder.decode(
              new Uint8Array(this.memory.buffer, view.getUint32(part, true), size));
            total += size;
          }
          view.setUint32(written, total, true);
          return 0;
        },
        fd_close: () => 0,
        fd_seek: () => 70,
      },
      // The first call of a function of the second part replaces them all.
      placeholder: new Proxy({}, {
        get: (_, index) => (/** @type {unknown[]} */ ...values) => {
          if (!rest) throw new InertialError("the module is not complete");
          new WebAssembly.Instance(rest(), { primary: this.exports });
          return this.exports.table.get(Number(index))(...values);
        },
      }),
    });
    /** @type {any} */
    this.exports = instance.exports;
    /** @type {WebAssembly.Memory} */
    this.memory = this.exports.memory;
    // Frees what no object refers to any more.
    this.registry = new FinalizationRegistry((/** @type {number} */ device) => {
      this.exports.inertial_release(device);
    });
  }

  /**
   * Calls a function. Arrays are copied, and passed as their address.
   * @param {string} name
   * @param {(number | boolean | Uint8Array | Float64Array)[]} values
   * @returns {number}
   */
  call(name, ...values) {
    const copies = values.map((value) => (typeof value === "object" ? this.copy(value) : value));
    try {
      return this.exports[name](...copies);
    } catch (error) {
      throw new InertialError(this.printed || String(error));
    } finally {
      values.forEach((value, index) => {
        if (typeof value === "object") this.exports.free(copies[index]);
      });
    }
  }

  /** @param {Uint8Array | Float64Array} array */
  copy(array) {
    // Addresses from 2 GiB on are negative numbers in JavaScript.
    const address = this.exports.malloc(Math.max(8, array.byteLength)) >>> 0;
    if (!address) throw new InertialError("the memory is full");
    new Uint8Array(this.memory.buffer, address, array.byteLength).set(
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return address;
  }

  /** The answer of the last call. */
  answer() {
    return new Reader(
      new DataView(
        this.memory.buffer, this.exports.inertial_answer() >>> 0,
        this.exports.inertial_answer_count()));
  }

  /** The error of the last call. */
  error() { return new InertialError(this.answer().text()); }

  /**
   * Calls a function and returns its answer.
   * @param {string} name
   * @param {(number | boolean | Uint8Array | Float64Array)[]} values
   */
  ask(name, ...values) {
    if (this.call(name, ...values) !== 0) throw this.error();
    return this.answer();
  }

  /**
   * Creates a device.
   * @param {object} owner
   * @param {string} name
   * @param {(number | boolean | Uint8Array | Float64Array)[]} values
   */
  create(owner, name, ...values) {
    const device = this.call(name, ...values);
    if (device === 0) throw this.error();
    this.registry.register(owner, device);
    return device;
  }
}

/**
 * The rows of samples.
 * @param {Samples} samples
 */
function sampleRows(samples) {
  const { time, rotationRate, acceleration, magneticField, touch } = samples;
  const count = time.length;
  const rows = new Float64Array(sampleWidth * count).fill(NaN);
  /** @type {[string, ArrayLike<number> | undefined, number, number][]} */
  const columns = [
    ["time", time, 0, 1], ["rotationRate", rotationRate, 1, 3],
    ["acceleration", acceleration, 4, 3], ["magneticField", magneticField, 7, 3],
    ["touch", touch, 10, 1],
  ];
  for (const [name, values, first, width] of columns) {
    if (!values) continue;
    if (values.length !== width * count) {
      throw new InertialError(
        `expected ${width * count} numbers of ${name} for ${count} times, got ${values.length}`);
    }
    for (let index = 0; index < values.length; ++index) {
      rows[sampleWidth * Math.floor(index / width) + first + (index % width)] = values[index];
    }
  }
  return rows;
}

/**
 * The rows of numbers of a list.
 * @param {ArrayLike<number>} numbers
 * @param {number} width
 */
function checkedRows(numbers, width) {
  if (numbers.length % width !== 0) {
    throw new InertialError(`expected a multiple of ${width} numbers, got ${numbers.length}`);
  }
  return numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
}

/** @param {object} value */
const json = (value) => encoder.encode(JSON.stringify(value));

/** @param {Reader} answer */
function motion(answer) {
  return {
    time: answer.number(), attitude: answer.numbers(4), rotationRate: answer.numbers(3),
    gravity: answer.numbers(3), userAcceleration: answer.numbers(3), heading: answer.optional(),
  };
}

/** @param {Reader} answer */
function pathEvent(answer) {
  return {
    first: answer.count(),
    points: answer.list(() => ({
      time: answer.number(), position: answer.numbers(3), velocity: answer.numbers(3),
      attitude: answer.numbers(4), isStationary: answer.flag(),
    })),
  };
}

/**
 * @param {Reader} answer
 * @returns {import("./inertial.js").Gesture}
 */
function gesture(answer) {
  const [label, best] = [answer.text() || null, answer.text() || null];
  const [score, confidence] = [answer.optional(), answer.optional()];
  const alternatives = answer.list(() => ({
    label: answer.text(), score: answer.number(), confidence: answer.number(),
  }));
  const reason = answer.text() || null;
  const [start, end] = [answer.number(), answer.number()];
  const isMotion = answer.flag();
  const count = answer.count();
  const width = isMotion ? motionWidth : pointWidth;
  const samples = Float64Array.from({ length: width * count }, () => answer.number());
  return {
    label, best, score, confidence, alternatives, isGesture: label !== null, reason, start, end,
    kind: isMotion ? "motion" : "strokes", samples,
  };
}

/**
 * The classes of a module in memory.
 * @param {Engine} engine
 * @returns {import("./inertial.js").Inertial}
 */
function classes(engine) {
  class Orientation {
    #device;

    /** @param {{ magnetometer?: boolean }} options */
    constructor({ magnetometer = false } = {}) {
      this.#device = engine.create(this, "inertial_orientation", magnetometer);
    }

    /** @param {Samples} samples */
    update(samples) {
      const rows = sampleRows(samples);
      const answer = engine.ask(
        "inertial_orientation_update", this.#device, rows, rows.length / sampleWidth);
      return answer.list(() => motion(answer));
    }
  }

  class Path {
    #device;

    /** @param {{ method?: string }} options */
    constructor({ method = "navigator" } = {}) {
      const name = encoder.encode(method);
      this.#device = engine.create(this, "inertial_path", name, name.length);
    }

    /** @param {Samples} samples */
    update(samples) { return this.#events(sampleRows(samples), false); }

    finish() { return this.#events(new Float64Array(), true); }

    /**
     * @param {Float64Array} rows
     * @param {boolean} isLast
     */
    #events(rows, isLast) {
      const answer = engine.ask(
        "inertial_path_update", this.#device, rows, rows.length / sampleWidth, isLast);
      return answer.list(() => pathEvent(answer));
    }
  }

  class Recognizer {
    #device;

    /** @param {{ strokes?: Uint8Array, motions?: Uint8Array, pause?: number }} options */
    constructor({ strokes, motions, pause = 0.6 }) {
      const [first, second] = [strokes ?? new Uint8Array(), motions ?? new Uint8Array()];
      this.#device = engine.create(
        this, "inertial_recognizer", first, first.length, second, second.length, pause);
      const answer = engine.answer();
      this.strokeLabels = answer.list(() => answer.text());
      this.motionLabels = answer.list(() => answer.text());
    }

    /** The first time at which `advance` ends the gesture of strokes; `null` without one. */
    get deadline() {
      const time = engine.call("inertial_recognizer_deadline", this.#device);
      return Number.isNaN(time) ? null : time;
    }

    /** @param {Samples} samples */
    update(samples) {
      const rows = sampleRows(samples);
      return this.#gestures("inertial_recognizer_update", rows, rows.length / sampleWidth);
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} time
     * @param {boolean} isTouching
     */
    point(x, y, time, isTouching) {
      return this.#gestures("inertial_recognizer_point", x, y, time, isTouching);
    }

    /** @param {number} time */
    advance(time) { return this.#gestures("inertial_recognizer_advance", time); }

    finish() { return this.#gestures("inertial_recognizer_finish"); }

    /** @param {ArrayLike<number>} points */
    recognize(points) {
      const rows = checkedRows(points, pointWidth);
      return this.#gestures(
        "inertial_recognizer_strokes", rows, rows.length / pointWidth)[0];
    }

    /**
     * @param {string} name
     * @param {(number | boolean | Float64Array)[]} values
     */
    #gestures(name, ...values) {
      const answer = engine.ask(name, this.#device, ...values);
      return answer.list(() => gesture(answer));
    }
  }

  class Teacher {
    #device;
    #kind;

    /** @param {{ kind: "strokes" | "motion", model?: Uint8Array }} options */
    constructor({ kind, model: file = new Uint8Array() }) {
      if (kind !== "strokes" && kind !== "motion") {
        throw new InertialError(`expected a kind of strokes or motion, got '${kind}'`);
      }
      this.#kind = kind;
      this.#device = engine.create(
        this, "inertial_teacher", kind === "motion", file, file.length);
    }

    /**
     * @param {string} label
     * @param {{ kind: string, samples: Float64Array } | ArrayLike<number>} example
     */
    add(label, example) {
      const { kind, samples } =
        "samples" in example ? example : { kind: "strokes", samples: example };
      if (kind !== this.#kind) {
        throw new InertialError(`expected an example of ${this.#kind}, got one of ${kind}`);
      }
      const width = kind === "motion" ? motionWidth : pointWidth;
      const rows = checkedRows(samples, width);
      const name = encoder.encode(label);
      engine.ask(
        "inertial_teacher_add", this.#device, name, name.length, rows, rows.length / width);
    }

    /** The model's file. */
    model() {
      const answer = engine.ask("inertial_teacher_model", this.#device);
      return answer.bytes(answer.count()).slice();
    }
  }

  class Page {
    #device;

    /** @param {{ strokes: Uint8Array, kept?: object, run: string }} options */
    constructor({ strokes, kept = {}, run }) {
      const [values, name] = [json(kept), encoder.encode(run)];
      this.#device = engine.create(
        this, "inertial_page", strokes, strokes.length, values, values.length, name, name.length);
    }

    /**
     * @param {string} name
     * @param {Uint8Array} file
     */
    load(name, file) {
      const text = encoder.encode(name);
      engine.ask("inertial_page_load", this.#device, text, text.length, file, file.length);
    }

    /** @param {object} message */
    send(message) {
      const text = json(message);
      engine.ask("inertial_page_message", this.#device, text, text.length);
    }

    /** @param {object} request */
    request(request) {
      const text = json(request);
      const answer = engine.ask("inertial_page_request", this.#device, text, text.length);
      return { status: answer.count(), content: JSON.parse(answer.text()) };
    }

    /** @returns {{ type: string }[]} */
    events() { return JSON.parse(engine.ask("inertial_page_events", this.#device).text()); }
  }

  return { Orientation, Page, Path, Recognizer, Teacher };
}

/**
 * The bytes of a file beside this one.
 * @param {URL} url
 */
async function bytesOf(url) {
  if (url.protocol === "file:") {
    // A variable, so that bundlers for browsers do not look for it.
    const files = "node:fs/promises";
    const { readFile } = await import(files);
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new InertialError(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Loads the WebAssembly module.
 * @param {WebAssembly.Module | BufferSource} [source]
 * @param {() => WebAssembly.Module} [rest] The second part of a module that was split.
 */
export async function load(source, rest) {
  const bytes = source ?? (await bytesOf(new URL("inertial.wasm", import.meta.url)));
  const module =
    bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
  return classes(new Engine(module, rest));
}

/**
 * The file of a built-in model, such as "letters-strokes".
 * @param {string} name
 */
export async function model(name) {
  return new Uint8Array(await bytesOf(new URL(`models/${name}.model`, import.meta.url)));
}
