internal import CairnStore

extension RowProblem {
  /// Returns the problem with the words that people see for its field.
  ///
  /// - Parameter captions: The words, by the names of fields; other fields keep their names.
  /// - Returns: The problem.
  func captioned(_ captions: [String: String]) -> RowProblem {
    guard let field, let caption = captions[field] else { return self }
    switch self {
    case .value(_, let text, let expected):
      return .value(field: caption, text: text, expected: expected)
    case .required: return .required(field: caption)
    case .notUnique(_, let text): return .notUnique(field: caption, text: text)
    case .ambiguous(_, let text): return .ambiguous(field: caption, text: text)
    case .noLink(_, let text, let reason):
      return .noLink(field: caption, text: text, reason: reason)
    case .contestedLink(_, let text): return .contestedLink(field: caption, text: text)
    case .secondLink(_, let text): return .secondLink(field: caption, text: text)
    case .disputed(_, let text, let reason):
      return .disputed(field: caption, text: text, reason: reason)
    case .breach(_, let message): return .breach(field: caption, message: message)
    default: return self
    }
  }
}

extension Entity {
  /// The words that people see for fields, by name, where they differ from the name.
  var captions: [String: String] {
    var captions: [String: String] = [:]
    for property in properties where property.caption != property.name {
      captions[property.name] = property.caption
    }
    return captions
  }

  /// Returns the field for a message: the collection, and the words that people see for the field.
  func place(of field: String) -> String { "\(plural).\(self[field]?.caption ?? field)" }
}
