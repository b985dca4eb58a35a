internal import CairnInterface
internal import CairnRecords
internal import CairnStore

extension AttributeType {
  /// Creates the type from its word in models, or from its name on screens; case is ignored.
  ///
  /// `text` is the model's type for several lines, not the screens' title of `string`.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names the nearest type, or else all types.
  init(words: String) throws(AppError) {
    let word = words.lowercased()
    if let type = AttributeType(rawValue: word) ?? AttributeType(recutilsWord: word)
      ?? AttributeType.allCases.first(where: { $0.title.lowercased() == word })
    {
      self = type
      return
    }
    let names = AttributeType.allCases.map(\.rawValue)
    let titles = AttributeType.allCases.map { $0.title.lowercased() }
    if let meant = Self.otherWords[word] {
      throw .usage("no type is called \(words.onOneLine); did you mean \(meant)?")
    }
    let nearest = NearestNames.nearest(to: word, among: names + titles, limit: 1).first
    let hint = nearest.map { "did you mean \($0)?" }
    throw .usage(
      "no type is called \(words.onOneLine); "
        + (hint ?? "the types are \(names.joined(separator: ", "))"))
  }

  /// The types that words of other programs mean.
  private static let otherWords: [String: String] = {
    let words: [(meant: String, words: [String])] = [
      ("integer or decimal", ["numeric", "num", "amount"]),
      ("integer", ["int", "count", "rating", "stars", "year"]),
      ("decimal", ["money", "currency", "price", "euro", "dollar", "percent", "real"]),
      ("double", ["float"]),
      ("boolean", ["bool", "checkbox", "check", "flag", "yes/no", "true/false", "toggle"]),
      ("date", ["day", "deadline", "birthday"]), ("datetime", ["time", "timestamp", "moment"]),
      ("text", ["note", "notes", "memo", "markdown", "multiline", "paragraph", "long text"]),
      ("string", ["line", "word", "name", "title", "phone", "char", "varchar"]),
      (
        "the words with | between, such as todo|done",
        ["enum", "select", "option", "status", "list"]
      ),
      ("tags", ["labels", "label", "tag", "keywords", "categories", "multi-select"]),
      ("url", ["link", "address", "website", "web", "uri"]), ("email", ["mail", "e-mail"]),
      ("file", ["image", "photo", "picture", "attachment", "path", "document"]),
      ("uuid", ["guid", "id"]), ("data", ["binary", "blob", "bytes"]),
    ]
    return words.reduce(into: [:]) { all, entry in
      for word in entry.words { all[word] = entry.meant }
    }
  }()
}
