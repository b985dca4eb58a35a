internal import ArgumentParser
internal import CairnApp
internal import CairnFiles
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
      guard let output else {
        return try workspace.export(address, as: format, to: invocation.write)
      }
      let path = invocation.environment.absolute(output)
      let file = OutputFile()
      try workspace.export(address, as: format, to: file.append)
      try replace(path, with: file.bytes, in: invocation.fileSystem)
    }
  }

  private func replace(
    _ path: String, with bytes: [UInt8], in fileSystem: any FileSystem
  ) throws(AppError) {
    do throws(FileError) {
      // A file that took the name of a device or a pipe would end it.
      if try fileSystem.status(of: path)?.kind != .other {
        return try fileSystem.replace(path, with: bytes)
      }
    } catch {
      throw .failed(error.description)
    }
    throw .failed("\(path) is no file; without -o the output is a stream")
  }
}

/// The content of a file to be, until all of it is there.
private final class OutputFile {
  private(set) var bytes: [UInt8] = []

  func append(_ more: [UInt8]) throws(AppError) { bytes += more }
}
