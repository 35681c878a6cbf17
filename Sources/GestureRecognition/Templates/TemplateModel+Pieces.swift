internal import RealModule

extension TemplateModel {
  /// The squared distance of what no piece explains.
  var unexplainedDistance: Float {
    Float(
      matching.unexplainedDistance * matching.unexplainedDistance * Double(normalizer.pointCount))
  }

  /// How much nearer each class is to a long gesture than ``unexplainedDistance``, told piece by
  /// piece, as the logarithm of the ratio of distances, 0 or more.
  ///
  /// Told as a class, a gesture is a row of pieces that do not overlap, each at its distance to the
  /// class, with gaps at ``TemplateMatching/unexplainedDistance``. The distance to the class is the
  /// mean over time, of logarithms, of the row that makes it least. So a letter that was written
  /// twice is near it, and one that only resembles another for a moment is not.
  ///
  /// - Parameter skipped: For some classes, which examples to leave out.
  /// - Complexity: O(*p*²) for *p* pieces, besides their comparisons.
  func explanations(
    of series: MotionSeries, skipping skipped: [Int: Range<Int>]
  ) -> [Double] {
    let limit = unexplainedDistance
    let pieces = series.pieces.sorted { $0.end < $1.end }
    // Of the pieces before each, how many end before it starts.
    let disjoint = pieces.map { piece in
      pieces.count { $0.end <= piece.start }
    }
    let gains = pieces.map { piece -> [Double] in
      var search = TemplateSearch(
        classes: classes, matching: matching, limit: limit, skipping: skipped)
      search.compare(with: probe(of: piece))
      return search.straightDistances.map {
        piece.duration * (Self.logarithm(limit) - Self.logarithm(min($0, limit)))
      }
    }
    return classes.indices.map { place in
      // The greatest gain of a row of the first so many pieces: weighted interval scheduling.
      var greatest = [0.0]
      for index in pieces.indices {
        greatest.append(
          max(greatest[index], greatest[disjoint[index]] + gains[index][place]))
      }
      return series.duration > 0 ? greatest[pieces.count] / series.duration : 0
    }
  }
}

extension MotionSeries {
  /// When a piece ends within its gesture, in seconds.
  fileprivate var end: Double { start + duration }
}
