// Letter heights, x to the right and y downwards; the frequencies are relative.

extension LetterShape {
  /// A to M.
  static let firstHalf: [LetterShape] = [
    a, b, c, d, e, f, g, h, i, j, k, l, m,
  ]

  private static let a = LetterShape(
    "A",
    StrokeVariant(
      frequency: 6,
      [
        .corner(0, 1), .corner(0.32, 0), .stop(0.68, 1), .corner(0.12, 0.65),
        .corner(0.6, 0.6),
      ]),
    StrokeVariant(
      frequency: 3,
      [
        .corner(0.33, 0), .corner(0, 1), .corner(0.33, 0.05), .stop(0.68, 1),
        .corner(0.12, 0.65), .corner(0.6, 0.6),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0.05, 0.8), .corner(0, 1), .corner(0.32, 0), .stop(0.68, 1),
        .corner(0.12, 0.65), .corner(0.6, 0.6),
      ]),
    StrokeVariant(
      frequency: 1.5,
      [
        .corner(0.5, 0.2), .curve(0.3, 0.02), .curve(0.05, 0.3), .curve(0.03, 0.8),
        .curve(0.25, 0.97), .corner(0.5, 0.5), .corner(0.52, 0.12), .curve(0.5, 0.7),
        .corner(0.65, 1),
      ]))

  private static let b = LetterShape(
    "B",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.28), .corner(0, 1), .corner(0.02, 0), .curve(0.38, 0), .curve(0.5, 0.2),
        .curve(0.38, 0.42), .corner(0.1, 0.5), .curve(0.45, 0.55), .curve(0.58, 0.75),
        .curve(0.45, 0.95), .corner(0, 1),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 1), .corner(0.02, 0), .curve(0.38, 0), .curve(0.5, 0.2),
        .curve(0.38, 0.42), .corner(0.1, 0.5), .curve(0.45, 0.55), .curve(0.58, 0.75),
        .curve(0.45, 0.95), .corner(0, 1),
      ]))

  private static let c = LetterShape(
    "C",
    StrokeVariant(
      frequency: 3,
      [
        .corner(0.6, 0.1), .curve(0.35, 0), .curve(0.1, 0.15), .curve(0, 0.5),
        .curve(0.1, 0.85), .curve(0.4, 1), .corner(0.75, 0.85),
      ]))

  private static let d = LetterShape(
    "D",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.28), .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.03),
        .curve(0.6, 0.25), .curve(0.62, 0.6), .curve(0.4, 0.93), .corner(0, 1),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.03), .curve(0.6, 0.25),
        .curve(0.62, 0.6), .curve(0.4, 0.93), .corner(0, 1),
      ]))

  private static let e = LetterShape(
    "E",
    StrokeVariant(
      frequency: 2,
      [
        .corner(0, 0.03), .corner(0.65, 0), .corner(0.05, 0.02), .corner(0, 0.48),
        .corner(0.55, 0.47), .corner(0.05, 0.52), .corner(0, 1), .corner(0.7, 0.97),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0.75, 0.03), .corner(0, 0), .corner(0, 0.48), .corner(0.6, 0.47),
        .corner(0.02, 0.52), .corner(0, 1), .corner(0.75, 0.97),
      ]),
    StrokeVariant(
      frequency: 2,
      [
        .corner(0.55, 0.1), .curve(0.3, 0), .curve(0.05, 0.1), .curve(0.05, 0.35),
        .corner(0.4, 0.45), .curve(0.1, 0.52), .curve(0, 0.75), .curve(0.2, 0.97),
        .corner(0.7, 0.92),
      ]))

  private static let f = LetterShape(
    "F",
    StrokeVariant(
      frequency: 3,
      [
        .corner(0.4, 0.03), .corner(0, 0), .stop(0, 1), .corner(0.02, 0.5),
        .corner(0.5, 0.47),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 0.3), .corner(0, 1), .corner(0, 0), .corner(0.6, 0), .corner(0.03, 0.05),
        .corner(0.05, 0.47), .corner(0.5, 0.45),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0.65, 0.03), .corner(0, 0), .stop(0, 1), .corner(0.02, 0.5),
        .corner(0.5, 0.47),
      ]))

  private static let g = LetterShape(
    "G",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0.45, 0.52), .stop(0.85, 0.5), .curve(0.83, 0.8), .curve(0.5, 1),
        .curve(0.1, 0.85), .curve(0, 0.5), .curve(0.12, 0.15), .curve(0.5, 0),
        .corner(0.8, 0.15),
      ]))

  private static let h = LetterShape(
    "H",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.12), .corner(0, 1), .corner(0, 0.5), .corner(0.55, 0.48),
        .stop(0.55, 0.1), .corner(0.57, 1),
      ]),
    StrokeVariant(
      frequency: 2,
      [
        .corner(0, 0), .corner(0, 1), .corner(0.05, 0.6), .curve(0.3, 0.42),
        .curve(0.5, 0.55), .corner(0.52, 1),
      ]))

  private static let i = LetterShape(
    "I",
    StrokeVariant(
      frequency: 5,
      [
        .corner(0, 0), .corner(0, 1),
      ]),
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.03), .corner(0.5, 0), .corner(0.25, 0.02), .corner(0.25, 1),
        .corner(0, 0.98), .corner(0.5, 1),
      ]))

  private static let j = LetterShape(
    "J",
    StrokeVariant(
      frequency: 5,
      [
        .corner(0.5, 0), .corner(0.48, 0.75), .curve(0.38, 0.97), .curve(0.12, 0.95),
        .corner(0, 0.75),
      ]),
    StrokeVariant(
      frequency: 3,
      [
        .corner(0.25, 0), .corner(0.8, 0), .corner(0.55, 0.02), .corner(0.55, 0.8),
        .curve(0.4, 0.98), .curve(0.12, 0.95), .corner(0, 0.75),
      ]),
    StrokeVariant(
      frequency: 3,
      [
        .corner(0.75, 0), .corner(0.72, 0.75), .curve(0.55, 0.97), .curve(0.2, 0.98),
        .corner(0, 0.75),
      ]),
    // A bowl, and a hook that turns up slightly.
    StrokeVariant(
      frequency: 0, inAir: 2,
      [
        .corner(0.55, 0), .curve(0.58, 0.35), .curve(0.5, 0.78), .curve(0.28, 1),
        .curve(0.06, 0.85), .corner(0, 0.5),
      ]),
    StrokeVariant(
      frequency: 0, inAir: 2,
      [
        .corner(0.5, 0), .curve(0.48, 0.4), .curve(0.4, 0.75), .curve(0.2, 1),
        .corner(0, 0.92),
      ]))

  private static let k = LetterShape(
    "K",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.05), .corner(0, 1), .corner(0.03, 0.6), .corner(0.6, 0),
        .corner(0.05, 0.58), .corner(0.65, 1),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 0.05), .corner(0, 1), .corner(0.05, 0.8), .corner(0.6, 0),
        .corner(0.05, 0.58), .corner(0.65, 1),
      ]))

  private static let l = LetterShape(
    "L",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0), .corner(0, 1), .corner(0.7, 1),
      ]))

  private static let m = LetterShape(
    "M",
    StrokeVariant(
      frequency: 3,
      [
        .corner(0, 0.6), .corner(0.02, 1), .corner(0.08, 0), .corner(0.42, 0.6),
        .corner(0.75, 0), .corner(0.85, 1),
      ]),
    StrokeVariant(
      frequency: 2,
      [
        .corner(0, 1), .corner(0.08, 0), .corner(0.42, 0.6), .corner(0.75, 0),
        .corner(0.85, 1),
      ]))
}
