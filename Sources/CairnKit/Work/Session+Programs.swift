internal import CairnScreens
internal import CairnTerminal
internal import FoundationEssentials

/// The programs that a session starts, with any driver.
extension Session {
  /// Runs a program on the terminal, and returns its exit status.
  typealias Runner = ([String]) throws(TerminalError) -> Int32

  /// Runs the requested program, and continues after its end.
  func runProgram(_ arguments: [String], by run: Runner) {
    saveAll()
    do throws(TerminalError) {
      endProgram(.exited(try run(arguments)))
    } catch {
      endProgram(.failed(error.description))
    }
  }

  /// Opens an address with the system's opener.
  func openOutside(_ address: String, by run: Runner) {
    do throws(TerminalError) {
      guard try run(ForegroundProgram.opening(address)) != 0 else { return }
      message = Message("the system could not open \(address)", tone: .bad)
    } catch {
      message = Message(error.description, tone: .bad)
    }
  }

  /// Copies a text by a program if there is one, which may take time.
  ///
  /// - Parameters:
  ///   - text: the text to copy.
  ///   - what: the name of the text in messages.
  ///   - holdsKeys: whether keys wait for the end.
  ///   - otherwise: called if there is no such program; returns the message.
  func copy(
    _ text: String, _ what: String, holdsKeys: Bool = false, otherwise: @escaping () -> Message
  ) {
    let job = BackgroundJob("copying", holdsKeys: holdsKeys) {
      Terminal.copyByProgram(text, environment: ProcessInfo.processInfo.environment)
    } completion: { program in
      let message = program.map { Message("copied \(what) by \($0)", tone: .good) }
      return [.say(message ?? otherwise())]
    }
    apply([.run(job)])
  }
}
