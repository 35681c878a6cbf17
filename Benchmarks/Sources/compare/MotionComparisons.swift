func motionComparisons() -> [Comparison] { [] }
