public import RotationMath
internal import Synchronization

/// The nearest rotation of each matrix, as quaternions: equal to single calls.
///
/// - Parameters:
///   - matrices: Any finite 3×3 matrices.
///   - engine: How to find the rotations.
///   - threads: How many threads may take part. Below some hundred matrices one does it all.
/// - Throws: What ``nearestRotation(to:engine:)`` throws for the first matrix that has no answer.
/// - Complexity: O(*n*); allocates the result.
public func nearestRotations(
  to matrices: [Matrix3<Double>], engine: NearestRotationEngine = .lapack, threads: Int = 1
) throws(LinearAlgebraError) -> [Quaternion<Double>] {
  var rotations = [Quaternion<Double>](repeating: .identity, count: matrices.count)
  var failure: LinearAlgebraError?
  matrices.withUnsafeBufferPointer { matrices in
    rotations.withUnsafeMutableBufferPointer { rotations in
      do throws(LinearAlgebraError) {
        try nearestRotations(to: matrices, engine: engine, into: rotations, threads: threads)
      } catch {
        failure = error
      }
    }
  }
  if let failure { throw failure }
  return rotations
}

/// Writes the nearest rotation of each matrix over `rotations`: equal to single calls.
///
/// - Parameters:
///   - matrices: Any finite 3×3 matrices.
///   - engine: How to find the rotations.
///   - rotations: Where they go, as quaternions.
///   - threads: How many threads may take part. Below some hundred matrices one does it all.
/// - Throws: What ``nearestRotation(to:engine:)`` throws for the first matrix that has no answer;
///   `rotations` then holds only those before it for certain.
/// - Precondition: There is room for as many rotations as there are matrices.
/// - Complexity: O(*n*); allocates nothing on one thread.
public func nearestRotations(
  to matrices: UnsafeBufferPointer<Matrix3<Double>>, engine: NearestRotationEngine = .lapack,
  into rotations: UnsafeMutableBufferPointer<Quaternion<Double>>, threads: Int = 1
) throws(LinearAlgebraError) {
  precondition(
    rotations.count == matrices.count,
    "room for \(rotations.count) rotations of \(matrices.count) matrices")
  let workers = max(1, min(threads, matrices.count / matricesPerThread))
  guard workers > 1 else {
    for index in matrices.indices {
      rotations[index] = try nearestRotation(to: matrices[index], engine: engine).quaternion
    }
    return
  }
  // Each thread writes where no other does.
  nonisolated(unsafe) let (source, target) = (matrices, rotations)
  let failures = Mutex<[Int: LinearAlgebraError]>([:])
  concurrently(workers) { worker in
    let part = worker * source.count / workers..<(worker + 1) * source.count / workers
    for index in part {
      do throws(LinearAlgebraError) {
        target[index] = try nearestRotation(to: source[index], engine: engine).quaternion
      } catch {
        failures.withLock { $0[index] = error }
        return
      }
    }
  }
  if let first = failures.withLock({ $0.min { $0.key < $1.key }?.value }) { throw first }
}

/// Starting a thread costs about as much as this many rotations.
private let matricesPerThread = 512
