internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn peek`: a look at files in the app, without importing them.
struct PeekCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "peek", abstract: "Look at files in the app, without importing them.",
    discussion: """
      The records are in memory and cannot be changed. t says what the values of a column are, and \
      I imports the records into the store. Several files begin with the list of their collections. \
      The next look at the same file begins where this one ended. In the app, cairn://~peek?file=FILE \
      is the same.
      """)

  @Argument(help: "The files; - is standard input.")
  var files: [String]

  @Option(help: ArgumentHelp("What the records are called.", valueName: "collection"))
  var into: String?

  @Option(help: "The files' form; by default their names' ending says it.")
  var format: InterchangeFormat?

  @OptionGroup var types: TypeOptions

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if into?.isEmpty == true { throw ValidationError("--into needs a collection's name") }
    if files.contains("") { throw ValidationError("a file's name is missing") }
  }

  func run(_ invocation: Invocation) throws(AppError) {
    var request = Peek.Request(files)
    request.format = format
    try types.add(to: &request.options)
    request.options.collection = into ?? (files.contains("-") ? "record" : nil)
    let (path, environment) = (invocation.storePath, invocation.environment)
    let target: Peek.Target = { () throws(AppError) in
      try Workspace.openOrCreate(path, environment: environment)
    }
    let peek = try read(request, into: options.isReadOnly ? nil : target, invocation)
    for notice in peek.report.notices { try invocation.note(notice) }
    var start = TerminalApp.Start()
    start.session = options.session
    start.isPlain = options.isPlain
    try peek.run(start)
  }

  private func read(
    _ request: Peek.Request, into target: Peek.Target?, _ invocation: Invocation
  ) throws(AppError) -> Peek {
    let progress = ProgressLine(invocation, doing: "listing")
    let inputs = try invocation.environment.inputs(
      files, format: format, fileSystem: invocation.fileSystem
    ) { (file) throws(AppError) in
      try invocation.input(file, format: format, keepsBytes: true)
    }
    return try progress.shown { () throws(AppError) in
      try Peek(
        try invocation.environment.inspect(inputs, progress: progress.show), request, into: target,
        environment: invocation.environment, progress: progress.show)
    }
  }
}
