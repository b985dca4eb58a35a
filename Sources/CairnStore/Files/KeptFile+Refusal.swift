extension KeptFile {
  /// The reason why a file of another machine is no kept file.
  package enum Refusal: Hashable, Sendable {
    /// The path is not `files/HASH/NAME`, or the name is hidden or has control characters.
    case name
    /// The file is a link, a device or another repository.
    case irregular
    /// The file is larger than programs keep.
    case size
    /// The content has another hash than the path.
    case content

    /// The reason, as the end of a sentence about the file.
    package var words: String {
      switch self {
      case .name: "it is not named files/HASH/NAME"
      case .irregular: "it is no regular file"
      case .size: "it is larger than \(KeptFile.largest / 1_000_000) MB"
      case .content: "its content is not the one that its name was made from"
      }
    }
  }
}
