internal import ArgumentParser
internal import CairnApp
internal import CairnStore

/// `--type COLUMN=TYPE`: what the values of a column are, whatever they look like.
struct TypeOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "The type of a new field, in place of the inferred one.", valueName: "column=type"))
  var pairs: [String] = []

  /// The types by column.
  ///
  /// - Throws: ``AppError/usage(_:)`` for what is no pair, or no type.
  func types() throws(AppError) -> [String: AttributeType] {
    var types: [String: AttributeType] = [:]
    for pair in pairs {
      guard let equals = pair.lastIndex(of: "="), equals != pair.startIndex else {
        throw .usage("--type takes COLUMN=TYPE, not \(pair)")
      }
      let name = String(pair[pair.index(after: equals)...])
      guard let type = AttributeType(rawValue: name) else {
        let names = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("there is no type \(name); the types are \(names)")
      }
      types[String(pair[..<equals])] = type
    }
    return types
  }
}
