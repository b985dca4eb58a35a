internal import CairnInterface
internal import CairnNavigation

/// The content of a detail screen, laid out in lines for a width.
struct DetailPage {
  /// The target of Enter on a line.
  enum Target: Hashable {
    case link(ScreenURL)
    case address(String)

    /// The URL of a link to a screen.
    var url: ScreenURL? { if case .link(let url) = self { url } else { nil } }
  }

  /// A link in a text.
  struct TextLink {
    let name: String
    let target: Target

    /// The link's address, as shown to a person.
    var remark: String {
      switch target {
      case .link(let url): url.text
      case .address(let address): address
      }
    }

    /// Creates the link of a piece of a line, if it has a usable one.
    ///
    /// An address without a scheme is relative, and its base is unknown here.
    init?(_ piece: StyledLine.Piece) {
      guard let address = piece.link else { return nil }
      let scheme = address.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      guard scheme.first?.isLetter == true, address.dropFirst(scheme.count).first == ":" else {
        return nil
      }
      let url = scheme.lowercased() == "cairn" ? try? ScreenURL(parsing: address) : nil
      name = piece.text
      target = url.map(Target.link) ?? .address(address)
    }
  }

  struct Line {
    var content = StyledLine()
    var target: Target?
    /// The target's name, and a remark about it.
    var name = ""
    var remark = ""
    /// The links in the line's text; `target` is the first one.
    var links: [TextLink] = []
    /// The title of the line's section, if that is a section of links.
    var section: String?
    /// The field whose value the line shows a part of.
    var field: DetailField?
    /// The effect of opening the line, if it can be opened.
    var mark: RowMark?
    /// Whether the name is cut.
    var isCut = false
    /// Whether the cursor can stop here.
    var isStop = true
    var isHeading = false

    /// Whether the line is of the same field or link as a line of another page.
    func isOfSame(as other: Line) -> Bool {
      field?.label == other.field?.label && section == other.section
        && (section == nil || target == other.target)
    }

    /// Whether opening the line may open a target.
    func leads(to other: Target) -> Bool {
      target == other || links.contains { $0.target == other }
    }
  }

  private(set) var lines: [Line] = []
  /// The Markdown texts and the long plain texts, by field label.
  private var texts: [String: LaidOutText] = [:]
  /// The labels of these texts and their first lines, in order.
  private var textStarts: [(label: String, line: Int)] = []
  /// The number of bytes that were laid out at once.
  private var laidOutBytes = 0
  /// The width of the lines; 0 for an empty page.
  private(set) var columns = 0
  private var mark: (ScreenURL) -> RowMark = { _ in .push }
  private var labelColumns = 0
  /// Whether long titles of links wrap.
  private var wrapsLinks = false

  /// The left columns for the cursor's bar.
  static let gutter = 2
  /// The indent of a text below its heading.
  static let textIndent = 2
  /// The right columns for the mark of a line that can be opened.
  static let markColumns = 3

  /// Creates an empty page.
  init() {}

  /// Lays out the content of a source.
  ///
  /// - Parameters:
  ///   - source: the content.
  ///   - columns: the number of columns.
  ///   - wrapsLinks: whether long titles of links wrap.
  ///   - atOnce: whether long texts are also laid out now, however long it takes.
  ///   - earlier: the previous page; its unchanged texts are reused.
  ///   - mark: the effect of opening a URL.
  init(
    _ source: any DetailSource, columns: Int, wrapsLinks: Bool = false, atOnce: Bool = false,
    reusing earlier: DetailPage = DetailPage(), mark: @escaping (ScreenURL) -> RowMark
  ) {
    (self.mark, self.wrapsLinks) = (mark, wrapsLinks)
    self.columns = max(8, columns - Self.gutter - 1)
    let short = source.fields.filter { !$0.isText }
    let remarks = source.remarks
    let widest = (short + remarks).map { GlyphWidth.columns(of: $0.label) }.max() ?? 0
    labelColumns = min(widest, self.columns / 3)
    for field in short { add(field) }
    for field in source.fields where field.isText {
      addText(field, atOnce: atOnce, after: earlier.texts[field.label])
    }
    for section in source.sections { add(section) }
    guard !remarks.isEmpty else { return }
    addHeading(source.remarksTitle)
    for remark in remarks { add(remark) }
  }

