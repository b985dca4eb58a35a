public import CairnNavigation
internal import CairnTerminal
internal import FoundationEssentials

extension Application {
  /// Runs the app on this process's terminal until a person quits it.
  ///
  /// At each end, by key, signal or a closed window, the state is saved and the terminal left as it
  /// was found. Ended by a signal, the process ends by that signal and this never returns.
  ///
  /// - Parameters:
  ///   - urls: what is opened first; none for where one was, or home.
  ///   - start: where the first of them goes.
  /// - Throws: `ApplicationError` if keys contradict each other or there is no terminal.
  public func run(
    opening urls: [ScreenURL] = [], start: Start = .onTop
  ) throws(ApplicationError) {
    let environment = ProcessInfo.processInfo.environment
    let terminal: Terminal
    do {
      terminal = try Terminal(
        type: environment["TERM"], options: Terminal.Options(environment: environment))
    } catch {
      throw .terminal(error)
    }
    var application = self
    if !terminal.isUTF8 { application.theme.glyphs = .ascii }
    let loop: TerminalLoop
    do throws(ApplicationError) {
      loop = TerminalLoop(
        try application.session(
          opening: urls, start: start, size: terminal.size, worker: ThreadWorker(), now: .now),
        terminal)
    } catch {
      terminal.close()
      throw error
    }
    inbox.onPost { [pipe = terminal.wakePipe] in pipe.wake() }
    let reason = loop.run()
    terminal.close()
    reason?.endProcess()
  }
}
