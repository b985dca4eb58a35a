internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange
internal import CairnJSON
internal import CairnStore

/// `cairn import`: files become records of collections.
struct ImportCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import files as records.",
    discussion: .examples(
      """
      cairn import places.csv               # a new collection, with inferred types
      cairn import copies/                  # all that cairn export -o copies/ wrote
      cairn import places.csv --match Name  # update the records with the same name
      cairn import preise.csv --dry-run     # show what would change
      """,
      then: """
        An import adds the collections and fields that do not exist yet. Their types are inferred \
        from the values. An import is one change: cairn undo removes all of it. The folder of an export is \
        imported as an equal store. The numbers in a column such as AlbumId become links to albums. --link Author=Author makes each value of \
        the column Author a record of a collection, and the column a link to it. Numbers such as 1.234,50 and \
        days such as 31.12.2024 are recognized if the whole column is written that way. --type \
        COLUMN=string keeps them as text, and --type COLUMN=date:day-first decides an ambiguous \
        column. A calendar (.ics) becomes a record for each event and task. In the app, press I for a preview in which you can change types and fields.
        """))

  @Argument(
    help:
      "Files, folders of Markdown, or the folder of an export; - for standard input, which needs --into."
  )
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The collection. The default is the name of the file.", valueName: "collection"))
  var into: String?

  @Option(help: "The format of the files. By default, the ending of the name decides.")
  var format: ImportedFormat?

  @Option(
    help: ArgumentHelp(
      "Update the record that has the same value in this field. If none has it, add a record. '*' means all fields: a row that equals a record adds nothing.",
      valueName: "field"))
  var match: String?

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp(
      "Import a column into this field. For a nested key in JSON, write a dot between the keys: "
        + "author.name. COLUMN= omits the column. Write \\= for a = in a column's name.",
      valueName: "column=field"))
  var mapping: [String] = []

  @Option(
    name: .customLong("link"),
    help: ArgumentHelp(
      "Make a column a link: Band=artists links each row to the artist with that title, and creates artists that are missing. Band=artists.Name finds artists by their Name, creates none, and keeps the column as a field, too.",
      valueName: "column=collection"))
  var links: [String] = []

  @OptionGroup var types: TypeOptions

  @Option(
    name: .customLong("misfits"),
    help: ArgumentHelp(
      "What happens to values that do not fit the field of a column: empty leaves them out, text makes a new field text, refuse refuses the rows, and the name of a field moves them there.",
      valueName: "column=choice"))
  var misfits: [String] = []

  @OptionGroup var dialect: DialectOptions

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @Flag(help: "Import all rows or none.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Write the refused rows with their reasons into this file, to fix and import them again. Several files need a folder: its name ends in /.",
      valueName: "file"))
  var rejects: String?

  @Option(
    help: ArgumentHelp(
      "How the report is written: text on standard error, or json on standard output.",
      valueName: "form"))
  var report = ReportForm.text

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if into?.isEmpty == true { throw ValidationError("--into needs a collection's name") }
    if files.contains("") { throw ValidationError("a file's name is missing") }
    if files.contains("-"), into == nil {
      throw ValidationError("standard input has no name; add --into COLLECTION")
    }
  }

  func run(_ invocation: Invocation) throws(AppError) {
    let request = try request()
    let rejects = try rejects.map { (path) throws(AppError) in
      try Rejects(
        path, besides: files, environment: invocation.environment,
        fileSystem: invocation.fileSystem)
    }
    let progress = ProgressLine(invocation)
    let inputs = try invocation.environment.inputs(
      files, format: format?.format, dialect: request.dialect, fileSystem: invocation.fileSystem
    ) { (file) throws(AppError) in try invocation.input(file, format: format?.format) }
    let inspect = {
      (show: (ImportProgress) -> ImportProgress.Answer) throws(AppError) -> InspectedInputs in
      try invocation.environment.inspect(inputs, progress: show)
    }
    // If there is no store, the files are read before one is made. Otherwise the reading is part of
    // the job.
    let known: InspectedInputs? =
      if try invocation.hasStore { nil } else {
        try progress.shown { () throws(AppError) in try inspect(progress.show) }
      }
    // The interruption is handled from before a store is made until something is saved in it, or
    // the store is removed.
    let interruption = Interruption()
    defer { interruption.release() }
    try invocation.withNewWorkspace { (workspace) throws(AppError) in
      let question = KeepQuestion(invocation, progress, interruption)
      var refused: ImportReport?
      var inspected = known
      let report: ImportReport
      do throws(AppError) {
        report = try progress.shown { () throws(AppError) in
          try workspace.importing(
            inputs.map(\.name), request, of: files, as: format?.format,
            progress: question.answer, refusing: { refused = $0 }
          ) { (note) throws(AppError) in
            if let known { return known }
            // While types are inferred there is nothing to keep, so Ctrl-C ends the program.
            let found = try question.suspended { () throws(AppError) in
              try inspect { state in
                note(state)
                return progress.show(state)
              }
            }
            inspected = found
            return found
          }
        }
      } catch {
        if let refused {
          try tell(refusal: refused, invocation)
          try write(refused, of: inspected, to: rejects, workspace, invocation)
        }
        throw error
      }
      let cameTooLate = question.cameTooLate
      if report.transaction != nil { interruption.release() }
      switch self.report {
      case .text: try invocation.tell(report, isDryRun: dryRun)
      case .json: try invocation.print(report.json.text(.pretty))
      }
      try write(report, of: inspected, to: rejects, workspace, invocation)
      if cameTooLate, report.transaction != nil {
        try invocation.note("Ctrl-C came after the import was saved; cairn undo undoes it")
      }
      if let rows = report.stoppedAfter {
        throw .failed(
          "stopped after row \(rows); the rows before are kept; cairn undo removes them")
      }
      if let sentence = failure(of: report) { throw .failed(sentence) }
    }
  }

  /// Writes the refused rows of a report, and says where they are.
  private func write(
    _ report: ImportReport, of inputs: InspectedInputs?, to rejects: Rejects?,
    _ workspace: Workspace, _ invocation: Invocation
  ) throws(AppError) {
    guard let rejects, let inputs else { return }
    let name = into ?? report.collections.first?.entity.plural
    for sentence in try workspace.write(report, of: inputs, to: rejects, into: name) {
      try invocation.note(sentence)
    }
  }

  /// Names the rows that refused a strict import; the error names a single one.
  private func tell(refusal report: ImportReport, _ invocation: Invocation) throws(AppError) {
    switch self.report {
    case .text:
      guard report.badRows.count > 1 else { return }
      for row in report.badRows.prefix(ImportReport.readLimit) { try invocation.note("\(row)") }
    case .json: try invocation.print(report.json.text(.pretty))
    }
  }

  /// Returns a sentence about the rows and values that were not imported; `nil` if there are none.
  private func failure(of report: ImportReport) -> String? {
    let (rows, values) = (report.badRowCount, report.lostValueCount)
    let counts = [
      rows > 0 ? counted(rows, "row") : nil, values > 0 ? counted(values, "value") : nil,
    ].compactMap(\.self)
    guard !counts.isEmpty else { return nil }
    let subject = counts.joined(separator: " and ")
    guard report.hasRecords, !(strict && rows > 0) else {
      let cause = report.badRows.count == 1 ? report.badRows.map { "; \($0)" }.joined() : ""
      let nothing = dryRun ? "nothing could be imported" : "nothing was imported"
      return "\(nothing), because \(subject) cannot be\(cause)"
    }
    return "\(subject) could not be imported; the rest \(dryRun ? "could" : "was")"
  }

  private func request() throws(AppError) -> ImportOptions {
    var request = ImportOptions()
    request.collection = into
    request.match = match
    request.isDryRun = dryRun
    request.isStrict = strict
    for pair in mapping { try request.addMapping(pair, option: "--map") }
    try types.add(to: &request)
    for pair in misfits { try request.addMisfits(pair, option: "--misfits") }
    request.dialect = try dialect.dialect()
    for text in links { try request.addLink(text, option: "--link") }
    try request.refuseContradictions()
    return request
  }
}

