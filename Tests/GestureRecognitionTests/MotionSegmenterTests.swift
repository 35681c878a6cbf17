import DeadReckoning
import GestureRecognition
import MotionFusion
import Testing

@Suite("MotionSegmenter")
struct MotionSegmenterTests {
  /// Motions at 100 Hz with these touches.
  private func motions(_ touches: [Bool?]) -> [DeviceMotion] {
    touches.enumerated().map { index, isTouching in
      DeviceMotion(
        timestamp: Double(index) / 100, attitude: Attitude(pitch: 0, roll: 0, yaw: 0),
        rotationRate: .zero, userAcceleration: .zero, isTouching: isTouching)
    }
  }

  /// The index of the first sample of each gesture, and its length.
  private func cut(_ touches: [Bool?]) -> [[Int]] {
    MotionSegmenter().gestures(in: motions(touches)).map { gesture in
      [Int(((gesture.first?.timestamp ?? -1) * 100).rounded()), gesture.count]
    }
  }

  @Test(
    "a gesture is the samples from touch to release",
    arguments: [
      ([false, true, true, false], [[1, 2]]),
      ([true, false, true], [[0, 1], [2, 1]]),
      ([false, true, nil, true, false], [[1, 1], [3, 1]]),
      ([false, false], []),
      ([], []),
    ] as [([Bool?], [[Int]])])
  func touch(touches: [Bool?], expected: [[Int]]) {
    #expect(cut(touches) == expected)
  }

  @Test("a gesture is complete at the first sample after the release")
  func latency() {
    var segmenter = MotionSegmenter()
    let results = motions([false, true, true, false, false]).map { segmenter.update($0)?.count }
    #expect(results == [nil, nil, nil, 2, nil])
    #expect(segmenter.finish() == nil)
  }

  @Test("one hour of touch is dropped and counted, and the next gesture is found")
  func overflow() {
    var segmenter = MotionSegmenter()
    var motion = motions([true])[0]
    for index in 0..<100_002 {
      motion.timestamp = Double(index) / 100
      _ = segmenter.update(motion)
    }
    #expect(segmenter.overflows == 1)
    for (index, isTouching) in [false, true, true, false].enumerated() {
      motion.timestamp = 2000 + Double(index)
      motion.isTouching = isTouching
      let gesture = segmenter.update(motion)
      #expect(gesture?.count == (index == 3 ? 2 : nil))
    }
  }
}
