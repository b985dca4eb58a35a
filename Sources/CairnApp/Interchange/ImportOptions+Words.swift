public import CairnInterchange
internal import CairnStore

/// What a person wrote of an import, on a command line or in a URL.
extension ImportOptions {
  /// Takes `COLUMN=TYPE`.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, for what is no pair, or no type.
  public mutating func addType(_ pair: String, option: String) throws(AppError) {
    guard let equals = pair.lastIndex(of: "="), equals != pair.startIndex else {
      throw .usage("\(option) takes COLUMN=TYPE, not \(pair)")
    }
    let name = String(pair[pair.index(after: equals)...])
    guard let type = AttributeType(rawValue: name) else {
      let names = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("there is no type \(name); the types are \(names)")
    }
    types[String(pair[..<equals])] = type
  }

  /// Takes `COLUMN=FIELD`; without a field the column is left out.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names `option`, for what is no pair.
  public mutating func addMapping(_ pair: String, option: String) throws(AppError) {
    guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
      throw .usage("\(option) takes COLUMN=FIELD, not \(pair)")
    }
    mapping[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
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