/// A format that an import reads, as an option's value.
struct ImportedFormat: ExpressibleByArgument {
  let format: InterchangeFormat

  init?(argument: String) {
    guard let format = InterchangeFormat(rawValue: argument),
      InterchangeFormat.imported.contains(format)
    else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { InterchangeFormat.imported.map(\.rawValue) }
}

/// The format of a report.
enum ReportForm: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

extension Invocation {
  /// Prints the result of an import: notices, bad rows by line, and the counts of each collection.
  func tell(_ report: ImportReport, isDryRun: Bool = false) throws(AppError) {
    for notice in report.notices { try note(notice) }
    // A single bad row is named in the error of the command.
    if report.hasRecords || report.badRows.count != 1 {
      for row in report.badRows.prefix(ImportReport.readLimit) { try note("\(row)") }
    }
    let lost = report.lostValues.prefix(ImportReport.readLimit)
    for value in lost { try note("\(value)") }
    let more = report.lostValueCount - lost.count
    if more > 0 { try note("and \(more) more values without a place") }
    guard report.hasRecords || report.badRowCount == 0 else { return }
    if report.collections.isEmpty, !report.changesModel, report.transaction == nil {
      return try note("nothing to change")
    }
    guard
      report.changesAnything || report.transaction != nil || report.collections.allSatisfy(\.isNew)
    else {
      let names = report.collections.map { "\($0)" }.joined(separator: "; ")
      return try note("nothing to change: \(names)")
    }
    let verb = isDryRun ? "would import" : "imported"
    for collection in report.collections {
      try note("\(verb) \(collection)\(collection.isNew ? ", a new collection" : "")")
    }
  }
}
