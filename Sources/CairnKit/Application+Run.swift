public import CairnInterface
public import CairnNavigation
internal import CairnScreens
internal import CairnTerminal
internal import FoundationEssentials

extension Application {
  /// Runs the app on this process's terminal until a person quits it.
  ///
  /// A terminal that can't move its cursor shows the screens as lines, and reads lines.
  ///
  /// At the end, by key, signal or a closed window, the state is saved and the terminal restored.
  /// If a signal ends the app, the process ends by that signal and this function never returns.
  ///
  /// - Parameters:
  ///   - urls: the URLs to open first; empty for the last place, or home.
  ///   - start: the place of the first URL.
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
    let session = application.claimSession()
    defer { session?.release() }
    if watch == nil { application.watch = startWatch() }
    application.hasUnicode = terminal.isUTF8
    application.hasColors = terminal.colorCount > 0
    if terminal.hasBasicColors {
      application.basic = (terminal.isConsole ? .console : .xterm, terminal.colorCount)
    }
    if let named = terminal.replacedType {
      let words = "the terminal '\(named)' has no description; it is drawn as \(terminal.type)"
      application.inbox.post(.say(Message(words, tone: .warning)))
    }
    if !terminal.isUTF8 {
      let words = "this terminal's locale is not UTF-8; characters that it lacks are shown as ?"
      application.inbox.post(.say(Message(words, tone: .warning)))
    }
    // The answer comes while the first screen is made.
    if !isSpoken { terminal.askColors() }
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
    // Saving may take time, and the person should not see a dead screen meanwhile. No signal ends
    // it except that of Ctrl-\, for a person whose program hangs.
    terminal.leaveScreen()
    hasLeft()
    loop.finish()
    finish()
    terminal.close()
    reason?.endProcess()
  }

  /// Claims a session for the state, unless the app has another storage or keeps none.
  ///
  /// If that fails, a message warns the person, and the app runs without a session.
  private mutating func claimSession() -> SessionFile? {
    guard state == nil, !cannotSaveState, keepsState else { return nil }
    let variables = ProcessInfo.processInfo.environment
    let terminal = variables["TMUX_PANE"].map { "tmux-" + $0.drop { $0 == "%" } }
    do throws(NavigationError) {
      let session = try SessionFile.claim(
        ofTerminal: terminal, in: ProgramFolders(map.home.scheme).state,
        fileSystem: RealFileSystem())
      state = StateKeeping(session, keeping: { [persistence] in persistence })
      return session
    } catch {
      cannotSaveState = true
      inbox.say(.notSaved(error.description))
      return nil
    }
  }

  /// Runs the app on a terminal that can't move its cursor.
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
    let kept = application.claimSession()
    defer { kept?.release() }
    if watch == nil { application.watch = startWatch() }
    application.isSpoken = true
    let columns = max(Frame.minimum.columns, terminal.size.columns - LineLoop.numberColumns)
    let size = Size(columns: columns, rows: max(Frame.minimum.rows, terminal.size.rows))
    let session = try application.session(
      opening: urls, start: start, size: size, worker: ThreadWorker(), now: .now)
    inbox.onPost { [pipe = terminal.wakePipe] in pipe.wake() }
    LineLoop(session, terminal).run()
    hasLeft()
    finish()
  }
}

extension Application {
  /// Draws a screen without a terminal, as exactly as many lines as `size` has rows.
  ///
  /// Work runs at once and waits end at once, so the same app, keys and data give the same text.
  /// State is restored and saved if the app does that.
  ///
  /// - Parameters:
  ///   - size: the size of the imagined terminal.
  ///   - urls: the URLs to open first; empty for the last place, or home.
  ///   - start: the place of the first URL.
  ///   - keys: keys in the notation of tmux, separated by spaces; any other word is typed as text.
  /// - Returns: the rows without the spaces at their ends, separated by line breaks.
  /// - Throws: `ApplicationError.keys` if keys contradict each other.
  public func render(
    size: Size, opening urls: [ScreenURL] = [], start: Start = .onTop, keys: String = ""
  ) throws(ApplicationError) -> String {
    let session = try rehearsed(size: size, opening: urls, start: start, keys: keys)
    session.noteSuccess()
    session.saveAll()
    // The screen reports a failed save.
    session.readInbox()
    return session.draw().text
  }

  /// Returns the session after the keys and all their effects.
  func rehearsed(
    size: Size, opening urls: [ScreenURL], start: Start, keys: String
  ) throws(ApplicationError) -> Session {
    let session = try session(
      opening: urls, start: start, size: size, worker: InlineWorker(), now: .now)
    session.readInbox()
    session.press(KeyScript(keys).keys)
    session.settle()
    while let request = session.takeRequest() {
      if case .run = request { session.endProgram(.failed("no terminal here for another program")) }
      session.settle()
    }
    return session
  }
}

/// A script of keys: names of tmux separated by spaces, and words to type.
struct KeyScript {
  let keys: [Key]

  init(_ text: String) {
    keys = text.split(separator: " ").flatMap { word -> [Key] in
      Key(String(word)).map { [$0] } ?? word.map { Key(.character($0)) }
    }
  }
}

extension Application {
  /// Starts a session without a terminal.
  func session(
    opening urls: [ScreenURL], start: Start, size: Size, worker: any Worker,
    now: ContinuousClock.Instant
  ) throws(ApplicationError) -> Session {
    let session = Session(
      self, keymap: try keymap(), navigator: makeNavigator(), size: size, worker: worker, now: now)
    let isFirst = state?.isFirst ?? true
    session.start(opening: urls.isEmpty && isFirst ? [firstScreen].compactMap(\.self) : urls, start)
    return session
  }

  private func keymap() throws(ApplicationError) -> Keymap {
    do {
      return try Keymap(actions)
    } catch {
      throw .keys(error)
    }
  }

  private func makeNavigator() -> Navigator<any Screen> {
    let coding = ScreenCoding<any Screen>(
      title: { $0.title }, name: title, encode: { $0.encodeState(to: &$1) },
      importance: { $0.isDraft ? .draft : .normal }, leave: { $0.reasonToStay })
    var restored = state?.restored
    if state?.startsAtHome == true {
      restored = restored?.beginning(at: Visit(map.home, savedAt: clock()))
    }
    let navigator = Navigator(
      map: map, state: restored, coding: coding, clock: clock, explain: explain)
    navigator.rewriteHooks = rewrites
    navigator.guardHooks = guards
    navigator.observers = observers
    opened.navigator = navigator
    return navigator
  }
}
