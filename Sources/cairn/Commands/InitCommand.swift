internal import ArgumentParser
internal import CairnApp

/// `cairn init`: a new store.
struct InitCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a store.",
    discussion: .examples(
      """
      cairn init                   # an empty store
      cairn init --here            # in the current folder, as .cairn
      cairn init --sample recipes  # with a sample
      """))

  @Option(help: ArgumentHelp("A model file to start with.", valueName: "file"))
  var model: String?

  @Option(help: ArgumentHelp("A bundled sample to start with.", valueName: "sample"))
  var sample: String?

  @Flag(help: "Make the store as .cairn in the current folder.")
  var here = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if model != nil, sample != nil {
      throw ValidationError("--model and --sample can't be used together")
    }
    if options.isReadOnly {
      throw ValidationError("--read-only makes no store")
    }
    if here, options.store != nil {
      throw ValidationError("--here and --store can't be used together")
    }
  }

  func run(_ invocation: Invocation) throws(AppError) {
    let path =
      here ? invocation.environment.absolute(StoreLocation.localName) : invocation.newStorePath
    let workspace: Workspace
    if let sample {
      workspace = try Sample.named(sample).makeStore(path, environment: invocation.environment)
    } else {
      let text = try model.map { (file) throws(AppError) in
        try invocation.readText(file)
      }
      workspace = try Workspace.create(
        path, modelText: text ?? "", modelFile: model, environment: invocation.environment)
    }
    try workspace.close()
    try invocation.note("made a store in \(invocation.environment.abbreviated(path))")
  }
}
