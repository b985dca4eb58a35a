internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange
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
    var options = ImportOptions()
    for pair in pairs { try options.addType(pair, option: "--type") }
    return options.types
  }
}
