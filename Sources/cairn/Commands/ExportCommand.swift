internal import ArgumentParser
internal import CairnApp
internal import CairnFiles
internal import CairnInterchange

/// `cairn export`: writes a list or a record with all its data.
struct ExportCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a list or a record with all fields and links.",
    discussion: .examples(
      """
      cairn export recipes --format csv -o recipes.csv  # a list as CSV
      cairn export recipes/p1 --format markdown  # a record as Markdown
      cairn export --format jsonl -o copies/  # all collections into one folder
      cairn export recipes --format spreadsheet -o r.csv  # for Excel and others
      """,
      then: """
        CSV, JSON and Markdown also have the calculated columns of the URL. In a folder, each \
        collection is a file. As Markdown, each record is a file. The file model.rec has the \
        types, links and rules; with it, cairn import makes an equal store. A file that ends in .ics \
        has the dates, for a calendar.
        """))

  @Argument(help: "The URL of a list or a record, or @NAME of a favorite.")
  var url: String?

  @Option(help: "The format. By default, the ending of the file name decides; else json.")
  var format: ExportedFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file or folder. The name of a new folder ends in /. The default is standard output.",
      valueName: "file"))
  var output: String?

  @Flag(help: "Replace existing files in the folder.")
  var force = false

  @Flag(
    help:
      "With --format spreadsheet, put an apostrophe before texts that would be calculated as formulas."
  )
  var quoteFormulas = false

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try url.map { (url) throws(AppError) in try Address(url) }
    let isSpreadsheet = format?.format == .spreadsheet
    if quoteFormulas, !isSpreadsheet {
      throw .usage("--quote-formulas is for --format spreadsheet")
    }
    if let output, invocation.isFolder(output) {
      guard !isSpreadsheet else {
        throw .usage("a spreadsheet is one file: name a URL, and a file instead of \(output)")
      }
      return try export(address, into: output, invocation)
    }
    guard let address else {
      throw .usage("name a URL to export; without one, -o FOLDER/ exports everything")
    }
    var format = format?.format
    if format == nil, let output { format = try Self.format(of: output) }
    let form = format ?? .json
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let leftover =
        if let output {
          try workspace.export(
            address, as: form, toFile: output, quotingFormulas: quoteFormulas)
        } else {
          try workspace.export(
            address, as: form, quotingFormulas: quoteFormulas, to: invocation.write)
        }
      if let sentence = leftover.sentence { try invocation.note(sentence) }
      try Self.requireWhole(workspace)
    }
  }

  /// Fails after the export if records may be missing from it.
  private static func requireWhole(_ workspace: Workspace) throws(AppError) {
    if let reason = workspace.incompleteness { throw .failed(reason) }
  }

  /// Returns the format of a file's name; `nil` for a name without an ending.
  ///
  /// - Throws: ``AppError/usage(_:)`` for an unknown ending.
  private static func format(of path: String) throws(AppError) -> InterchangeFormat? {
    if let format = InterchangeFormat(path: path) { return format }
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
    let formats = InterchangeFormat.exported.map(\.rawValue).joined(separator: ", ")
    throw .usage(
      "\(path): the ending \(name[point...]) names no format; use --format with one of \(formats)")
  }

  private func export(
    _ address: Address?, into folder: String, _ invocation: Invocation
  ) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let done = try workspace.export(
        address, as: format?.format ?? .json, intoFolder: folder, isReplacing: force)
      for sentence in done.sentences { try invocation.note(sentence) }
      try invocation.note("wrote \(counted(done.fileCount, "file")) into \(folder)")
      try Self.requireWhole(workspace)
    }
  }
}

/// A format that an export writes, as an option's value.
struct ExportedFormat: ExpressibleByArgument {
  let format: InterchangeFormat

  init?(argument: String) {
    guard let format = InterchangeFormat(rawValue: argument),
      InterchangeFormat.exported.contains(format)
    else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { InterchangeFormat.exported.map(\.rawValue) }
}

extension Invocation {
  /// Whether an export to `path` goes into a folder.
  fileprivate func isFolder(_ path: String) -> Bool {
    if path.hasSuffix("/") { return true }
    // Writing reports the reason if the path can't be examined.
    return (try? fileSystem.status(of: environment.absolute(path)))?.kind == .folder
  }
}
