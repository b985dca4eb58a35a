internal import CairnScreens
internal import CairnTerminal
internal import FoundationEssentials

/// What other programs do for a session, whichever way it is driven.
extension Session {
  /// Runs a program on the terminal, and returns its exit status.
  typealias Runner = ([String]) throws(TerminalError) -> Int32

  /// Runs the program that was asked for, and goes on with its end.
  func runProgram(_ arguments: [String], by run: Runner) {
    saveAll()
    do throws(TerminalError) {
      endProgram(.exited(try run(arguments)))
    } catch {
      endProgram(.failed(error.description))
    }
  }

  /// Hands an address to the system's opener.
  func openOutside(_ address: String, by run: Runner) {
    do throws(TerminalError) {
      guard try run(["xdg-open", address]) != 0 else { return }
      message = Message("the system could not open \(address)", tone: .bad)
    } catch {
      message = Message(error.description, tone: .bad)
    }
  }

  /// Copies by a program if there is one, which may take its time.
  ///
  /// - Parameters:
  ///   - text: what is copied.
  ///   - what: what that is.
  ///   - holdsKeys: whether what is typed meanwhile waits for the end of it.
  ///   - otherwise: what is done, and said, where there is none.
  func copy(
    _ text: String, _ what: String, holdsKeys: Bool = false, otherwise: @escaping () -> Message
  ) {
    let job = Job("copying", holdsKeys: holdsKeys) {
      Terminal.copyByProgram(text, environment: ProcessInfo.processInfo.environment)
    } completion: { program in
      let message = program.map { Message("copied \(what) by \($0)", tone: .good) }
      return [.say(message ?? otherwise())]
    }
    apply([.run(job)])
  }
}
