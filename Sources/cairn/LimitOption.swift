internal import ArgumentParser

/// How many lines a command prints at most.
struct LimitOption: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditional,
    help: ArgumentHelp("At most this many.", valueName: "n"))
  var count: Int?

  func validate() throws {
    guard let count, count < 0 else { return }
    throw ValidationError("--limit takes a number from 0, not \(count)")
  }
}
