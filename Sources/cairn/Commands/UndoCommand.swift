internal import ArgumentParser
internal import CairnApp

/// `cairn undo`: takes a change back.
struct UndoCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the newest change, or a change by its number.",
    discussion: .examples(
      """
      cairn undo     # the newest change
      cairn undo 12  # the change with number 12
      """,
      then: """
        Repeat the command to go further back. If a newer change gave the same field another \
        value, Cairn refuses to undo the older change. It also refuses if the model does not allow \
        the old value: for example, because the value must be unique.
        """))

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
    commandName: "redo",
    abstract: "Redo the change that was undone last.",
    discussion: .examples(
      """
      cairn redo  # undo the undo
      """))

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      try invocation.note(try workspace.redo())
    }
  }
}
