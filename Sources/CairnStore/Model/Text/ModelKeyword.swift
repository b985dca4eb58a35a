/// The keywords of a model's text; the article on the model file tables what each takes.
enum ModelKeyword: String, CaseIterable {
  case rec, doc, plural, formerly, title, handle, mandatory, singular, key, auto, type, attribute
  case length, choices, `default`, relationship, columns, sort, inferred, describe, renamed

  /// What recutils has besides, which a model leaves alone.
  case unique, allowed, prohibit, size, confidential, constraint

  /// Whether a statement is about the field that it names first, and stands once for each.
  var isAboutField: Bool {
    switch self {
    case .type, .attribute, .choices, .length, .relationship, .default, .describe, .renamed: true
    default: false
    }
  }

  /// Whether a collection has one such statement at most.
  var isAboutEntity: Bool {
    switch self {
    case .plural, .title, .handle, .sort: true
    default: false
    }
  }
}
