internal import ArgumentParser
internal import CairnApp

/// `cairn undo`: takes a change back.
struct UndoCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the newest change, or the one with a number.",
    discussion:
      "Repeat it to go further back. A change whose records changed since is refused.")

  @Argument(help: "The change's number.")
  var change: UInt64?

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      try invocation.note(try workspace.undo(change))
    }
  }
}

/// `cairn redo`: makes the change again that was taken back last.
struct RedoCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Make the change again that was taken back last.")

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      try invocation.note(try workspace.redo())
    }
  }
}
