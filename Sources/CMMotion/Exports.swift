// Live motion and its sources are part of this module's vocabulary.
@_exported public import MotionDelivery
@_exported public import MotionFusion
