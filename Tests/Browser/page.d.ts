// What the page's scripts use and TypeScript 4.8 does not know: elements of the page by what they are, and newer
// functions of browsers. Scripts/check-page reads it.
interface EventTarget { value: any; files: any; closest: any; }
interface Element { hidden: boolean; value: any; selectedOptions: any; content: any; }
interface Event { key: any; pointerId: any; button: any; }
interface Window { studio: any; }
interface Navigator { wakeLock: any; }
interface Array<T> { findLast(test: (value: T, index: number) => unknown): T | undefined; }
interface CanvasRenderingContext2D { roundRect(x: number, y: number, width: number, height: number, radius: number): void; }
