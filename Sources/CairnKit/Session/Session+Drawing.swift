internal import CairnInterface
internal import CairnScreens

extension Session {
  func draw() -> Canvas {
    var canvas = Canvas(size)
    guard !frame.isTooSmall else {
      let words: KeyWords =
        "Too small: \(size.description), needs \(Frame.minimum.description) · \(key: .quit) quits"
      let text = words.text(keymap, in: top.contexts)
      for (row, line) in TextLayout.wrap(text, columns: max(2, size.columns)).enumerated() {
        canvas.write(line.text, at: Position(column: 0, row: row))
      }
      return canvas
    }
    // The content is drawn first, since reading it may raise an alert.
    canvas.draw(in: frame.content) { canvas in drawContent(on: &canvas, theme: theme) }
    canvas.draw(in: frame.location) { canvas in
      locationLine.layOut(columns: size.columns, glyphs: theme.glyphs).draw(
        on: &canvas, theme: theme)
    }
    drawFoot(on: &canvas, theme: theme)
    // The texts of Cairn have some signs in every set of glyphs. Data stay unchanged.
    let signs = theme.glyphs.signsInWords
    if !signs.isEmpty {
      for row in [frame.location, frame.status, frame.hints] { canvas.replace(signs, in: row) }
      for overlay in overlays {
        let box = frame.content.place(of: overlay.frame(in: frame.content.size))
        let edges = [box.splitTop(1).top, box.splitBottom(1).bottom]
        for row in overlay.hasOwnWordsOnly ? [box] : edges { canvas.replace(signs, in: row) }
      }
    }
    return canvas
  }

  /// Draws the session with the theme's colors for the whole screen.
  func drawInColors() -> Canvas {
    var canvas = draw()
    let base = theme.base
    if base != .plain { canvas.restyle(Region(size)) { $0 = base.combined(with: $0) } }
    return canvas
  }

  /// Draws the status and the hints, or a message that needs their room.
  private func drawFoot(on canvas: inout Canvas, theme: Theme) {
    let offered = offered
    let line = statusLine(hinting: offered)
    let rows = messageRows(of: line, offered)
    for (index, text) in rows.enumerated() {
      canvas.write(
        text, at: Position(column: 1, row: frame.status.row + index),
        style: theme.style(for: message?.tone.role ?? .normal))
    }
    if rows.isEmpty {
      canvas.draw(in: frame.status) { canvas in line.draw(on: &canvas, theme: theme) }
    }
    let hints = rows.count < 2 ? hintsLine(of: offered) : helpHint(of: offered)
    canvas.draw(in: frame.hints) { canvas in
      hints.layOut(columns: size.columns, glyphs: theme.glyphs).draw(on: &canvas, theme: theme)
    }
  }

  /// The rows of a message that covers the status and the hints.
  var messageRows: [String] { message == nil ? [] : messageRows(of: statusLine, offered) }

  /// Returns the status line, with a few keys if the hints have no row.
  func statusLine(hinting offered: [Action]) -> StatusLine {
    var line = statusLine
    if !frame.hasHints { line.hints = hintsLine(of: offered) }
    return line
  }

  private func messageRows(of line: StatusLine, _ offered: [Action]) -> [String] {
    guard message != nil else { return [] }
    let glyphs = theme.glyphs
    let help = helpHint(of: offered).layOut(columns: size.columns, glyphs: glyphs)
    return line.messageRows(
      columns: size.columns,
      below: frame.hasHints ? (help.pieces.first?.column ?? size.columns) - 3 : 0,
      glyphs: glyphs)
  }

  /// The hint for help, which stays beside a message of two rows.
  private func helpHint(of offered: [Action]) -> HintsLine {
    HintsLine(actions: offered.filter { $0.name == .help }, isTyping: isTyping)
  }

  private func drawContent(on canvas: inout Canvas, theme: Theme) {
    // A screen reader would mix a box without lines with the text beside it.
    let isAlone = !theme.glyphs.hasLines
    defer { drawContinuations(on: &canvas, theme: theme) }
    if isAlone, !continuations.isEmpty { return }
    if overlays.isEmpty || !isAlone { screen.draw(on: &canvas, theme: theme) }
    for overlay in isAlone ? overlays.suffix(1) : overlays[...] {
      canvas.cursor = nil
      draw(overlay, on: &canvas, theme: theme)
    }
  }

