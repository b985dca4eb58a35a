internal import CairnInterface
internal import CairnNavigation

/// A column of a detail page: it lays out blocks in lines of its width.
struct PageColumn {
  /// A part of a page that stays together.
  enum Block {
    case field(DetailField)
    case text(DetailField)
    case section(DetailSection)
    case remarks(String, [DetailField])
  }

  /// The lines of one block or of several ones.
  struct Part {
    var lines: [DetailPage.Line] = []
    /// The keys of the texts and their first lines, in order.
    var textStarts: [(key: TextLayouts.Key, line: Int)] = []
    /// Whether the first line is a heading.
    var isHeaded = false
    /// Whether there is no room for some columns of a table, or for the whole of a link.
    var losesCells = false

    init() {}

    /// Joins parts, with an empty line above each heading.
    init(joining parts: some Sequence<Part>) {
      for part in parts {
        if part.isHeaded, !lines.isEmpty { lines.append(DetailPage.Line(isStop: false)) }
        textStarts += part.textStarts.map { ($0.key, lines.count + $0.line) }
        lines += part.lines
        losesCells = losesCells || part.losesCells
      }
    }
  }

  /// The columns of the screen, with the gutter and the right edge.
  let width: Int
  let widestLabel: Int
  /// Whether long titles of links wrap.
  let wrapsLinks: Bool
  let mark: (ScreenURL) -> RowMark

  /// The columns for content.
  private var columns: Int { max(8, width - DetailPage.gutter - 1) }
  private var labelColumns: Int { min(widestLabel, columns / 3) }
  /// The width of each of two columns.
  var half: Int { width / 2 }

  /// Lays out a block.
  func laidOut(_ block: Block, _ texts: inout TextLayouts) -> Part {
    var part = Part()
    switch block {
    case .field(let field): add(field, to: &part)
    case .text(let field): addText(field, &texts, to: &part)
    case .section(let section): add(section, to: &part)
    case .remarks(let title, let remarks):
      addHeading(title, to: &part)
      for remark in remarks { add(remark, to: &part) }
    }
    return part
  }

  private func add(_ field: DetailField, to part: inout Part) {
    let label = TextLayout.fit(field.label, columns: labelColumns)
    let text = field.kind == .tags ? Self.hashed(field.text) : field.text
    let room =
      columns - labelColumns
      - (field.target == nil && field.files.isEmpty ? 2 : 1 + DetailPage.markColumns)
    let wrapped = TextLayout.wrap(text, columns: max(2, room))
    for (index, line) in wrapped.enumerated() {
      let shown = index == 0 ? label : TextLayout.fit("", columns: labelColumns)
      var pieces: [StyledLine.Piece] = [
        .init(text: shown + "  ", role: .dim)
      ]
      pieces += Self.pieces(of: field, line.text)
      if index == wrapped.count - 1, !field.remark.isEmpty {
        pieces.append(.init(text: "  " + field.remark, role: .dim))
      }
      let links = field.files.map(DetailPage.TextLink.init(file:))
      let target = links.first?.target ?? field.target.map(DetailPage.Target.address)
      let mark = index == 0 && target != nil ? RowMark.external : nil
      part.lines.append(
        DetailPage.Line(
          content: StyledLine(pieces: pieces), target: target, name: field.label,
          remark: field.text, links: links, field: field, mark: mark))
    }
    guard let fraction = field.fraction else { return }
    let bar = StyledLine.Piece(
      role: .accent, mark: .bar(done: Int(fraction * Double(room)), columns: room))
    part.lines.append(
      DetailPage.Line(content: StyledLine(indent: labelColumns + 2, pieces: [bar]), isStop: false))
  }

