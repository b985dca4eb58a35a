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
    let nearest = NearestNames.nearest(to: word, among: names + titles, limit: 1).first
    let hint = nearest.map { "did you mean \($0)?" }
    throw .usage(
      "no type is called \(words.onOneLine); "
        + (hint ?? "the types are \(names.joined(separator: ", "))"))
  }
}
