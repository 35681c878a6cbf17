// Strokes, motions and the stabilisers of their paths are part of this module's vocabulary.
@_exported public import DeadReckoning
@_exported public import MotionFusion