  private mutating func add(_ field: DetailField) {
    let label = TextLayout.fit(field.label, columns: labelColumns)
    let text = field.kind == .tags ? Self.hashed(field.text) : field.text
    let room = columns - labelColumns - (field.target == nil ? 2 : 1 + Self.markColumns)
    let wrapped = TextLayout.wrap(text, columns: max(2, room))
    for (index, line) in wrapped.enumerated() {
      let shown = index == 0 ? label : TextLayout.fit("", columns: labelColumns)
      var pieces: [StyledLine.Piece] = [
        .init(text: shown + "  ", role: .dim), Self.piece(of: field, line.text),
      ]
      if index == wrapped.count - 1, !field.remark.isEmpty {
        pieces.append(.init(text: "  " + field.remark, role: .dim))
      }
      let target = field.target.map(Target.address)
      let mark = index == 0 && target != nil ? RowMark.external : nil
      lines.append(
        Line(
          content: StyledLine(pieces: pieces), target: target, name: field.label,
          remark: field.text, field: field, mark: mark))
    }
    guard let fraction = field.fraction else { return }
    let bar = StyledLine.Piece(
      role: .accent, mark: .bar(done: Int(fraction * Double(room)), columns: room))
    lines.append(Line(content: StyledLine(indent: labelColumns + 2, pieces: [bar]), isStop: false))
  }

  /// A line of a field's value.
  private static func piece(of field: DetailField, _ text: String) -> StyledLine.Piece {
    switch field.kind {
    case .address: .init(text: text, role: .accent, attributes: .underline)
    case .stars(let count, let most):
      .init(role: field.role == .normal ? .accent : field.role, mark: .stars(count, of: most))
    case .flag(let isSet): .init(role: field.role, mark: .flag(isSet))
    case .tags: .init(text: text, role: field.role == .normal ? .accent : field.role)
    case .line, .markdown: .init(text: text, role: field.role)
    }
  }

  private mutating func addText(_ field: DetailField, atOnce: Bool, after earlier: LaidOutText?) {
    addHeading(field.label)
    let task = LaidOutText.Task(field: field, columns: columns - Self.textIndent)
    let text =
      if let earlier, earlier.task == task, earlier.isWhole || !atOnce {
        earlier
      } else if !atOnce, laidOutBytes + field.text.utf8.count > LaidOutText.longest {
        LaidOutText(beginningOf: task, after: earlier)
      } else {
        LaidOutText(task)
      }
    if text.isWhole { laidOutBytes += text.folded == nil ? field.text.utf8.count : 0 }
    texts[field.label] = text
    textStarts.append((field.label, lines.count))
    lines += text.lines
  }

  /// The lines that contain a text.
  ///
  /// - Parameters:
  ///   - wanted: the folded text.
  ///   - fold: folds lines that weren't prepared.
  /// - Returns: the indices of the lines, in order.
  func lines(having wanted: String, foldedBy fold: (String) -> String) -> [Int] {
    var places: [Int] = []
    var next = 0
    func look(upTo end: Int) {
      places += (next..<end).filter { fold(lines[$0].content.text).contains(wanted) }
    }
    for (label, start) in textStarts {
      guard let text = texts[label], let folded = text.folded else { continue }
      look(upTo: start)
      places += folded.places(having: wanted).map { start + $0 }
      next = start + text.lines.count
    }
    look(upTo: lines.count)
    return places
  }

  /// The texts that still need their layout, which another thread makes.
  var unfinished: [LaidOutText.Task] {
    texts.values.filter { !$0.isWhole }.map(\.task).sorted { $0.field.label < $1.field.label }
  }

  /// Stores fully laid-out texts for the next page.
  mutating func take(_ whole: [LaidOutText]) {
    for text in whole { texts[text.task.field.label] = text }
  }

  /// The place of a line in another page, after other lines were added or removed.
  ///
  /// It is at the same distance from the start of its field or link; lines after all texts count
  /// from the end.
  func place(ofLine line: Int, in other: DetailPage) -> Int {
    guard lines.indices.contains(line), lines[line].field != nil || lines[line].section != nil,
      let start = lines.firstIndex(where: { $0.isOfSame(as: lines[line]) })
    else { return other.lines.count - (lines.count - line) }
    guard let there = other.lines.firstIndex(where: { $0.isOfSame(as: lines[line]) }) else {
      // The link or field is gone, so the next one that still exists takes its place.
      let next = lines[line...].first { !$0.isOfSame(as: lines[line]) && $0.isStop }
      return next.flatMap { next in other.lines.firstIndex { $0.isOfSame(as: next) } } ?? line
    }
    // A wider layout has fewer lines.
    let last = other.lines.lastIndex { $0.isOfSame(as: lines[line]) } ?? there
    return min(there + line - start, last)
  }

  private mutating func add(_ section: DetailSection) {
    addHeading("\(section.title)  \(Count.text(section.count))")
    if section.columns.isEmpty { addLinks(of: section) } else { addTable(of: section) }
    guard section.count > section.links.count else { return }
    let more = "\(Count.text(section.count - section.links.count)) more"
    let piece = StyledLine.Piece(text: more, role: section.url == nil ? .dim : .accent)
    lines.append(
      Line(
        content: StyledLine(indent: 2, pieces: [piece]), target: section.url.map(Target.link),
        name: "all \(Count.text(section.count))", remark: section.title.lowercased(),
        section: section.title, mark: section.url.map(mark)))
  }