  /// Draws the continuations of a sequence of keys.
  private func drawContinuations(on canvas: inout Canvas, theme: Theme) {
    let continuations = continuations
    guard !continuations.isEmpty else { return }
    WhichKeyBox(typed: typed, continuations: continuations).draw(on: &canvas, theme: theme)
  }

  private func draw(_ overlay: any Overlay, on canvas: inout Canvas, theme: Theme) {
    let box = overlay.frame(in: canvas.size)
    let style = theme.style(for: .accent)
    // Lines around the whole screen separate nothing, and they are a third of the bytes of a help.
    let glyphs = box.size == canvas.size ? theme.glyphs.withoutLines : theme.glyphs
    canvas.box(box, title: overlay.title, glyphs: glyphs, style: style)
    let words = overlay.footer.text(keymap, in: overlay.contexts)
    if !words.isEmpty {
      let room = box.columns - 6
      let footer = TextLayout.truncate(
        words, columns: room, ellipsis: theme.glyphs.ellipsis)
      let column = box.column + box.columns - GlyphWidth.columns(of: footer) - 4
      canvas.write(
        " \(footer) ", at: Position(column: column, row: box.row + box.rows - 1), style: style)
    }
    canvas.draw(in: inner(of: overlay)) { overlay.draw(on: &$0, theme: theme) }
  }

  var statusLine: StatusLine {
    let alert = application.alert(currentURL)
    // A message replaces a tip. The screen's own status also replaces a problem.
    let tip = alert.flatMap { $0.tone == .plain ? Message($0.text) : nil }
    return StatusLine(
      status: screen.status, work: jobs.title, message: message ?? tip, alert: alert,
      keyToRead: keymap.key(for: .readMessage, in: top.contexts, whileTyping: isTyping)?.label)
  }

  var hintsLine: HintsLine { hintsLine(of: offered) }

  private func hintsLine(of offered: [Action]) -> HintsLine {
    let reachable = keymap.reachable(offered, in: top.contexts, whileTyping: isTyping)
    let hinted = reachable.filter { !overlays.isEmpty || screen.hints($0.name) }
    let own = overlays.isEmpty ? screen.firstHints + newsHints : []
    let first = own.compactMap { name, words -> Action? in
      var action = hinted.first { $0.name == name }
      action?.hint = words
      return action
    }
    let others = hinted.filter { action in !first.contains { $0.name == action.name } }
    return HintsLine(
      actions: first + keymap.table.sorted(others), firstCount: first.count, isTyping: isTyping)
  }

  /// The actions that show more about a problem and about running work.
  private var newsHints: [(action: ActionName, words: String)] {
    let alert = application.alert(currentURL)
    let more = alert?.action.flatMap { name in
      keymap.table[name].map { (name, $0.hint.isEmpty ? alert?.word ?? "" : $0.hint) }
    }
    return (more.map { [$0] } ?? []) + (jobs.hasLong ? [(.jobs, "jobs")] : [])
  }

  /// The title of the window.
  var windowTitle: String {
    [screen.title, application.name].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Whether typed characters are text.
  var isTyping: Bool { top.contexts.areForTyping }

  /// The actions that have a key here and do something.
  var offered: [Action] {
    let place = place
    return keymap.actions(in: top.contexts).filter { isOffered($0, at: place) }
  }

  /// Whether an action does something here.
  func isOffered(_ action: Action, at place: ActionPlace) -> Bool {
    offersOwn(action.name) != false && top.offers(action.name)
      && (application.offers(action.name, place) ?? application.offersBeside(action.name, place)
        ?? application.isUsual(action.name))
  }

  var canKeep: Bool {
    screen.favoriteTitle != nil && application.favorites?.isReadOnly == false
  }
}

extension Session {
  /// Whether an overlay covers the whole screen, such as the help in a small window.
  var isCovered: Bool {
    overlays.last.map { $0.frame(in: frame.content.size).size == frame.content.size } ?? false
  }

  /// The parts of the picture whose drawing may wait, and the layers that they belong to.
  var deferredParts: (deferred: DeferredParts, layers: [ObjectIdentifier]) {
    let layers = ([screen] + overlays).map(ObjectIdentifier.init)
    // Several records a second are not read; the last one is.
    guard !isStepping else { return (DeferredParts([Region(size)]), layers) }
    guard !frame.isTooSmall else { return (DeferredParts(), layers) }
    let place = overlays.last.map { frame.content.place(of: inner(of: $0)) } ?? frame.content
    return (top.deferredParts.moved(to: place), layers)
  }
}
