import GestureRecognition
import Inputs
import LinearAlgebra
import RotationMath

/// The calls with inputs of any size.
func slopes() -> [Slope] {
  [
    scoring(), mean(.chordalL2), mean(.geodesicL2), robustMean(), features(), recognition(),
    templates(),
  ]
}

/// A sink for results, so that no work is removed as unused.
nonisolated(unsafe) private var sink = 0.0

private func rotations(_ count: Int) -> [Quaternion<Double>] {
  var random = SplitMix64(seed: 31)
  return (0..<count).map { _ in
    Quaternion(
      rotationVector: Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.3)
  }
}

private func scoring() -> Slope {
  Slope(
    name: "score rows of 28 features against 26 classes", expected: 1,
    sizes: [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536]
  ) { rows in
    var random = SplitMix64(seed: 32)
    let scorer = LinearScorer(
      weights: (0..<26 * 28).map { _ in random.nextNormal() }, featureCount: 28)
    let features = (0..<rows * 28).map { _ in random.nextNormal() }
    var scores = [Double](repeating: 0, count: rows * 26)
    return {
      features.withUnsafeBufferPointer { features in
        scores.withUnsafeMutableBufferPointer {
          scorer.score(rows: features, count: rows, into: $0)
        }
      }
      sink += scores[0]
    }
  }
}

private func mean(_ method: RotationAverageMethod) -> Slope {
  Slope(
    name: "average of rotations, \(method.rawValue)", expected: 1,
    sizes: [1, 10, 100, 1_000, 10_000, 100_000]
  ) { count in
    let rotations = rotations(count)
    return { sink += (try? averageRotation(of: rotations, method: method))?.rotation.x ?? 0 }
  }
}

private func robustMean() -> Slope {
  Slope(
    name: "average of rotations, robust, which compares each with up to 512", expected: 1,
    sizes: [1, 10, 100, 1_000, 4_000, 16_000]
  ) { count in
    let rotations = rotations(count)
    return { sink += (try? averageRotation(of: rotations, method: .robust))?.rotation.x ?? 0 }
  }
}

/// A random walk.
private func stroke(_ count: Int) -> [Sample2D] {
  var random = SplitMix64(seed: 33)
  var (x, y) = (0.0, 0.0)
  return (0..<count).map { i in
    x += random.nextNormal()
    y += random.nextNormal()
    return Sample2D(x: x, y: y, timestamp: Double(i) / 100)
  }
}

private func features() -> Slope {
  Slope(
    name: "zone features of a stroke", expected: 1, sizes: [10, 100, 1_000, 10_000, 100_000]
  ) { count in
    let stroke = stroke(count)
    return { sink += (try? ZoneFeatures().vector(of: stroke, minSize: 0))?[0] ?? 0 }
  }
}

private func recognition() -> Slope {
  let model = try? FeatureModel.uppercaseZones()
  return Slope(
    name: "recognition of a batch of vectors by the built-in model", expected: 1,
    sizes: [1, 10, 100, 1_000, 10_000]
  ) { rows in
    var random = SplitMix64(seed: 34)
    let width = ZoneFeatures().count
    let vectors = (0..<rows).map { _ in (0..<width).map { _ in random.nextNormal() } }
    return { sink += (try? model?.recognize(batch: vectors))?[0].score ?? 0 }
  }
}

private func templates() -> Slope {
  let letters = AirLetters(writers: 301, seed: 35)
  let probes = letters.motions.suffix(10)
  return Slope(
    name: "recognition of an air letter by nearest templates", expected: 1,
    sizes: [10, 30, 100, 300, 900, 3_000]
  ) { count in
    let model = letters.model(examples: count)
    return {
      for probe in probes { sink += (try? model.recognize(probe))?.score ?? 0 }
    }
  }
}
