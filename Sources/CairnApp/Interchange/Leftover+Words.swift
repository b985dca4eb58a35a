public import CairnInterchange
internal import CairnRecords
internal import CairnStore

extension ExportOperation.Leftover {
  /// A sentence about the values that the output leaves out; `nil` for none.
  public var sentence: String? {
    let sentences = [valueSentence, columnSentence].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  private var valueSentence: String? {
    guard values > 0 else { return nil }
    let subject = "\(counted(values, "value")) of \(counted(records, "record"))"
    let (verb, object) = values == 1 ? ("stays", "it") : ("stay", "them")
    return "\(subject) \(verb) only in the store's files, as no field holds \(object); "
      + "cairn store verify names \(object)"
  }

  private var columnSentence: String? {
    guard !columns.isEmpty else { return nil }
    let object = columns.count == 1 ? "it" : "them"
    let verb = columns.count == 1 ? "is no field" : "are no fields"
    return "\(columns.joined(separator: " and ")) \(verb) of the records, so the output leaves "
      + "\(object) out; cairn list --format csv has \(object)"
  }
}

extension RecordQuery {
  /// The columns that a person asked for and that are no fields or links of the records.
  func computedColumns(of entity: Entity) -> [String] {
    (columns ?? []).map(\.field.description).filter { name in
      name.lowercased() != "url" && entity.property(matching: name) == nil
    }
  }
}
