/// The habits of one writer, in units of a letter's height and of seconds.
public struct WritingStyle: Hashable, Sendable {
  /// How far the letters lean: the shift to the right of their top, in letter heights.
  /// Default: 0.
  public var slant = 0.0
  /// Whether letters take the ways that they take in the air (``StrokeVariant/frequencyInAir``) rather than
  /// those on a screen. Default: `false`.
  public var isInAir = false
  /// How wide the letters are, relative to the shapes of ``LetterShape``. Default: 1.
  public var aspectRatio = 1.0
  /// How the line of writing is turned, in radians, clockwise on the screen. Default: 0.
  public var rotation = 0.0

  /// The time of a movement as long as a letter is high, in seconds. Default: 0.28 s.
  public var movementTime = 0.28
  /// How the time of a movement grows with its length: 0 is the same time for every length
  /// (isochrony), 1 the same speed. Hands are about half way. Default: 0.5.
  public var timeExponent = 0.5
  /// How much two movements overlap at a corner, as a share of the shorter one. 0 stops at the
  /// corner, more rounds it. Default: 0.2.
  public var cornerOverlap = 0.2
  /// The same within a curve. Default: 0.52.
  public var curveOverlap = 0.52
  /// The rest where a stroke stops on its way, as a share of the shorter movement. Default: 0.5.
  public var pause = 0.5
  /// The rest between touching and moving, in seconds. Default: 0.12 s.
  public var restBefore = 0.12
  /// The rest between stopping and letting go, in seconds. Default: 0.12 s.
  public var restAfter = 0.12

  /// How far the writer's own shape of a letter is from the common one: the standard deviation
  /// of each node's coordinates, in letter heights. Default: 0.025.
  public var shapeDeviation = 0.025
  /// How far each take is from the writer's own shape, likewise. Default: 0.025.
  public var takeDeviation = 0.025
  /// How the width varies from take to take: the standard deviation of its logarithm.
  /// Default: 0.06.
  public var aspectDeviation = 0.06
  /// How movement times vary from one movement to the next, likewise. Default: 0.12.
  public var timeDeviation = 0.12
  /// How the rests vary from take to take, likewise. Default: 0.35.
  public var restDeviation = 0.35

  /// The habits of an average writer.
  public init() {}
}
