internal import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnStore

// What helps to write a filter.
extension RecordListSource {
  /// Whether it can be read, and says something that these records can have.
  public func problem(withFilter text: String) -> FilterProblem? {
    guard !text.isEmpty else { return nil }
    var wanted = query
    wanted.filter = text
    return fetch(wanted).problem ?? (text == query.filter ? filterProblem : nil)
  }

  /// The fetch of a query; the latest one if it is of the same, since that has read its filter.
  private func fetch(_ wanted: ListQuery) -> RecordFetch {
    if let latestFetch, latestFetch.query == wanted, latestFetch.snapshot === desk.snapshot {
      return latestFetch
    }
    return RecordFetch(
      url.setting("where", to: wanted.filter), wanted, of: entity, from: origin,
      in: desk.snapshot, at: desk.clock())
  }

  /// Fields, and their values.
  public func completingFilter(_ text: String) -> (@Sendable () -> [Completion])? {
    let completions = RecordCompletions(desk.snapshot, at: desk.clock(), for: .person)
    return { [entity] in completions.filters(text, of: entity) }
  }

  /// The rest of a name, or of a value with its quotation mark.
  public func restOfFilterWord(_ text: String, _ rest: String) -> Substring {
    RecordCompletions.restOfWord(text, rest)
  }

  /// Examples with fields that these records have.
  public var filterHelp: String? {
    FilterExamples(of: entity, in: desk.snapshot.model).text
  }
}

/// How a filter is written, told by the fields of an entity.
package struct FilterExamples {
  /// What is typed, and what it leaves.
  private(set) var lines: [(example: String, meaning: String)] = [
    ("lyon vienna", "both words, in any field"),
    ("\"new york\"", "the words together"),
    ("-lyon", "rows without the word"),
    ("lyon OR vienna", "at least one of the words"),
  ]

  /// The examples in two columns, a line for each.
  package var text: String {
    let width = lines.map { GlyphWidth.columns(of: $0.example) }.max() ?? 0
    return lines.map { example, meaning in
      example + String(repeating: " ", count: width + 2 - GlyphWidth.columns(of: example)) + meaning
    }.joined(separator: "\n")
  }

  /// Examples for the records of `entity`.
  package init(of entity: Entity, in model: ObjectModel) {
    let attributes = entity.attributes
    let first = { (types: Set<AttributeType>) in attributes.first { types.contains($0.type) } }
    if let name = (entity.titleAttribute ?? attributes.first)?.name {
      add("\(name):ly", "the field contains it")
      add("\(name)~^The", "matches a pattern")
    }
    if let choice = first([.choice]), choice.choices.count > 1 {
      let choices = choice.choices.prefix(2).map { RecordCompletions.spelled($0) }
      add("\(choice.name):\(choices.joined(separator: ","))", "is one of these")
    }
    if let number = first([.integer, .decimal, .double]) {
      add("\(number.name)>=10", "is at least this")
      add("\(number.name):10..20", "from, to; either end may be missing")
    }
    if let date = first(Set(AttributeType.allCases.filter(\.isTime))) {
      add("\(date.name):-7d..today", "a day; also 2026-11 and friday")
    }
    if let field = attributes.last {
      add("no:\(field.name)", "is empty; has:\(field.name) is the opposite")
    }
    for link in entity.relationships {
      guard let name = model[link.destination]?.titleAttribute?.name else { continue }
      add("\(link.name).\(name):ly", "a field of a linked record")
      break
    }
  }

  private mutating func add(_ example: String, _ meaning: String) {
    // A name that leaves no room for its meaning helps nobody.
    if GlyphWidth.columns(of: example) <= Self.longestExample { lines.append((example, meaning)) }
  }

  private static let longestExample = 30
}

// MARK: - Hints

extension RecordListSource {
  /// How `or` is written, which is a word as it stands; else what any list says.
  public var noMatchHint: KeyWords {
    guard let hint = hintOfNothing else { return unfilteredHint }
    return "\(hint) · \(Count.text(total)) without the filter"
  }

  /// What the conditions probably mean, if they find nothing.
  var hintOfNothing: String? {
    guard let results = rows?.results else { return nil }
    // Drawing asks each time, and a hint may need a fetch.
    if hint?.generation != generation {
      let text = results.snapshot.hint(for: results.request, finding: 0, at: desk.clock())
      hint = (generation, text)
    }
    return hint?.text
  }

  /// How a condition is written that is words as it stands.
  public var filterNote: String? {
    rows.flatMap { rows in
      rows.results.snapshot.hint(for: rows.results.request, finding: count, at: desk.clock())
    }
  }
}

extension FilterProblem {
  /// What is wrong with `filter`, from the column that the store names to the end of the word; or
  /// what can follow where a person only has to go on typing.
  ///
  /// - Parameters:
  ///   - error: what the store says.
  ///   - filter: the text that it is about.
  ///   - check: finds what is wrong with another text, so that a mistake is told of although the
  ///     filter isn't ended yet.
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
  init(_ sort: SortDescriptor) {
    self.init(sort.field.description, isDescending: sort.isDescending)
  }
}

extension RecordQuery {
  /// Reads the query of a list's URL.
  ///
  /// - Parameters:
  ///   - url: The list's URL.
  ///   - entity: The entity of the list's records.
  ///   - model: The model that the entity is of.
  ///   - origin: The record, and its link, whose records the list has; `nil` for all.
  /// - Throws: `FilterError` for what can't be read.
  public init(
    _ url: ScreenURL, for entity: Entity, in model: ObjectModel, origin: FetchRequest.Origin?
  ) throws(FilterError) {
    try self.init(
      url.query.map { ($0.name, $0.value ?? "") }, for: entity, in: model, origin: origin)
  }
}