  /// Adds the links of a section, a line each.
  private mutating func addLinks(of section: DetailSection) {
    let kinds = section.links.map { GlyphWidth.columns(of: $0.kind) }.max() ?? 0
    let widths = section.links.map { GlyphWidth.columns(of: String($0.title.prefix(400))) }
    let room = columns - Self.markColumns - 4 - (kinds == 0 ? 0 : min(kinds, 14) + 2)
    // Details get only the space that titles don't need.
    let details = section.links.map { GlyphWidth.columns(of: String($0.detail.prefix(400))) }.max()
    let titles = min(widths.max() ?? 0, max(columns / 2, room - (details ?? 0) - 2))
    for (link, width) in zip(section.links, widths) {
      let kind = TextLayout.fit(link.kind, columns: min(kinds, 14)) + (kinds == 0 ? "" : "  ")
      let columns = link.detail.isEmpty ? room : titles
      let parts = wrapsLinks ? Self.wrapped(link.title, columns) : [link.title]
      let details = wrapsLinks ? Self.wrapped(link.detail, room - columns - 2) : [link.detail]
      let first: [StyledLine.Piece] =
        [
          .init(role: .dim, mark: link.direction == .outward ? .linksTo : .linkedFrom),
          .init(text: kind, role: .dim),
        ]
        + Self.title(parts[0], of: link, columns: titles)
        + [.init(text: details[0], role: .dim)]
      lines.append(
        Line(
          content: StyledLine(indent: 2, pieces: first), target: .link(link.url),
          name: link.title, remark: section.title.lowercased(), section: section.title,
          mark: mark(link.url), isCut: !wrapsLinks && width > columns))
      let indent = 4 + GlyphWidth.columns(of: kind)
      for row in 1..<max(parts.count, details.count, 1) {
        let part = row < parts.count ? parts[row] : ""
        let pieces =
          Self.title(part, of: link, columns: titles)
          + [.init(text: row < details.count ? details[row] : "", role: .dim)]
        lines.append(
          Line(
            content: StyledLine(indent: indent, pieces: pieces), target: .link(link.url),
            name: link.title, remark: section.title.lowercased(), section: section.title))
      }
    }
  }

  /// Adds owned records as a table: a head, and the cells of each record, wrapped where needed.
  private mutating func addTable(of section: DetailSection) {
    let number = section.isOrdered ? String(section.count).count + 2 : 0
    let room = columns - Self.markColumns - Self.textIndent - number
    let table = TableColumns(section, columns: room)
    if let head = table.head {
      let pieces: [StyledLine.Piece] = [.init(text: head, role: .dim)]
      lines.append(
        Line(content: StyledLine(indent: Self.textIndent + number, pieces: pieces), isStop: false))
    }
    for (place, link) in section.links.enumerated() {
      for (row, text) in table.lines(of: link.cells).enumerated() {
        let own = row == 0 && number > 0 ? "\(place + 1)" : ""
        let ordinal = TextLayout.fit(own, columns: max(0, number - 2), alignment: .right)
        var pieces = number > 0 ? [StyledLine.Piece(text: ordinal + "  ", role: .dim)] : []
        pieces.append(.init(text: text))
        lines.append(
          Line(
            content: StyledLine(indent: Self.textIndent, pieces: pieces), target: .link(link.url),
            name: link.title, remark: section.title.lowercased(), section: section.title,
            mark: row == 0 ? mark(link.url) : nil))
      }
    }
  }

  /// The title alone or, before a detail, padded to the common width.
  private static func title(
    _ title: String, of link: DetailLink, columns: Int
  ) -> [StyledLine.Piece] {
    let fitted = TextLayout.truncate(title, columns: columns, ellipsis: GlyphSet.unicode.ellipsis)
    guard !link.detail.isEmpty else {
      return [.init(text: title, role: .accent, attributes: .underline)]
    }
    let rest = max(0, columns - GlyphWidth.columns(of: fitted)) + 2
    return [
      .init(text: fitted, role: .accent, attributes: .underline),
      .init(text: String(repeating: " ", count: rest)),
    ]
  }

  /// The wrapped lines of a text, at least one.
  private static func wrapped(_ text: String, _ columns: Int) -> [String] {
    let lines = TextLayout.wrap(String(text.prefix(4_000)), columns: max(2, columns))
    return lines.isEmpty ? [""] : lines.map(\.text)
  }

  private mutating func addHeading(_ title: String) {
    if !lines.isEmpty { lines.append(Line(isStop: false)) }
    let piece = StyledLine.Piece(text: title.uppercased(), role: .bold)
    lines.append(
      Line(content: StyledLine(pieces: [piece]), isStop: false, isHeading: true))
  }

  /// Tags as people write them: "#maths #engines".
  private static func hashed(_ text: String) -> String {
    text.split(separator: ",").map { "#" + $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// The nearest line from `start` on, in the direction of `step`, where the cursor can stop.
  func stop(from start: Int, step: Int) -> Int? {
    lines.stop(from: start, step: step, where: \.isStop)
  }
}
