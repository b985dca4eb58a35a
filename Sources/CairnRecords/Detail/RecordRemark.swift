public import CairnStore

/// Something that stands in a record's text and that none of its fields shows.
///
/// Files are anybody's to edit, so a record may have fields that the model does not know, texts
/// that their fields cannot hold, both sides of a merge, or a second record with its Id. All of it
/// stays in the file; whoever looks at the record is told of it.
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
  ///
  /// - Parameter model: names the collections that links lead to.
  /// - Returns: the remarks.
  public func remarks(in model: ObjectModel) -> [RecordRemark] {
    let texts = chunk.unknownFields(of: key).map { name, text in
      RecordRemark(label: name, text: text + (reason(name, in: model).map { " (\($0))" } ?? ""))
    }
    return [contest].compactMap(\.self) + texts
  }

  /// Why nothing is saved of the record, `nil` where all is.
  private var contest: RecordRemark? {
    if let file = unmergedFile {
      return RecordRemark(
        label: "Conflict", text: "two values are in \(file); choose one: cairn sync resolve")
    }
    guard let (file, lines) = repetition else { return nil }
    let places = lines.map(\.description).joined(separator: ", ")
    return RecordRemark(
      label: "Id",
      text: "\(file) has it more than once (lines \(places)); keep one, then save")
  }

  /// Why a text is no value of the field that it is written for; `nil` where there is no such
  /// field.
  private func reason(_ name: String, in model: ObjectModel) -> String? {
    switch chunk.entity[name] {
    case .attribute(let attribute) where attribute.isList || self[name] == nil:
      "needs \(attribute.expectation)"
    case .relationship(let link) where link.isToMany || self[name] == nil:
      "needs the id of a record of \(model[link.destination]?.plural ?? link.destination)"
    case .some: "a second value"
    case nil: nil
    }
  }
}
