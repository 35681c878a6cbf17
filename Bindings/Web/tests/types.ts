// A program in TypeScript: `Scripts/web --test` checks its types against inertial.d.ts.
import { load, model, type Gesture, type Motion } from "./inertial.js";

export async function example(): Promise<[Gesture[], Motion[], Uint8Array]> {
  const { Orientation, Path, Recognizer, Teacher } = await load();
  const recognizer = new Recognizer({ strokes: await model("letters-strokes") });
  const teacher = new Teacher({ kind: "strokes" });
  teacher.add("tick", recognizer.recognize(new Float64Array(8)));
  teacher.add("tick", [0, 0, 0, 0]);
  const samples = { time: [0], acceleration: new Float32Array([0, 0, -1]) };
  const events = new Path({ method: "rest" }).update(samples);
  const deadline: number | null = recognizer.deadline;
  // @ts-expect-error: a kind that does not exist
  new Teacher({ kind: "sound" });
  return [
    recognizer.advance(events[0].points[0].time + (deadline ?? 0)),
    new Orientation({ magnetometer: true }).update(samples), teacher.model(),
  ];
}
