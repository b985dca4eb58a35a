internal import CairnInterface
internal import CairnNavigation

/// The content of a detail screen, laid out in lines for a width.
struct DetailPage {
  /// The target of Enter on a line.
  enum Target: Hashable {
    case link(ScreenURL)
    case address(String)
    case file(String)

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
      case .address(let address), .file(let address): address
      }
    }

    /// Creates the link to a file.
    init(file path: String) {
      name = path.split(separator: "/").last.map(String.init) ?? path
      target = .file(path)
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
    /// The row of the page, and the columns that the line may use.
    var row = 0
    var columns = 0..<0
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
  /// The number of rows; in two columns, a row has two lines.
  private(set) var rowCount = 0
  private var texts = TextLayouts()
  /// The keys of the texts on the page and their first lines, in order.
  private var textStarts: [(key: TextLayouts.Key, line: Int)] = []

  /// The left columns for the cursor's bar.
  static let gutter = 2
  /// The indent of a text below its heading.
  static let textIndent = 2
  /// The right columns for the mark of a line that can be opened.
  static let markColumns = 3
  /// The least width of a page with two columns.
  static let wide = 110
  /// The most bytes of texts that may be in one of two columns; longer ones take the whole width.
  private static let longestBeside = 8_000

  /// Creates an empty page.
  init() {}

  /// Lays out the content of a source.
  ///
  /// A wide page has three bands: the fields, the texts and links, and the remarks. A band has two
  /// columns if it then needs fewer rows.
  ///
  /// - Parameters:
  ///   - source: the content.
  ///   - columns: the number of columns.
  ///   - wrapsLinks: whether long titles of links wrap.
  ///   - isInOrder: whether a screen reader reads the rows in order, so that there is one column.
  ///   - atOnce: whether long texts are also laid out now, however long it takes.
  ///   - earlier: the previous page; its unchanged texts are reused.
  ///   - mark: the effect of opening a URL.
  init(
    _ source: any DetailSource, columns: Int, wrapsLinks: Bool = false, isInOrder: Bool = false,
    atOnce: Bool = false, reusing earlier: DetailPage = DetailPage(),
    mark: @escaping (ScreenURL) -> RowMark
  ) {
    texts = TextLayouts(reusing: earlier.texts, atOnce: atOnce)
    let fields = source.fields
    let short = fields.filter { !$0.isText }
    let (sections, remarks) = (source.sections, source.remarks)
    let widest = (short + remarks).map { GlyphWidth.columns(of: $0.label) }.max() ?? 0
    let column = PageColumn(
      width: columns, widestLabel: widest, wrapsLinks: wrapsLinks, mark: mark)
    let long = fields.filter(\.isText)
    let isSplit = columns >= Self.wide && !isInOrder
    add(short.map(PageColumn.Block.field), in: column, isSplit: isSplit && short.count > 3)
    let bytes = long.reduce(0) { $0 + $1.text.utf8.count }
    add(
      long.map(PageColumn.Block.text) + sections.map(PageColumn.Block.section), in: column,
      isSplit: isSplit && bytes <= Self.longestBeside)
    if !remarks.isEmpty {
      add([.remarks(source.remarksTitle, remarks)], in: column, isSplit: false)
    }
  }

  /// Adds a band of blocks, in one column or in two.
  private mutating func add(_ blocks: [PageColumn.Block], in column: PageColumn, isSplit: Bool) {
    guard !blocks.isEmpty else { return }
    let whole = PageColumn.Part(joining: blocks.map { column.laidOut($0, &texts) })
    let start = rowCount == 0 ? 0 : rowCount + 1
    if isSplit, let (left, right) = halves(of: blocks, in: column, insteadOf: whole) {
      place(left, atRow: start, in: 0..<column.half)
      place(right, atRow: start, in: (column.width - column.half)..<column.width)
    } else {
      place(whole, atRow: start, in: 0..<column.width)
    }
  }

  /// Lays out blocks in two columns.
  ///
  /// - Returns: the columns; `nil` if they need as many rows as one, or lose a part of a table or a
  ///   link.
  private mutating func halves(
    of blocks: [PageColumn.Block], in column: PageColumn, insteadOf whole: PageColumn.Part
  ) -> (left: PageColumn.Part, right: PageColumn.Part)? {
    let narrow = PageColumn(
      width: column.half, widestLabel: column.widestLabel, wrapsLinks: column.wrapsLinks,
      mark: column.mark)
    let parts = blocks.map { narrow.laidOut($0, &texts) }
    guard whole.losesCells || !parts.contains(where: \.losesCells) else { return nil }
    let height = { (part: ArraySlice<PageColumn.Part>) in
      part.reduce(0) { $0 + $1.lines.count + ($0 > 0 && $1.isHeaded ? 1 : 0) }
    }
    let heights = (1..<max(1, parts.count)).map { place in
      (place: place, rows: max(height(parts[..<place]), height(parts[place...])))
    }
    // The left column is rather the longer one.
    guard let best = heights.reversed().min(by: { $0.rows < $1.rows }),
      best.rows < whole.lines.count
    else { return nil }
    return (.init(joining: parts[..<best.place]), .init(joining: parts[best.place...]))
  }

  private mutating func place(
    _ part: PageColumn.Part, atRow start: Int, in columns: Range<Int>
  ) {
    textStarts += part.textStarts.map { ($0.key, lines.count + $0.line) }
    for (row, line) in part.lines.enumerated() {
      var line = line
      (line.row, line.columns) = (start + row, columns)
      lines.append(line)
    }
    rowCount = max(rowCount, start + part.lines.count)
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
    for (key, start) in textStarts {
      guard let text = texts[key], let folded = text.folded else { continue }
      look(upTo: start)
      places += folded.places(having: wanted).map { start + $0 }
      next = start + text.lines.count
    }
    look(upTo: lines.count)
    return places
  }

  /// The texts that still need their layout, which another thread makes.
  var unfinished: [LaidOutText.Task] { texts.unfinished }

  /// Stores fully laid-out texts for the next page.
  mutating func take(_ whole: [LaidOutText]) {
    for text in whole { texts.take(text) }
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

  /// The line at a row and a column of the page.
  func line(atRow row: Int, column: Int) -> Int? {
    lines.firstIndex { $0.row == row && $0.columns.contains(column) }
  }

  /// The nearest line from `start` on, in the direction of `step`, where the cursor can stop.
  func stop(from start: Int, step: Int) -> Int? {
    lines.stop(from: start, step: step, where: \.isStop)
  }
}
