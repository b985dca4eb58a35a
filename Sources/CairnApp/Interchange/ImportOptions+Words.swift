public import CairnInterchange
internal import CairnStore

/// What a person wrote of an import, on a command line or in a URL.
extension ImportOptions {
  /// Takes `COLUMN=TYPE`.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, for what is no pair, or no type.
  public mutating func addType(_ pair: String, option: String) throws(AppError) {
    // No type has an `=`, so that the last one divides the two whatever the column is called.
    guard let equals = pair.utf8.lastIndex(of: UInt8(ascii: "=")) else {
      throw .usage("\(option) takes COLUMN=TYPE, not \(pair)")
    }
    let name = String(pair[pair.utf8.index(after: equals)...])
    guard let type = AttributeType(rawValue: name) else {
      let names = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("there is no type \(name); the types are \(names)")
    }
    types[String(pair[..<equals])] = type
  }

  /// Takes `COLUMN=FIELD`, as a ``ColumnPair`` is read; without a field the column is left out.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, for what is no pair.
  public mutating func addMapping(_ pair: String, option: String) throws(AppError) {
    guard let parts = ColumnPair(pair) else {
      throw .usage("\(option) takes COLUMN=FIELD, not \(pair)")
    }
    mapping[parts.column] = parts.word
  }

  /// Takes `COLUMN=COLLECTION.FIELD`.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, for anything else.
  public mutating func addLink(_ text: String, option: String) throws(AppError) {
    guard let link = Link(text) else {
      throw .usage("\(option) takes COLUMN=COLLECTION.FIELD, not \(text)")
    }
    links.append(link)
  }
}
