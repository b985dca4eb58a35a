internal import CairnInterface
public import CairnNavigation
internal import CairnTerminal
internal import FoundationEssentials

extension Application {
  /// Runs the app on this process's terminal until a person quits it.
  ///
  /// A terminal that can't place its cursor gets the screens as lines, and takes lines.
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
    var options = Terminal.Options(environment: environment)
    options.usesMouse = usesMouse
    do {
      terminal = try Terminal(type: environment["TERM"], options: options)
    } catch .tooSimple {
      return try runByLines(opening: urls, start: start)
    } catch {
      throw .terminal(error)
    }
    var application = self
    application.hasUnicode = terminal.isUTF8
    application.hasColors = terminal.colorCount > 0
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
    // Saving may take a while, in which nobody should look at a screen that does nothing, and no
    // signal ends it but Ctrl-\'s, by which a person gets out of what hangs.
    terminal.leaveScreen()
    hasLeft()
    loop.finish()
    terminal.close()
    reason?.endProcess()
  }

  /// Runs the app on a terminal that can't place its cursor.
  private func runByLines(
    opening urls: [ScreenURL], start: Start
  ) throws(ApplicationError) {
    let terminal: LineTerminal
    do throws(TerminalError) {
      terminal = try LineTerminal()
    } catch {
      throw .terminal(error)
    }
    var application = self
    application.isSpoken = true
    let columns = max(Frame.minimum.columns, terminal.size.columns - LineLoop.numberColumns)
    let size = Size(columns: columns, rows: max(Frame.minimum.rows, terminal.size.rows))
    let session = try application.session(
      opening: urls, start: start, size: size, worker: ThreadWorker(), now: .now)
    inbox.onPost { [pipe = terminal.wakePipe] in pipe.wake() }
    LineLoop(session, terminal).run()
  }
}
