internal import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnStore

// Help for writing a filter.
extension RecordListSource {
  /// The error in a filter, if it has one: bad syntax, or a field or value that these records can't
  /// have.
  public func problem(withFilter text: String) -> FilterProblem? {
    guard !text.isEmpty else { return nil }
    var wanted = query
    wanted.filter = text
    return fetch(wanted).problem ?? (text == query.filter ? filterProblem : nil)
  }

  /// The fetch of a query; the latest one if it is of the same, since that has read its filter.
  private func fetch(_ wanted: ListQuery) -> RecordFetch {
    if let latestFetch, latestFetch.query == wanted, latestFetch.snapshot === client.snapshot {
      return latestFetch
    }
    return RecordFetch(
      url.setting("where", to: wanted.filter), wanted, of: entity, from: origin,
      in: client.snapshot, at: client.clock())
  }

  /// A function that completes a filter with fields and values.
  public func completingFilter(_ text: String) -> (@Sendable () -> [Completion])? {
    let completions = RecordCompletions(client.snapshot, at: client.clock(), for: .person)
    return { [entity] in completions.filters(text, of: entity) }
  }

  /// The rest of the word at the cursor: of a name, or of a value with its quotation mark.
  public func restOfFilterWord(_ text: String, _ rest: String) -> Substring {
    RecordCompletions.restOfWord(text, rest)
  }

  /// Examples with fields of these records.
  public var filterHelp: String? {
    FilterExamples(of: entity, in: client.snapshot.model).text
  }
}

/// Examples of filters, with the fields of an entity.
package struct FilterExamples {
  /// The examples, each with its meaning.
  private(set) var lines: [(example: String, meaning: String)] = [
    ("lyon vienna", "both words, in any field"),
    ("\"new york\"", "the words together"),
    ("-lyon", "rows without the word"),
    ("lyon OR vienna", "at least one of the words"),
  ]

  /// The examples in two columns, one line each.
  package var text: String {
    let width = lines.map { GlyphWidth.columns(of: $0.example) }.max() ?? 0
    return lines.map { example, meaning in
      example + String(repeating: " ", count: width + 2 - GlyphWidth.columns(of: example)) + meaning
    }.joined(separator: "\n")
  }

  /// Creates the examples for the records of `entity`.
  package init(of entity: Entity, in model: ObjectModel) {
    let attributes = entity.attributes
    let first = { (types: Set<AttributeType>) in attributes.first { types.contains($0.type) } }
    if let title = entity.titleAttribute ?? attributes.first {
      let name = Property.attribute(title).typed
      add("\(name):ly", "the field contains it")
      add("\(name)~^The", "matches a pattern")
    }
    if let choice = first([.choice]), choice.choices.count > 1 {
      let choices = choice.choices.prefix(2).map { RecordCompletions.spelled($0) }
      add(
        "\(Property.attribute(choice).typed):\(choices.joined(separator: ","))", "is one of these")
    }
    if let number = first([.integer, .decimal, .double]) {
      let name = Property.attribute(number).typed
      add("\(name)>=10", "is at least this")
      add("\(name):10..20", "from, to; either end may be missing")
    }
    if let date = first(Set(AttributeType.allCases.filter(\.isTime))) {
      add("\(Property.attribute(date).typed):-7d..today", "a day; also 2026-11 and friday")
    }
    if let field = attributes.last {
      let name = Property.attribute(field).typed
      add("no:\(name)", "is empty; has:\(name) is the opposite")
    }
    for link in entity.relationships {
      guard let title = model[link.destination]?.titleAttribute else { continue }
      let names = [Property.relationship(link).typed, Property.attribute(title).typed]
      add("\(names.joined(separator: ".")):ly", "a field of a linked record")
      break
    }
  }

  private mutating func add(_ example: String, _ meaning: String) {
    // Skip examples so long that no room is left for the meaning.
    if GlyphWidth.columns(of: example) <= Self.longestExample { lines.append((example, meaning)) }
  }

  private static let longestExample = 30
}

// MARK: - Hints

extension RecordListSource {
  /// The text if nothing matches: a hint about this filter, or else the text of any list.
  public var noMatchHint: KeyWords {
    guard let hint = hintOfNothing else { return unfilteredHint }
    return "\(hint) · \(Count.text(total)) without the filter"
  }

  /// The probable meaning of the conditions, if they match nothing.
  var hintOfNothing: String? {
    guard let results = rows?.results else { return nil }
    // Each drawing asks for the hint, and finding it may need a fetch.
    if hint?.generation != generation {
      let text = results.snapshot.hint(for: results.request, finding: 0, at: client.clock())
      hint = (generation, text)
    }
    return hint?.text
  }

  /// A note if part of the filter looks like a condition but counts as words.
  public var filterNote: String? {
    rows.flatMap { rows in
      rows.results.snapshot.hint(for: rows.results.request, finding: count, at: client.clock())
    }
  }
}

extension FilterProblem {
  /// The problem in `filter`, from the column that the store reports to the end of the word.
  ///
  /// An unfinished filter gets its possible continuations instead.
  ///
  /// - Parameters:
  ///   - error: the store's error.
  ///   - filter: the filter with the error.
  ///   - check: finds errors in another text, so that a mistake is reported even in an unfinished
  ///     filter.
  package init(
    _ error: FilterError, in filter: String, checking check: (String) -> FilterError? = { _ in nil }
  ) {
    var (told, next) = (error, error)
    var isUnfinished = error.isUnfinished(in: filter)
    if isUnfinished, error.isSyntax, let behind = error.behindEnd(of: filter, check) {
      let isInSight = (1...filter.count).contains(behind.column)
      if isInSight { told = behind }
      isUnfinished = !isInSight || behind.isUnfinished(in: filter)
      if !isInSight, case .badValue = behind { next = behind } else { next = told }
    }
    let start = min(max(0, told.column - 1), filter.count)
    let length = filter.dropFirst(start).prefix { $0 != " " }.count
    self.init(
      isUnfinished ? next.nextWords : told.description, at: start..<(start + length),
      isUnfinished: isUnfinished)
  }
}

extension ListSort {
  init(_ sort: RecordSort) {
    self.init(sort.field.description, isDescending: sort.isDescending)
  }
}

extension RecordQuery {
  /// Parses the query of a list's URL.
  ///
  /// - Parameters:
  ///   - url: the list's URL.
  ///   - entity: the entity of the list's records.
  ///   - model: the model of the entity.
  ///   - origin: the record and the link that the list belongs to; `nil` for all records.
  /// - Throws: `FilterError` for an invalid part of the query.
  public init(
    _ url: ScreenURL, for entity: Entity, in model: ObjectModel, origin: FetchRequest.Origin?
  ) throws(FilterError) {
    try self.init(
      url.query.map { ($0.name, $0.value ?? "") }, for: entity, in: model, origin: origin)
  }
}
