public import ArgumentParser
internal import CairnApp

/// `cairn show`: one record.
struct ShowCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print one record.")

  @Argument(help: "The record's URL: recipes/p3, recipes/slug=soup, or @favorite.")
  var url: String

  @Option(help: "How to print.")
  var format = RecordFormat.text

  @Flag(help: "Print only the URL that holds in every store.")
  var portable = false

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let id = try workspace.record(at: address)
      if portable { return try invocation.print(workspace.portableURL(of: id)) }
      try invocation.write(Array(try workspace.text(of: id, as: format).utf8))
    }
  }
}

extension RecordFormat: ExpressibleByArgument {}
