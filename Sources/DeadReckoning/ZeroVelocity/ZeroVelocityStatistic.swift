/// What tells a device at rest from one that moves: a mean over a short window, held against a
/// limit in physical units.
///
/// With *a* the accelerometer's reading, ā its mean over the window, *g* standard gravity and *ω*
/// the angular rate, ⟨ ⟩ the mean over the window, and *A* and *Ω* the limits of acceleration and
/// rate, the device is at rest where the statistic is below 1.
///
/// Source: I. Skog, P. Händel, J.-O. Nilsson, J. Rantakokko, *Zero-velocity detection — an
/// algorithm evaluation*, IEEE Transactions on Biomedical Engineering 57(11), 2010,
/// doi:10.1109/TBME.2010.2060723, whose likelihood ratios these are with the noise of the sensors
/// and the threshold taken together into the limits.
public enum ZeroVelocityStatistic: String, Hashable, Sendable, Codable, CaseIterable {
  /// The stance hypothesis with gravity known from the attitude, as device motion has it:
  /// ⟨|*a*|²⟩/*A*² + ⟨|*ω*|²⟩/*Ω*², with *a* the user's acceleration. Sees every push.
  case knownGravity = "known-gravity"
  /// Stance hypothesis optimal estimation: ⟨|*a* - *g* ā/|ā||²⟩/*A*² + ⟨|*ω*|²⟩/*Ω*². Both sensors
  /// have to be quiet, and the accelerometer to read one g. For raw samples: a push across gravity that
  /// does not turn the device changes that reading little, and escapes it.
  case stanceHypothesis = "shoe"
  /// Angular rate energy: ⟨|*ω*|²⟩/*Ω*². Needs no accelerometer; a push without a turn escapes it.
  case angularRateEnergy = "ared"
  /// Moving variance of the acceleration: ⟨|*a* - ā|²⟩/*A*². Needs no gyro; constant velocity and a
  /// slow turn escape it.
  case movingVariance = "moving-variance"
}
