internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange
internal import CairnStore

/// `--type COLUMN=TYPE[:FORM]`: what the values of a column are, whatever they look like.
struct TypeOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      """
      The type of a new field, as in Price=decimal. To say how the values are written, add a format, \
      as in Price=decimal:comma. A field that exists keeps its type. The formats are day-first, \
      month-first, year-first, comma (a decimal comma) and point (a decimal point).
      """, valueName: "column=type[:format]"))
  var pairs: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The zone for times that are written without a zone: for example, Europe/Paris or +02:00. \
      A new field for these times gets the type datetime. Without this option, its type is localtime.
      """, valueName: "name"))
  var zone: String?

  /// Adds the types and the zone to the other options of an import.
  ///
  /// - Throws: ``AppError/usage(_:)`` for what is no pair, no type, or no form of it.
  func add(to options: inout ImportOptions) throws(AppError) {
    options.zone = zone
    for pair in pairs { try options.addType(pair, option: "--type") }
  }
}
