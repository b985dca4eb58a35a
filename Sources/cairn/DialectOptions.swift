internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// The options that say how files are written, for example `--delimiter` and `--header`.
///
/// The URL of a preview has the same names.
struct DialectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The encoding of the text: for example, Windows-1251, ISO-8859-2 or Shift_JIS. \
      UTF-8+Windows-1252 reads each line in its own of the two. Without this option, Cairn detects \
      it, or names the likeliest ones.
      """, valueName: "name"))
  var encoding: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The character between two cells, or tab.", valueName: "c"))
  var delimiter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The quote around cells, or none.", valueName: "c"))
  var quote: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The character before a quote inside a quoted cell, or none.", valueName: "c"))
  var escape: String?

  @Option(
    help: ArgumentHelp("The line with the names of the columns.", valueName: "n"))
  var header: String?

  @Flag(help: "The first line is data. The columns are called Column 1, Column 2, and so on.")
  var noHeader = false

  @Option(help: ArgumentHelp("The number of lines before the table.", valueName: "n"))
  var skip: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The character at the start of lines that are comments, or none.", valueName: "c"))
  var comment: String?

  @Option(
    name: .customLong("null"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A text that means no value, such as NULL. For several texts, repeat the option.",
      valueName: "text"))
  var nullTexts: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The zone for times that are written without a zone: for example, Europe/Paris or +02:00. \
      A new field for these times gets the type datetime. Without this option, its type is localtime.
      """, valueName: "name"))
  var zone: String?

  /// Returns the dialect.
  ///
  /// - Throws: ``AppError/usage(_:)`` for a word that does not fit its option, or for options that
  ///   contradict each other.
  func dialect() throws(AppError) -> Dialect {
    if noHeader, header != nil { throw .usage("--header and --no-header contradict each other") }
    let words: [(Dialect.Part, String?)] = [
      (.encoding, encoding), (.delimiter, delimiter), (.quote, quote), (.escape, escape),
      (.header, noHeader ? "none" : header), (.skip, skip), (.comment, comment), (.zone, zone),
    ]
    var dialect = Dialect()
    for (part, word) in words {
      guard let word else { continue }
      try dialect.give(part, word, option: "--\(part.rawValue)")
    }
    for text in nullTexts { try dialect.give(.null, text, option: "--null") }
    if let contradiction = dialect.contradiction { throw .usage(contradiction) }
    return dialect
  }
}
