extension OutputFile {
  /// The first of `inputs` that writing to `output` would replace; `nil` for none.
  ///
  /// A link to an input counts as the input. Of a folder, the files that the readers can read
  /// count.
  package static func replacedInput(by output: String, among inputs: [String]) -> String? {
    guard let identity = FileIdentity(ofFileAt: output) else { return nil }
    return inputs.first { input in
      guard InputFile.isFolder(input), input != "-" else {
        return FileIdentity(ofFileAt: input) == identity
      }
      guard let folder = try? RecordingFolder(path: input) else { return false }
      return folder.paths.contains { file in
        [".csv", ".json", ".txt"].contains(where: file.hasSuffix)
          && FileIdentity(ofFileAt: folder.displayName(file)) == identity
      }
    }
  }
}
