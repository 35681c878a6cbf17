internal import RealModule

extension TemplateModel {
  /// The squared distance of the gaps between segments.
  var unexplainedDistance: Float {
    Float(
      matching.unexplainedDistance * matching.unexplainedDistance * Double(normalizer.pointCount))
  }

  /// The gain of each class over gaps for a long gesture, as the logarithm of a ratio of distances.
  ///
  /// A class explains a gesture as a sequence of segments that do not overlap, each at its distance
  /// to the class, with gaps at `unexplainedDistance`. The distance to the class
  /// is the mean over time of the logarithms, for the sequence that minimises it. A letter written
  /// twice is therefore near its class; a moment's resemblance is not. Gains are 0 or more.
  ///
  /// - Parameter skipped: The examples to leave out, for some classes.
  /// - Complexity: O(*p*²) for *p* segments, besides their comparisons.
  func explanations(
    of series: MotionSeries, skipping skipped: [Int: Range<Int>]
  ) -> [Double] {
    let limit = unexplainedDistance
    let pieces = series.pieces.sorted { $0.end < $1.end }
    // The number of segments that end before each one starts.
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
      // Weighted interval scheduling: the greatest gain of the first segments, by their number.
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
  /// The end of a segment within its gesture, in seconds.
  fileprivate var end: Double { start + duration }
}