  /// A line of a field's value; tags may have roles of their own.
  private static func pieces(of field: DetailField, _ text: String) -> [StyledLine.Piece] {
    guard field.kind == .tags, !field.wordRoles.isEmpty else { return [piece(of: field, text)] }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.enumerated().map { place, word in
      let role = field.wordRoles[String(word.drop { $0 == "#" })] ?? .accent
      return .init(text: (place > 0 ? " " : "") + word, role: role)
    }
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

  private func addText(
    _ field: DetailField, _ texts: inout TextLayouts, to part: inout Part
  ) {
    addHeading(field.label, to: &part)
    let text = texts.text(LaidOutText.Task(field: field, columns: columns - DetailPage.textIndent))
    part.textStarts.append((TextLayouts.Key(text.task), part.lines.count))
    part.lines += text.lines
  }

  private func add(_ section: DetailSection, to part: inout Part) {
    addHeading(section.heading, to: &part)
    if section.holdsParts {
      addTable(of: section, to: &part)
    } else {
      addLinks(of: section, to: &part)
    }
    guard section.count > section.links.count else { return }
    let more = "\(Count.text(section.count - section.links.count)) more"
    let piece = StyledLine.Piece(text: more, role: section.url == nil ? .dim : .accent)
    part.lines.append(
      DetailPage.Line(
        content: StyledLine(indent: 2, pieces: [piece]),
        target: section.url.map(DetailPage.Target.link),
        name: "all \(Count.text(section.count))", remark: section.title.lowercased(),
        section: section.title, mark: section.url.map(mark)))
  }

  /// Adds the links of a section, a line each; the heading's line also names the columns.
  private func addLinks(of section: DetailSection, to part: inout Part) {
    let places = LinkPlaces(section, columns: columns, wraps: wrapsLinks)
    part.losesCells = part.losesCells || places.losesParts
    if let head = places.head, let last = part.lines.indices.last {
      part.lines[last].content.pieces += [
        .init(text: places.gap(after: part.lines[last].content.text)),
        .init(text: head, role: .dim),
      ]
    }
    for link in section.links {
      let titles = wrapsLinks ? Self.wrapped(link.title, places.titles(of: link)) : [link.title]
      let details = places.details(of: link)
      for row in 0..<max(titles.count, details.count) {
        let start: [StyledLine.Piece] =
          row > 0
          ? []
          : [
            .init(role: .dim, mark: link.direction == .outward ? .linksTo : .linkedFrom),
            .init(text: TextLayout.fit(link.kind, columns: places.kinds), role: .dim),
          ]
        let pieces =
          start
          + Self.title(row < titles.count ? titles[row] : "", places, isAlone: details.isEmpty)
          + [.init(text: row < details.count ? details[row] : "", role: .dim)]
        var line = DetailPage.Line(
          content: StyledLine(indent: row == 0 ? 2 : 4 + places.kinds, pieces: pieces),
          target: .link(link.url), name: link.title, remark: section.title.lowercased(),
          section: section.title)
        if row == 0 {
          line.mark = mark(link.url)
          line.isCut =
            !wrapsLinks && GlyphWidth.columns(of: link.title) > places.titles(of: link)
        }
        part.lines.append(line)
      }
    }
  }

  /// Adds owned records as a table: a head, and the cells of each record, wrapped where needed.
  private func addTable(of section: DetailSection, to part: inout Part) {
    let number = section.isOrdered ? String(section.count).count + 2 : 0
    let room = columns - DetailPage.markColumns - DetailPage.textIndent - number
    let table = TableColumns(section, columns: room)
    part.losesCells = part.losesCells || table.losesCells
    if let head = table.head {
      let pieces: [StyledLine.Piece] = [.init(text: head, role: .dim)]
      part.lines.append(
        DetailPage.Line(
          content: StyledLine(indent: DetailPage.textIndent + number, pieces: pieces), isStop: false
        ))
    }
    for (place, link) in section.links.enumerated() {
      for (row, text) in table.lines(of: link.cells).enumerated() {
        let own = row == 0 && number > 0 ? "\(place + 1)" : ""
        let ordinal = TextLayout.fit(own, columns: max(0, number - 2), alignment: .right)
        var pieces = number > 0 ? [StyledLine.Piece(text: ordinal + "  ", role: .dim)] : []
        pieces.append(.init(text: text))
        part.lines.append(
          DetailPage.Line(
            content: StyledLine(indent: DetailPage.textIndent, pieces: pieces),
            target: .link(link.url),
            name: link.title, remark: section.title.lowercased(), section: section.title,
            mark: row == 0 ? mark(link.url) : nil))
      }
    }
  }

  /// The title alone or, before a detail, padded to the common width.
  private static func title(
    _ title: String, _ places: LinkPlaces, isAlone: Bool
  ) -> [StyledLine.Piece] {
    guard !isAlone else {
      return [.init(text: title, role: .accent, attributes: .underline)]
    }
    let fitted = TextLayout.truncate(
      title, columns: places.titles, ellipsis: GlyphSet.unicode.ellipsis)
    let rest = max(0, places.titles - GlyphWidth.columns(of: fitted)) + LinkPlaces.gap
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

  private func addHeading(_ title: String, to part: inout Part) {
    part.isHeaded = true
    if !part.lines.isEmpty { part.lines.append(DetailPage.Line(isStop: false)) }
    let piece = StyledLine.Piece(text: title.uppercased(), role: .bold)
    part.lines.append(
      DetailPage.Line(content: StyledLine(pieces: [piece]), isStop: false, isHeading: true))
  }

  /// Tags as people write them: "#maths #engines".
  private static func hashed(_ text: String) -> String {
    text.split(separator: ",").map { "#" + $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
