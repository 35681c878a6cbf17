/// A test statistic for zero-velocity detection: below 1 the device is stationary.
///
/// With *a* the accelerometer's reading, ā its mean over the window, *g* standard gravity, *ω* the
/// angular rate, ⟨ ⟩ the mean over the window, and *A* and *Ω* the limits of acceleration and rate.
///
/// Source: I. Skog, P. Händel, J.-O. Nilsson, J. Rantakokko, *Zero-velocity detection — an
/// algorithm evaluation*, IEEE Transactions on Biomedical Engineering 57(11), 2010,
/// doi:10.1109/TBME.2010.2060723. The limits combine that paper's noise densities and threshold.
public enum ZeroVelocityStatistic: String, Hashable, Sendable, Codable, CaseIterable {
  /// The stance hypothesis with gravity known from the attitude.
  ///
  /// ⟨|*a*|²⟩/*A*² + ⟨|*ω*|²⟩/*Ω*², with *a* the user acceleration of device motion. Detects every
  /// push.
  case knownGravity = "known-gravity"
  /// Stance hypothesis optimal estimation (SHOE), for raw samples.
  ///
  /// ⟨|*a* - *g* ā/|ā||²⟩/*A*² + ⟨|*ω*|²⟩/*Ω*²: both sensors are quiet, and the accelerometer reads
  /// one g. A push across gravity without a turn changes that reading little and can be missed.
  case stanceHypothesis = "shoe"
  /// Angular rate energy detection (ARED): ⟨|*ω*|²⟩/*Ω*². Misses a push without a turn.
  case angularRateEnergy = "ared"
  /// Acceleration moving variance: ⟨|*a* - ā|²⟩/*A*². Misses constant velocity and slow turns.
  case movingVariance = "moving-variance"
}
