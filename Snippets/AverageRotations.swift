// Averages of rotations, nearest rotations, and the alignment of points.

// snippet.hide
import LinearAlgebra
import RotationMath

// snippet.show
// snippet.average
func average(_ orientations: [Quaternion<Double>]) throws {
  let average = try averageRotation(of: orientations, method: .robust)
  guard average.isUnique else { return print("the average is not unique") }
  print(average.rotation, average.spread)  // a unit quaternion, and radians
}
// snippet.end

// snippet.accumulate
func runningMean(of stream: some Sequence<Quaternion<Double>>) throws -> RotationAverage {
  var sum = RotationAccumulator()
  for rotation in stream { try sum.add(rotation, weight: 1) }
  return try sum.average()
}
// snippet.end

// snippet.nearest
func nearest(to matrix: Matrix3<Double>) throws {
  let nearest = try nearestRotation(to: matrix, engine: .direct)
  print(nearest.rotation, nearest.gap)  // a small gap: the rotation is ill-determined
}
// snippet.end

// snippet.align
func align(_ scan: [Vector3<Double>], to model: [Vector3<Double>]) throws {
  let alignment = try similarityAlignment(of: scan, to: model)
  print(alignment.scale, alignment.rootMeanSquareResidual, scan.map(alignment.act))
}
// snippet.end
