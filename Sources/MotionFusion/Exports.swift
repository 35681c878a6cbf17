// Vectors and quaternions are part of this module's vocabulary: one import brings both.
@_exported public import RotationMath
