func linearAlgebraComparisons() -> [Comparison] { [] }
