/// The style of one writer, in units of a letter's height and seconds.
package struct WritingStyle: Hashable, Sendable {
  /// The shift to the right of a letter's top. Default: 0.
  package var slant = 0.0
  /// Whether the writer uses `frequencyInAir` instead of
  /// `frequency`. Default: `false`.
  package var isInAir = false
  /// The probability that the writer's way of writing a letter is one of
  /// `LetterShape.handwrittenVariants` instead of `LetterShape.variants`. Default: 0.
  package var handwrittenShare = 0.0
  /// The width of the letters, relative to the shapes of `LetterShape`. Default: 1.
  var aspectRatio = 1.0
  /// The rotation of the line of writing in radians, clockwise on the screen. Default: 0.
  package var rotation = 0.0

  /// The duration of a movement as long as a letter is high, in seconds. Default: 0.28 s.
  var movementTime = 0.28
  /// The exponent of a movement's duration over its length: 0 is the same duration for every length
  /// (isochrony), 1 the same speed. Default: 0.5.
  var timeExponent = 0.5
  /// The overlap of two movements at a corner, as a share of the shorter one; 0 stops at the
  /// corner. Default: 0.2.
  var cornerOverlap = 0.2
  /// The overlap of two movements within a curve. Default: 0.52.
  var curveOverlap = 0.52
  /// The pause where a stroke stops on its way, as a share of the shorter movement. Default: 0.5.
  var pauseAtStop = 0.5
  /// The pause between touching and moving, in seconds. Default: 0.12 s.
  var pauseBefore = 0.12
  /// The pause between stopping and releasing, in seconds. Default: 0.12 s.
  var pauseAfter = 0.12

  /// The pause between two strokes of a printed letter, in seconds. Default: 0.12 s.
  var pauseBetweenStrokes = 0.12
  /// The exponent of the frequencies of printed forms: 1 is as often as people use them, 0 all
  /// equally often. Default: 1.
  var formExponent = 1.0

  /// The deviation of the writer's own letter shape from the common one: the standard deviation
  /// of each node's coordinates. Default: 0.025.
  package var shapeDeviation = 0.025
  /// The deviation of each take from the writer's own shape, likewise. Default: 0.025.
  package var takeDeviation = 0.025
  /// The standard deviation of the logarithm of the width, by take. Default: 0.06.
  package var aspectDeviation = 0.06
  /// The standard deviation of the logarithm of the duration, by movement. Default: 0.12.
  var timeDeviation = 0.12
  /// The standard deviation of the logarithm of the pauses, by take. Default: 0.35.
  var pauseDeviation = 0.35

  /// The style of an average writer.
  package init() {}
}
