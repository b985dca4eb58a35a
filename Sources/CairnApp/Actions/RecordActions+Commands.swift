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
    guard let command, let id = record(at: place), let entity = desk.snapshot.model[id.entity]
    else { return false }
    return command.isFor(entity)
  }

  /// Gives the terminal to the command's program, and says how that ended where it went wrong.
  func run(_ command: OwnCommand?, at place: ActionPlace) -> [Effect]? {
    guard let command, canRun(command, at: place), let id = record(at: place) else { return nil }
    let arguments: [String]
    do throws(AppError) {
      arguments = try command.arguments(for: id, in: desk.snapshot, at: desk.clock())
    } catch {
      return [.say(Message("\(command.name): \(error)", tone: .warning))]
    }
    return [
      .hand(
        ForegroundProgram(arguments) { [desk] end in
          // It may have changed the store's files.
          switch end {
          case .exited(0): desk.reload()
          case .exited(let status):
            desk.reload()
              + [.say(Message("\(command.name) ended with status \(status)", tone: .warning))]
          case .failed(let reason): [.say(Message("\(command.name): \(reason)", tone: .bad))]
          }
        })
    ]
  }
}
