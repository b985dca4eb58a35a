public import CairnStore

/// Something that stands in a record's text and that none of its fields shows.
///
/// Files are anybody's to edit, so a record may have fields that the model does not know, texts that
/// their fields cannot hold, or both sides of a merge. All of it stays in the file; whoever looks at
/// the record is told of it.
public struct RecordRemark: Hashable, Sendable {
  /// The heading that remarks have in common.
  public static let heading = "Only in the file"

  /// The field's name, or what the remark is about.
  public let label: String

  /// The text as it stands there, and what is the matter with it.
  public let text: String
}

extension Row {
  /// What its text has beside its fields, in the order of the text.
  public var remarks: [RecordRemark] {
    let texts = chunk.unknownFields(of: key).map { name, text in
      let need = chunk.entity.attribute(name).map { " (needs \($0.expectation))" } ?? ""
      return RecordRemark(label: name, text: text + need)
    }
    guard let file = unmergedFile else { return texts }
    let merge = RecordRemark(
      label: "Merge", text: "\(file) has both sides; until one is chosen there, nothing is saved")
    return [merge] + texts
  }
}
