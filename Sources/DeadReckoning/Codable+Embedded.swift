#if hasFeature(Embedded)
  // The stand-in for `Codable`.
  @_exported public import RotationMath
#endif
