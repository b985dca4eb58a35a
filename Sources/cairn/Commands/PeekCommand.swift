internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn peek`: shows files in the app without importing them.
struct PeekCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "peek",
    abstract: "Open files in the app without importing them.",
    discussion: .examples(
      """
      cairn peek places.csv            # a file
      cairn peek Album.csv Artist.csv  # several files, with their links
      """,
      then: """
        The records are in memory and can't be changed. Press t to change the type of a column, \
        and I to import. Cairn remembers the screen and the types for the next time. To do the same \
        in the app, open the URL cairn://~peek?file=FILE.
        """))

  @Argument(help: "The files; - for standard input.")
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The name for the records. By default, the name of the file.", valueName: "collection"))
  var into: String?

  @Option(help: "The format of the files. By default, the ending of the name decides.")
  var format: ImportedFormat?

  @OptionGroup var types: TypeOptions

  @OptionGroup var dialect: DialectOptions

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if into?.isEmpty == true { throw ValidationError("--into needs a collection's name") }
    if files.contains("") { throw ValidationError("a file's name is missing") }
  }

  func run(_ invocation: Invocation) throws(AppError) {
    var request = Peek.Request(files)
    request.format = format?.format
    try types.add(to: &request.options)
    request.options.dialect = try dialect.dialect()
    request.options.collection = into ?? (files.contains("-") ? "record" : nil)
    let (path, environment) = (invocation.storePath, invocation.environment)
    let target: Peek.Target = { () throws(AppError) in
      try Workspace.openOrCreate(path, environment: environment)
    }
    let peek = try read(request, into: options.isReadOnly ? nil : target, invocation)
    for notice in peek.report?.notices ?? [] { try invocation.note(notice) }
    try peek.run(options.start)
  }

  private func read(
    _ request: Peek.Request, into target: Peek.Target?, _ invocation: Invocation
  ) throws(AppError) -> Peek {
    if files == ["-"] {
      let input = StandardStream.arrivingInput()
      // What arrives at once is read whole, so that an empty input is an error of the command.
      guard input.part(after: .max, atMost: .milliseconds(300)).isComplete else {
        return try Peek(
          arriving: input, request, into: target, environment: invocation.environment)
      }
      return try read(request, into: target, invocation, input.part(after: 0, atMost: .zero))
    }
    return try read(request, into: target, invocation, nil)
  }

  private func read(
    _ request: Peek.Request, into target: Peek.Target?, _ invocation: Invocation,
    _ whole: GrowingInput.Part?
  ) throws(AppError) -> Peek {
    let progress = ProgressLine(invocation, doing: "listing")
    let inputs = try invocation.environment.inputs(
      files, format: format?.format, dialect: request.options.dialect,
      fileSystem: invocation.fileSystem
    ) { (file) throws(AppError) in
      if let failure = whole?.failure { throw failure }
      if let whole {
        return ImportInput(
          .init(name: "standard input", blocks: [whole.bytes]), format: format?.format)
      }
      return try invocation.input(file, format: format?.format, keepsBytes: true)
    }
    return try progress.shown { () throws(AppError) in
      try Peek(
        try invocation.environment.inspect(inputs, progress: progress.show), request, into: target,
        environment: invocation.environment, progress: progress.show)
    }
  }
}
