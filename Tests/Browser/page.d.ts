// The types of the page's scripts: what the server sends, the state, and what TypeScript 4.8 does not know of
// browsers. Scripts/check-page reads it.

// MARK: from the server

type Vector = number[]; // x, y, z
type Turn = number[]; // A quaternion: x, y, z, w.
interface Best { label: string; score: number; confidence: number; }
interface Gesture {
  isGesture: boolean; label: string | null; best: string | null; score: number | null; confidence: number | null; reason?: string;
  alternatives: Best[]; recording: string; samples: number; seconds: number; start: number; end: number;
}
interface PathPoint { t: number; position: Vector; velocity: Vector; attitude: Turn; }
interface Path { points: PathPoint[]; raw: PathPoint[]; plane?: Turn; truth?: Vector[]; error?: number; }
interface Zone { share: number; dx: number; dy: number; }
interface ZonesInput { kind: 'zones'; areCompared: boolean; columns: number; rows: number; strokes: number[][][]; zones: Zone[]; }
interface WarpingInput {
  kind: 'warping'; label: string; channels: string[]; gesture: number[][]; template: number[][];
  pairs: { gesture: number[]; template: number[] }; distance: number;
}
type Input = ZonesInput | WarpingInput;
interface Detail { best?: Best; scores?: Best[]; isSpotted?: boolean; input?: Input; }
interface Answer { id?: number; text: string; model: string; gestures: Gesture[]; detail?: Detail; path?: Path; isCollected?: boolean; }
interface Mark { id: number; start: number; end: number; best?: Best; isGesture: boolean; isSpotted: boolean; }
interface ComparedLetter { outcome: 'right' | 'wrong' | 'missed' | 'extra'; truth?: string; read?: string; gesture?: number; }
interface Comparison { letters: ComparedLetter[]; right: number; wrong: number; missed: number; extra: number; share: number; }
interface Contents { recording: number; marks: Mark[]; path?: PathPoint[]; comparison?: Comparison; }
interface Entry { id: string; label: string; isGesture: boolean; scores: Best[]; isSpotted: boolean; gesture?: number; }
interface Sample {
  t: number; attitude: Turn; rate: Vector; gravity: Vector; acceleration: Vector; angles: number[];
  touch: boolean; tilt: number; level: number;
}
interface Replay { recording: number | null; playing: boolean; position: number; duration: number; speed: number; rate: number; }
interface Named<Id = string> { id: Id; name: string; }
interface Settings {
  reading: string; method: string; integrator: string; dampingRate: number; statistic?: string | null;
  restAcceleration?: number | null; restWindow?: number | null; pause: number;
}
interface Session {
  models: Named[]; model: string; choices: Record<'readings' | 'methods' | 'statistics' | 'integrators', Named[]>; settings: Settings;
  adaptable: string[]; recordings: Named<number>[]; limits: { body: number; upload: number }; decodesWords: boolean; isModelLost: boolean;
}
interface Example { id: number; label: string; strokes: number[][][]; }
interface Status { source: string; kind: string; rate: number; pages: number; }
interface Unread { strokes: number[][][]; label: string; recognized?: string; reason?: string; }
interface Trained {
  state: 'done'; correct: number; total: number; accuracy: number; labels: string[]; confusion: number[][]; misread: Unread[]; rejected: Unread[];
}
type Training = Trained | { state: 'running'; progress: number } | { state: 'failed'; error: string } | { state: 'cancelled' };
interface Opened { recording: number; warnings: string[]; }
interface Invitation { code: string; origins: string[]; appToken: string; }
interface Rejection { error: string; question?: Question; }
interface MapEntry { quantity: string; name: string; parts: string[]; columns: string[]; unit?: string; units: string[]; }
interface Question { file: string; reason: string; columns: { id: string; name: string; value: string }[]; proposal: MapEntry[]; }
interface Spelling { text: string; isInLexicon: boolean; confidence: number; }
interface Word extends Spelling { first: number; count: number; alternatives: Spelling[]; }

