import CPeers
import Foundation
import GestureRecognition
import GestureTraining
import Inputs
import LinearAlgebra
import MotionFusion
import MotionSimulation
import RotationMath

/// Features, classification and training of letters.
func gestureComparisons(_ peers: Peers) -> [Comparison] {
  featureComparisons(peers) + classification() + [airLetter()] + training(peers)
}

/// Strokes of 100 samples in the unit square.
private func strokes(_ count: Int) -> [[Sample2D]] {
  var random = SplitMix64(seed: 21)
  return (0..<count).map { _ in
    var (x, y) = (random.nextNormal(), random.nextNormal())
    let walk = (0..<100).map { i in
      x += random.nextNormal()
      y += random.nextNormal()
      return Sample2D(x: x, y: y, timestamp: Double(i) / 100)
    }
    return (try? StrokeRescaler().rescaled(walk)) ?? walk
  }
}

private func featureComparisons(_ peers: Peers) -> [Comparison] {
  let count = 64
  let strokes = strokes(count)
  let features = ZoneFeatures()
  let a = Block(count: count * features.count) { 0.0 }
  func ours() {
    for (row, stroke) in strokes.enumerated() {
      guard let vector = try? features.vector(ofRescaled: stroke) else { continue }
      for (i, feature) in vector.enumerated() { a.elements[row * vector.count + i] = feature }
    }
  }
  let points = strokes.flatMap { $0.flatMap { [$0.x, $0.y, $0.timestamp] } }
  let b = Block(count: count * features.count) { 0.0 }
  let name = "28 zone features of a stroke of 100 samples"
  let shares = copy(points)
  return [
    Comparison(
      name: name, peer: "C without checks", targetNanoseconds: 1_000, operations: count,
      ours: Side(ours),
      theirs: Side {
        for row in 0..<count {
          c_zone_features(shares + 300 * row, 100, b.scalars + 28 * row)
        }
      },
      disagreement: { relativeDifference(a.values, b.values) },
      reason: "ours checks every sample and allocates the vector")
  ]
    + peers.compare(
      name, with: "numpy", job: "numpy_zone_features", [(points, [count, 100, 3])],
      operations: count, ours: ours, tolerance: 1e-12,
      disagreement: { relativeDifference(a.values, $0) })
}

/// One vector of 28 features to one of 26 classes.
private func classification() -> [Comparison] {
  let (classes, width, count) = (26, 28, 64)
  var random = SplitMix64(seed: 22)
  let weights = (0..<classes * width).map { _ in random.nextNormal() }
  let letters = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
  guard let model = try? FeatureModel(labels: letters, weights: weights) else { return [] }
  let scorer = LinearScorer(weights: weights, featureCount: width)
  let vectors = (0..<count).map { _ in (0..<width).map { _ in random.nextNormal() } }
  let features = copy(vectors.flatMap { $0 })
  let byClass = copy(weights)
  let scores = Block(count: classes) { 0.0 }
  let peerScores = Block(count: classes) { 0.0 }
  let a = Block(count: count) { 0.0 }
  let b = Block(count: count) { 0.0 }
  let read = Block(count: count) { 0.0 }
  return [
    Comparison(
      name: "best of 26 classes for one 28-vector", peer: "cblas_dgemv and argmax",
      targetNanoseconds: 150, operations: count,
      ours: Side {
        for row in 0..<count {
          let out = UnsafeMutableBufferPointer(start: scores.elements, count: classes)
          scorer.score(
            rows: UnsafeBufferPointer(start: features + row * width, count: width), count: 1,
            into: out)
          a.elements[row] = Double(LinearScorer.best(of: out) ?? -1)
        }
      },
      theirs: Side {
        for row in 0..<count {
          c_gemv(
            byClass, features + row * width, peerScores.scalars, Int32(classes), Int32(width))
          b.elements[row] = Double(c_argmax(peerScores.scalars, Int32(classes)))
        }
      },
      disagreement: { relativeDifference(a.values, b.values) }),
    Comparison(
      name: "recognition of one 28-vector with all 26 alternatives and confidences", peer: "",
      operations: count,
      ours: Side {
        for (row, vector) in vectors.enumerated() {
          if let label = try? model.recognize(vector).label, let letter = label.utf8.first {
            read.elements[row] = Double(letter) - 65
          }
        }
      },
      theirs: nil, disagreement: { relativeDifference(read.values, a.values) }),
  ]
}

/// From a gesture's samples to its letter, against 900 kept examples.
private func airLetter() -> Comparison {
  let (kept, probes) = (900, 100)
  let letters = Deferred { AirLetters(writers: (kept + probes) / 10, seed: 24) }
  let model = Deferred { letters.value.model(examples: kept) }
  let right = Block(count: 1) { 0 }
  return Comparison(
    name: "recognition of one air letter, 900 examples of 10 letters", peer: "",
    targetNanoseconds: 500_000, operations: probes,
    ours: Side {
      let (model, letters) = (model.value, letters.value)
      right.elements[0] = 0
      for probe in kept..<letters.motions.count
      where (try? model.recognize(letters.motions[probe]))?.label == letters.labels[probe] {
        right.elements[0] += 1
      }
    },
    theirs: nil,
    // Most letters of writers that the model has not seen are read right, or it has not compared.
    disagreement: {
      model.value.exampleCount == kept && right.elements[0] * 10 > probes * 8 ? 0 : .infinity
    })
}

/// The lab's training: as many vectors, of letters by eighteen writers, from fewer starts.
private func training(_ peers: Peers) -> [Comparison] {
  let (starts, classes, width) = (16, 26, 28)
  let features = ZoneFeatures()
  var vectors: [[Double]] = []
  var labels: [Int] = []
  for stroke in ScreenSimulator().alphabet(writers: 18, seed: 23).prefix(457) {
    guard let letter = stroke.label?.utf8.first,
      let vector = try? features.vector(of: stroke.samples, minSize: 0)
    else { continue }
    vectors.append(vector)
    labels.append(Int(letter) - 65)
  }
  let perceptron = MulticlassPerceptron(starts: starts)
  let result = Block(count: classes * width) { 0.0 }
  // Where each start begins: what the package's documentation calls a sequence of its own.
  var mixer = SplitMix64(seed: perceptron.seed)
  let base = mixer.next()
  let beginnings = (0..<starts).flatMap { start -> [Double] in
    var first = SplitMix64(seed: base &+ UInt64(start))
    var random = SplitMix64(seed: first.next())
    let byFeature = (0..<classes * width).map { _ in random.nextNormal() }
    return (0..<classes * width).map { byFeature[$0 % width * classes + $0 / width] }
  }
  let (examples, truth) = (vectors, labels)
  return peers.compare(
    "perceptron, \(examples.count) vectors of 28 features, 26 classes, a start", with: "numpy",
    job: "numpy_perceptron",
    [
      (examples.flatMap { $0 }, [examples.count, width]), (truth.map(Double.init), [truth.count]),
      (beginnings, [starts, classes, width]),
    ], target: 1 / 50.0, operations: starts,
    ours: {
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        let trained = try? await perceptron.train(
          vectors: examples, classes: truth, classCount: classes, width: 1)
        for (i, weight) in (trained?.weights ?? []).enumerated() { result.elements[i] = weight }
        done.signal()
      }
      done.wait()
    }, tolerance: 1e-9, disagreement: { relativeDifference(result.values, $0) })
}
