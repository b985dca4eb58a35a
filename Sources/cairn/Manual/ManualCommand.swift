internal import ArgumentParser
internal import CairnApp

/// `cairn manual`: the manual page, as `make install` puts it in its place.
struct ManualCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page for man.", shouldDisplay: false)

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.write(ManualPage().text)
  }
}
