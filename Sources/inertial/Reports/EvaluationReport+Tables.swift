internal import GestureRecognition

extension EvaluationReport {
  /// The confusion matrix.
  var confusion: String? {
    guard !answer.labels.isEmpty else { return nil }
    let head = answer.labels.map { "<th scope=\"col\">\(HTML.escaped($0))</th>" }.joined()
    let rows = answer.labels.indices.map { row -> String in
      let counts = answer.confusion[row]
      let total = counts.reduce(0, +)
      let cells = counts.indices.map { column -> String in
        let count = counts[column]
        guard count > 0 else { return "<td></td>" }
        let share = Double(count) / Double(total)
        let isRight = row == column
        // Single errors stay visible; the diagonal is muted.
        let strength = isRight ? 0.12 + 0.5 * share : 0.25 + 0.6 * share
        return "<td class=\"\(isRight ? "hit" : "miss")\" style=\"--s:"
          + "\(decimal(100 * strength, places: 0))%\" title=\"\(HTML.escaped(answer.labels[row])) "
          + "recognised as \(HTML.escaped(answer.labels[column])): \(count)\">\(count)</td>"
      }
      let right = total > 0 ? percentage(Double(counts[row]) / Double(total)) : "–"
      return "<tr><th scope=\"row\">\(HTML.escaped(answer.labels[row]))</th>\(cells.joined())"
        + "<td class=\"sum\">\(right)</td></tr>"
    }
    let table =
      "<div class=\"wide\"><table class=\"confusion\"><thead><tr><td></td>\(head)"
      + "<td class=\"sum\">accuracy</td></tr></thead><tbody>\(rows.joined(separator: "\n"))"
      + "</tbody></table></div>\n"
    let wrong = answer.total - answer.correct
    let unread = result.outcomes.count { $0.recognition == nil }
    return section(
      "Confusion matrix",
      (
        table,
        "Rows are true labels, columns recognised labels; empty cells are zero. "
          + "\(wrong) of \(answer.total) are wrong; the last column is the accuracy of each row."
          + (unread > 0 ? " \(unread) without a recognition have no column." : "")
      ))
  }

  /// The accuracy by writer, as bars.
  var writers: String? {
    guard let users = answer.perUser, !users.isEmpty else { return nil }
    let rows = users.sorted { $0.key < $1.key }.map { user, share -> String in
      let interval = Self.interval(correct: share.correct, total: share.total)
      return """
        <tr><th scope="row">\(HTML.escaped(user))</th><td class="bar">\
        <span style="width:\(decimal(100 * share.accuracy, places: 1))%"></span>\
        <i style="left:\(decimal(100 * interval.lowerBound, places: 1))%;\
        width:\(decimal(100 * (interval.upperBound - interval.lowerBound), places: 1))%"></i></td>\
        <td>\(percentage(share.accuracy))</td><td>\(share.correct) of \(share.total)</td></tr>
        """
    }
    return section(
      "Accuracy by writer",
      (
        "<table class=\"bars\">\(rows.joined(separator: "\n"))</table>\n",
        "The accuracy on each writer’s gestures, from 0 to 100 %. The thin line is the 95 % "
          + "interval (Wilson)."
      ))
  }

  /// The 95 % confidence interval of a share (E. B. Wilson, 1927).
  static func interval(correct: Int, total: Int) -> ClosedRange<Double> {
    guard total > 0 else { return 0...1 }
    let (n, z) = (Double(total), 1.959964)
    let share = Double(correct) / n
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half =
      z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return max(0, middle - half)...min(1, middle + half)
  }
}
