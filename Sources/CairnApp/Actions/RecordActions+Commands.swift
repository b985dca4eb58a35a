internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension Configuration {
  /// The person's own command that an action does, if it is one.
  func command(of action: ActionName) -> OwnCommand? {
    OwnCommand.name(of: action).flatMap { name in commands.first { $0.name == name } }
  }
}

/// Programs of a person's own, for the record that is shown or that the cursor is on.
extension RecordActions {
  /// Whether a command is for what a person looks at.
  func canRun(_ command: OwnCommand?, at place: ActionPlace) -> Bool {
    target(of: command, at: place) != nil
  }

  /// Gives the terminal to the command's program, and says how that ended where it went wrong.
  func run(_ command: OwnCommand?, at place: ActionPlace) -> [Effect]? {
    guard let command, let id = target(of: command, at: place) else { return nil }
    do throws(AppError) {
      let arguments = try command.arguments(for: id, in: desk.snapshot, at: desk.clock())
      // It may have changed the store's files.
      return hand(arguments, to: command.name) { [desk] in desk.reload() }
    } catch {
      return [.say(Message("\(command.name): \(error)", tone: .warning))]
    }
  }

  /// The record that a command would be run for.
  private func target(of command: OwnCommand?, at place: ActionPlace) -> ObjectID? {
    guard let command, let id = record(at: place), let entity = desk.snapshot.model[id.entity],
      command.isFor(entity)
    else { return nil }
    return id
  }

  /// Gives the terminal to a program.
  ///
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - name: what it is called where it went wrong.
  ///   - effects: what follows, however it ended.
  /// - Returns: the effects that start it.
  func hand(
    _ arguments: [String], to name: String, then effects: @escaping () -> [Effect]
  ) -> [Effect] {
    let program = ForegroundProgram(arguments) { end in
      switch end {
      case .exited(0): effects()
      case .exited(let status):
        effects() + [.say(Message("\(name) ended with status \(status)", tone: .warning))]
      case .failed(let reason): effects() + [.say(Message("\(name): \(reason)", tone: .bad))]
      }
    }
    return [.hand(program)]
  }
}
