internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn export`: a list or a record with everything that it has.
struct ExportCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a list or a record with all fields and links.")

  @Argument(help: "A list's or record's URL, or @favorite.")
  var url: String

  @Option(help: "The form; by default that of the output's name, else json.")
  var format: InterchangeFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, replaced as a whole.", valueName: "file"))
  var output: String?

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    let format = format ?? output.flatMap(InterchangeFormat.init(path:)) ?? .json
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let leftover =
        if let output {
          try workspace.export(address, as: format, toFile: output)
        } else {
          try workspace.export(address, as: format, to: invocation.write)
        }
      if let sentence = leftover.sentence { try invocation.note(sentence) }
    }
  }
}
