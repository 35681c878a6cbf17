/// A labelled gesture for training or testing.
package struct Example<Representation: Sendable>: Sendable {
  /// The input of the classifier, such as a feature vector.
  package var representation: Representation
  /// The class.
  package var label: String
  /// The writer; `nil` if not recorded.
  package var user: String?
  /// The source, for messages.
  package var name: String
  /// The duration, in seconds.
  package var duration: Double
  /// The index of its motion among `DataSetContent.motions`; `nil` for a stroke or a vector.
  package var motion: Int?

  /// Creates an example.
  package init(
    representation: Representation, label: String, user: String? = nil, name: String = "",
    duration: Double = 0, motion: Int? = nil
  ) {
    self.representation = representation
    self.label = label
    self.user = user
    self.name = name
    self.duration = duration
    self.motion = motion
  }
}