interface MotionEvent_ { type: 'motion'; samples: Sample[]; }
interface PathEvent_ { type: 'path'; start: boolean; points: PathPoint[]; plane?: Turn; }
interface RevisionEvent_ { type: 'revision'; start: number; points: PathPoint[]; }
interface GestureEvent_ extends Answer { type: 'gesture'; id: number; }
interface TextEvent_ { type: 'text'; line: Mode; start: number; entries: Entry[]; canRestore: boolean; }
type AirEvent = MotionEvent_ | PathEvent_ | RevisionEvent_ | GestureEvent_ | { type: 'reset' };
type ServerEvent = AirEvent | { type: 'status' } & Status | { type: 'session'; state: Session } | { type: 'replay' } & Replay
  | TextEvent_ | { type: 'contents' } & Contents
  | { type: 'sender'; sender: string } | { type: 'pen'; isYours: boolean } | { type: 'error'; error: string };

// MARK: of the page

interface InkPoint { x: number; y: number; t: number; }
interface Slot {
  id: string; number: number; strokes: number[][][]; released: number; isOver: boolean; example: { kind: string; label: string } | null;
  answered: number; answer: Answer | null; error?: string | null; corrected?: string;
}
// An answer, or what the mark of a recording knows before it arrives.
type Seen = Omit<Partial<Answer>, 'gestures'> & { gestures: (Partial<Gesture> & { isGesture: boolean })[] };
interface Reading {
  answer: Seen | null; error?: string | null; entry?: string; gesture?: number; strokes?: number[][][]; number?: number; corrected?: string;
  taught?: { label: string; text: string } | null; // What was collected as an example.
}
interface Change { line: Mode; action: 'add' | 'remove' | 'correct' | 'clear' | 'restore'; id?: string; label?: string; entry?: Entry; }
interface NewExample { kind: string; label: string; strokes?: number[][][]; gesture?: number; }
type Mode = 'screen' | 'air';
interface Line { entries: Entry[]; canRestore: boolean; }
interface Writing {
  lines: Record<Mode, Line>; // The shared text.
  changes: Change[]; // Changes of the text that the server has not confirmed.
  slots: Slot[]; // Letters on the surface that are not in the text yet.
  count: number; // Letters so far.
  lessons: NewExample[]; // Letters that become examples.
  readings: Record<Mode, Reading | null>; // What was read last.
}
type Act = { type: 'press'; time: number; pause: number; page: string; example: Slot['example'] }
  | { type: 'stroke'; time: number; strokes: number[][][] } | { type: 'cancel'; time: number } | { type: 'end' }
  | { type: 'answer'; id: string; count: number; answer: Answer | null; error: string | null; taught: Reading['taught'] }
  | { type: 'correct'; line: Mode; label: string } | { type: 'undo' | 'clear'; line: Mode } | { type: 'change'; change: Change }
  | { type: 'sent'; failed: boolean } | TextEvent_ | { type: 'reload'; changes: Change[]; slots: Slot[] } | { type: 'taken' };
interface State extends Writing {
  connection: string; mode: Mode; status: Status;
  session: Session | null; // What all pages share: models, settings, recordings.
  replay: Replay;
  contents: Contents | null; // The gestures of the replayed recording.
  isOpened: boolean; // A recording was opened: the first words in the air have gone.
  isConnecting: boolean; // The form for a phone's address is open.
  compared: string | null; // The method beside the chosen one.
  isTeaching: boolean; collects: boolean; isTraining: boolean; label: string; examples: Example[]; base: string; shown: number;
  pause: number; isHeld: boolean; isStage: boolean; spells: boolean;
}
type Notice = (text: string, kind?: string, seconds?: number) => unknown;
type Ink2D = CanvasRenderingContext2D;
type Draw = (context: Ink2D, width: number, height: number) => void;
interface Figure { redraw: () => void; schedule: () => void; }
type Watch = <S extends (state: State) => any[] | []>(select: S, render: (...values: ReturnType<S>) => unknown) => void;

type ElementId = keyof ElementsById;
// Listens to an element, which is the event's target.
type On = <Id extends ElementId, Kind extends keyof HTMLElementEventMap>(
  id: Id, kind: Kind, act: (event: HTMLElementEventMap[Kind] & { target: ElementsById[Id] }) => unknown) => void;
interface Element { setAttribute(name: string, value: string | number | boolean): void; }
interface Window { studio: object; }
interface Array<T> {
  at(index: number): T | undefined;
  findLast(test: (value: T, index: number) => unknown): T | undefined;
}
interface CanvasRenderingContext2D { roundRect(x: number, y: number, width: number, height: number, radius: number): void; }
