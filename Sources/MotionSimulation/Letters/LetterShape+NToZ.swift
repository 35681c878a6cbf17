// Letter heights, x to the right and y downwards; the frequencies are relative.

extension LetterShape {
  /// N to Z.
  static let secondHalf: [LetterShape] = [
    n, o, p, q, r, s, t, u, v, w, x, y, z,
  ]

  private static let n = LetterShape(
    "N",
    StrokeVariant(
      frequency: 3,
      [
        .corner(0, 1), .corner(0.03, 0), .corner(0.65, 1), .corner(0.68, 0),
      ]),
    StrokeVariant(
      frequency: 3,
      [
        .corner(0, 0.3), .corner(0.02, 1), .corner(0.03, 0), .corner(0.65, 1),
        .corner(0.68, 0),
      ]))

  private static let o = LetterShape(
    "O",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0.42, 0), .curve(0.12, 0.12), .curve(0, 0.5), .curve(0.15, 0.88),
        .curve(0.45, 1), .curve(0.75, 0.85), .curve(0.85, 0.5), .curve(0.7, 0.12),
        .corner(0.4, 0),
      ]),
    // From the right, not closed, and more than once round.
    StrokeVariant(
      frequency: 0, inAir: 1.5,
      [
        .corner(0.78, 0.2), .curve(0.42, 0), .curve(0.12, 0.12), .curve(0, 0.5),
        .curve(0.15, 0.88), .curve(0.45, 1), .curve(0.75, 0.85), .corner(0.85, 0.5),
      ]),
    StrokeVariant(
      frequency: 0, inAir: 1.5,
      [
        .corner(0.42, 0), .curve(0.12, 0.12), .curve(0, 0.5), .curve(0.15, 0.88),
        .curve(0.45, 1), .curve(0.75, 0.85), .corner(0.85, 0.4),
      ]),
    StrokeVariant(
      frequency: 0, inAir: 1.5,
      [
        .corner(0.42, 0), .curve(0.12, 0.12), .curve(0, 0.5), .curve(0.15, 0.88),
        .curve(0.45, 1), .curve(0.75, 0.85), .curve(0.85, 0.5), .curve(0.7, 0.12),
        .curve(0.4, 0), .corner(0.12, 0.2),
      ]))

  private static let p = LetterShape(
    "P",
    StrokeVariant(
      frequency: 2,
      [
        .corner(0, 0.28), .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.02),
        .curve(0.52, 0.25), .curve(0.4, 0.48), .corner(0, 0.58),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.02), .curve(0.52, 0.25),
        .curve(0.4, 0.48), .corner(0, 0.58),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 0.45), .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.02),
        .curve(0.52, 0.25), .curve(0.4, 0.5), .corner(0, 0.6),
      ]))

  private static let q = LetterShape(
    "Q",
    StrokeVariant(
      frequency: 2,
      [
        .corner(0.4, 0), .curve(0.12, 0.12), .curve(0, 0.5), .curve(0.12, 0.8),
        .curve(0.4, 0.9), .curve(0.68, 0.75), .curve(0.75, 0.4), .curve(0.65, 0.1),
        .corner(0.4, 0), .stop(0.45, 0.6), .corner(0.85, 1),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0.4, 0), .curve(0.12, 0.12), .curve(0, 0.5), .curve(0.12, 0.8),
        .curve(0.4, 0.9), .curve(0.68, 0.75), .curve(0.75, 0.4), .curve(0.65, 0.1),
        .corner(0.4, 0.02), .corner(0.45, 0.5), .corner(0.8, 1),
      ]))

  private static let r = LetterShape(
    "R",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.28), .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.02),
        .curve(0.5, 0.25), .curve(0.38, 0.45), .corner(0.05, 0.52), .corner(0.6, 1),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.02), .curve(0.5, 0.25),
        .curve(0.38, 0.45), .corner(0.05, 0.52), .corner(0.6, 1),
      ]),
    StrokeVariant(
      frequency: 2,
      [
        .corner(0, 0.48), .corner(0, 1), .corner(0.02, 0), .curve(0.4, 0.02),
        .curve(0.5, 0.22), .curve(0.38, 0.45), .corner(0.05, 0.55), .corner(0.55, 1),
      ]))

  private static let s = LetterShape(
    "S",
    StrokeVariant(
      frequency: 3,
      [
        .corner(0.6, 0.1), .curve(0.35, 0), .curve(0.08, 0.1), .curve(0.05, 0.32),
        .curve(0.35, 0.47), .curve(0.6, 0.62), .curve(0.58, 0.85), .curve(0.3, 1),
        .corner(0, 0.88),
      ]))

  private static let t = LetterShape(
    "T",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.03), .corner(0.85, 0), .corner(0.42, 0.03), .corner(0.43, 1),
      ]))

  private static let u = LetterShape(
    "U",
    StrokeVariant(
      frequency: 2,
      [
        .corner(0, 0), .curve(0.03, 0.75), .curve(0.2, 1), .curve(0.45, 0.95),
        .curve(0.58, 0.7), .corner(0.62, 0),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 0), .curve(0.03, 0.75), .curve(0.15, 0.97), .curve(0.4, 0.9),
        .corner(0.52, 0.1), .curve(0.55, 0.85), .corner(0.7, 0.98),
      ]),
    StrokeVariant(
      frequency: 1.5,
      [
        .corner(0, 0), .curve(0.02, 0.7), .curve(0.15, 0.97), .curve(0.38, 0.85),
        .corner(0.47, 0.05), .curve(0.48, 0.75), .corner(0.62, 0.97),
      ]))

  private static let v = LetterShape(
    "V",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0), .corner(0.35, 1), .corner(0.7, 0),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 0), .curve(0.25, 0.95), .curve(0.4, 0.95), .corner(0.7, 0),
      ]))

  private static let w = LetterShape(
    "W",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0), .corner(0.22, 1), .corner(0.42, 0.35), .corner(0.62, 1),
        .corner(0.82, 0),
      ]),
    StrokeVariant(
      frequency: 2,
      [
        .corner(0, 0), .curve(0.05, 0.7), .curve(0.2, 1), .curve(0.38, 0.85),
        .corner(0.42, 0.4), .curve(0.48, 0.85), .curve(0.65, 0.98), .curve(0.78, 0.7),
        .corner(0.82, 0),
      ]))

  private static let x = LetterShape(
    "X",
    StrokeVariant(
      frequency: 4, inAir: 2,
      [
        .corner(0, 0.1), .corner(0.68, 1), .corner(0.02, 1), .corner(0.65, 0),
      ]),
    StrokeVariant(
      frequency: 3,
      [
        .corner(0, 0.05), .corner(0.7, 1), .corner(0.7, 0), .corner(0, 1),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0.65, 0), .corner(0, 1), .corner(0.65, 1), .corner(0, 0),
      ]),
    // In one loop.
    StrokeVariant(
      frequency: 0, inAir: 4,
      [
        .corner(0, 0.05), .curve(0.62, 0.95), .curve(0.82, 0.5), .curve(0.66, 0.05),
        .corner(0, 1),
      ]))

  private static let y = LetterShape(
    "Y",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.02), .corner(0.3, 0.45), .corner(0.58, 0), .corner(0.28, 0.5),
        .corner(0.25, 1),
      ]),
    StrokeVariant(
      frequency: 1,
      [
        .corner(0, 0.02), .corner(0.3, 0.45), .corner(0.58, 0), .corner(0.32, 0.5),
        .corner(0.05, 1),
      ]))

  private static let z = LetterShape(
    "Z",
    StrokeVariant(
      frequency: 4,
      [
        .corner(0, 0.02), .corner(0.7, 0), .corner(0, 1), .corner(0.75, 0.97),
      ]))
}
