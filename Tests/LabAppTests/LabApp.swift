// A student's app in the terms of the lab: MIT 6.1820, lab 3, parts 1 to 3. On an iPhone its
// imports are CoreMotion and GLKit; nothing else differs.

import CMMotion
import Foundation
import GLKMath

struct Stroke2D {
  var x: Double
  var y: Double
  var t: Double
}

struct Stroke3D {
  var location: GLKVector3
  var attitude: GLKQuaternion
  var t: Double
}

protocol LetterProcessorDelegate: AnyObject {
  func gestureProcessor(_ gestureProcessor: LetterProcessor, didRecognizeGesture label: String)
}

/// Parts 1 and 3: strokes on the screen and in the air to letters.
final class LetterProcessor {
  weak var delegate: (any LetterProcessorDelegate)?
  let weights: [[Double]]
  let labels: [String]

  init(weights: [[Double]], labels: [String]) {
    self.weights = weights
    self.labels = labels
  }

  func features(of samples: [Stroke2D], minSize: Double) -> [Double] {
    // 1A: rescale.
    var (minX, maxX) = (Double.infinity, -Double.infinity)
    var (minY, maxY) = (Double.infinity, -Double.infinity)
    for sample in samples {
      (minX, maxX) = (min(minX, sample.x), max(maxX, sample.x))
      (minY, maxY) = (min(minY, sample.y), max(maxY, sample.y))
    }
    let size = max(maxX - minX, maxY - minY)
    let clippedSize = max(size, minSize)
    let rescaled = samples.map {
      Stroke2D(x: ($0.x - minX) / clippedSize, y: ($0.y - minY) / clippedSize, t: $0.t)
    }
    // 1B: time and movement by zone, of each segment's midpoint.
    var features = [Double](repeating: 0, count: 28)
    let duration = rescaled[rescaled.count - 1].t - rescaled[0].t
    for (a, b) in zip(rescaled, rescaled.dropFirst()) {
      let column = min(Int((a.x + b.x) / 2 * 3), 2)
      let row = min(Int((a.y + b.y) / 2 * 3), 2)
      let zone = 3 * row + column
      features[3 * zone] += (b.t - a.t) / duration
      features[3 * zone + 1] += b.x - a.x
      features[3 * zone + 2] += b.y - a.y
    }
    features[27] = 1
    return features
  }

  func processGesture2D(samples: [Stroke2D], minSize: Double) {
    let features = features(of: samples, minSize: minSize)
    // 1E: the largest dot product.
    var best = (label: labels.count - 1, score: -Double.infinity)
    for (label, row) in weights.enumerated() {
      let score = zip(features, row).map(*).reduce(0, +)
      if score > best.score { best = (label, score) }
    }
    delegate?.gestureProcessor(self, didRecognizeGesture: labels[best.label])
  }

  func processGesture3D(samples samples3D: [Stroke3D], minSize: Double) {
    // 3A: the mean attitude.
    var sum = GLKMatrix3()
    for sample in samples3D {
      sum = GLKMatrix3Add(sum, GLKMatrix3MakeWithQuaternion(sample.attitude))
    }
    guard let mean = try? nearestRotation(sum) else { return }
    let toScreen = GLKMatrix3Transpose(mean)
    // 3B: the projection to the screen.
    let samples2D = samples3D.map { sample in
      let p = GLKMatrix3MultiplyVector3(toScreen, sample.location)
      return Stroke2D(x: Double(p.x), y: -Double(p.y), t: sample.t)
    }
    processGesture2D(samples: samples2D, minSize: minSize)
  }
}

/// Part 2: device motion to a path, while the screen is touched.
final class GestureController: LetterProcessorDelegate {
  let motionManager = CMMotionManager()
  let gestureProcessor: LetterProcessor
  var position = GLKVector3()
  var velocity = GLKVector3()
  var lastTime: Double?
  var samples: [Stroke3D] = []
  var text = ""
  let alpha: Float = 2

  init(processor: LetterProcessor) {
    gestureProcessor = processor
    gestureProcessor.delegate = self
  }

  func start(on queue: OperationQueue) {
    motionManager.deviceMotionUpdateInterval = 0
    motionManager.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: queue) {
      [weak self] motion, error in
      self?.accumulateMotion(motion)
    }
  }

  func accumulateMotion(_ motion: CMDeviceMotion?) {
    guard let motion else { return }
    let dt = Float(motion.timestamp - (lastTime ?? motion.timestamp))
    lastTime = motion.timestamp
    let attitude = GLKQuaternionFromCMQuaternion(motion.attitude.quaternion)
    // 2A: to the reference frame, in m/s², with the sign of the sensor undone.
    var acceleration = GLKVector3FromCMAcceleration(motion.userAcceleration)
    acceleration = GLKQuaternionRotateVector3(attitude, acceleration)
    acceleration = GLKVector3MultiplyScalar(acceleration, -9.80665)
    // 2B and 2C: split steps with exponential damping.
    let half = GLKVector3MultiplyScalar(acceleration, dt / 2)
    let decay = exp(-alpha * dt / 2)
    velocity = GLKVector3Add(GLKVector3MultiplyScalar(velocity, decay), half)
    position = GLKVector3Add(
      GLKVector3MultiplyScalar(position, exp(-alpha * dt)), GLKVector3MultiplyScalar(velocity, dt))
    velocity = GLKVector3Add(GLKVector3MultiplyScalar(velocity, decay), half)
    appendPoint(position, attitude: attitude, at: motion.timestamp, isTouched: motion.isTouching)
  }

  func appendPoint(
    _ point: GLKVector3, attitude: GLKQuaternion, at time: Double, isTouched: Bool?
  ) {
    if isTouched == true {
      samples.append(Stroke3D(location: point, attitude: attitude, t: time))
    } else {
      if !samples.isEmpty { gestureProcessor.processGesture3D(samples: samples, minSize: 0.01) }
      samples = []
      position = GLKVector3()
      velocity = GLKVector3()
    }
  }

  func gestureProcessor(_ gestureProcessor: LetterProcessor, didRecognizeGesture label: String) {
    text += label
  }
}
