internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// How done records come back.
extension ModelChanges {
  /// The records that are searched for an example of a time.
  private static let exampleCount = 1_000

  /// Asks after which time done records come back, and sets it.
  func chooseRepetition(by attribute: Attribute, of entity: Entity) -> [Effect] {
    if let problem = problem(withRepetitionBy: attribute, of: entity) {
      return [.say(Message(problem, tone: .warning))]
    }
    let fields = entity.attributes.filter { field in
      !field.isList && field.name != attribute.name && field.name != entity.title
        && [.string, .text, .choice].contains(field.type)
    }
    let isSet = entity.repetition != nil
    // Without a repetition, there is nothing to end. Its letter doesn't depend on the fields.
    let own = ["a fixed time …"] + (isSet ? ["never"] : [])
    var items = Menu.lettered(own + fields.map(\.name))
    items[0].detail = "such as 3 months"
    for (place, field) in fields.enumerated() {
      items[own.count + place].detail = "the time in each record"
      items[own.count + place].sample = example(of: field, entity).map { .text($0, .normal) }
    }
    let others = entity.repetition.map { $0.field == attribute.name ? "" : ", not \($0.field)," }
    let title = "When \(attribute.name)\(others ?? "") says done, repeat after"
    let menu = Menu(title, items, footer: .leaves) { place in
      if place == 0 { return askForTime(after: attribute, of: entity) }
      guard place >= own.count else { return set(nil, of: entity) }
      return set(
        Repetition(after: attribute.name, .field(fields[place - own.count].name)), of: entity)
    }
    return [.present(menu)]
  }

  /// Why no time at all lets records come back by a field; `nil` if one can.
  private func problem(withRepetitionBy attribute: Attribute, of entity: Entity) -> String? {
    if entity.due == nil {
      return "\(entity.plural) need a due date first: choose Use it as the due date on a date"
    }
    guard let anyTime = RepeatSpan("1 day") else { return nil }
    return Self.mistake(in: client.snapshot.model) { () throws(StoreError) in
      try client.snapshot.model.repeating(
        Repetition(after: attribute.name, .every(anyTime)), of: entity.name)
    }
  }

  /// Asks for one time for all records, and shows the next due date while it is typed.
  private func askForTime(after attribute: Attribute, of entity: Entity) -> [Effect] {
    if let obstacle = client.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    let (model, today) = (client.snapshot.model, client.clock().today)
    var now = ""
    if let repetition = entity.repetition, repetition.field == attribute.name,
      case .every(let span) = repetition.interval
    {
      now = span.description
    }
    let read = { (text: String) in
      RepeatSpan(text).map { Repetition(after: attribute.name, .every($0)) }
    }
    let prompt = TextPrompt(
      "Time until the next record", text: now, isSelected: true, footer: .taking("sets it"),
      check: { text in
        guard let repetition = read(text) else {
          return "\(text.isEmpty ? "nothing" : text) is no time such as 3 months"
        }
        return Self.mistake(in: model) { () throws(StoreError) in
          try model.repeating(repetition, of: entity.name)
        }
      },
      hint: { text in
        guard let span = RepeatSpan(text) else { return "such as 3 months, weekly or every year" }
        return Self.next(after: span, today).map { "due today, then on \($0)" }
      }
    ) { text in
      set(read(text), of: entity)
    }
    return [.present(prompt)]
  }

  private func set(_ repetition: Repetition?, of entity: Entity) -> [Effect] {
    change("repetition of \(entity.plural)") { snapshot throws(StoreError) in
      try snapshot.model.repeating(repetition, of: entity.name)
    } said: { _ in
      guard let repetition else { return "done \(entity.plural) no longer come back" }
      let words = "done \(entity.plural) come back after \(repetition.intervalText)"
      guard let former = entity.repetition?.field, former != repetition.field else { return words }
      return "\(words) · \(repetition.field) says done now, no longer \(former)"
    }
  }

  /// Returns the time of a record in a field, with the day on which the next record would be due.
  private func example(of field: Attribute, _ entity: Entity) -> String? {
    let rows = client.snapshot.table(entity.name)?.rows
    let texts = (rows?.lazy.prefix(Self.exampleCount)).map { rows in
      rows.lazy.compactMap { row in row[field.name].map(ValueText.export) }
    }
    guard let text = texts?.first(where: { RepeatSpan($0) != nil }), let span = RepeatSpan(text),
      let day = Self.next(after: span, client.clock().today)
    else { return nil }
    return "\(text): due today, then on \(day)"
  }

  private static func next(after span: RepeatSpan, _ today: CalendarDate) -> String? {
    span.day(after: today)?.description
  }
}

/// What a change of the model takes away besides the change itself.
extension ModelChanges {
  /// Returns the statements about an entity that a change dropped, as words to append.
  ///
  /// - Parameters:
  ///   - entity: the entity before the change.
  ///   - field: the changed field.
  ///   - store: the store after the change.
  /// - Returns: the words; empty if no statement was dropped.
  static func losses(of entity: Entity, _ field: String, in store: ObjectStore) -> String {
    guard let now = store.snapshot.model[entity.name] else { return "" }
    var words: [String] = []
    if entity.due != nil, now.due == nil { words.append("\(entity.plural) have no due date now") }
    if entity.repetition != nil, now.repetition == nil {
      words.append("done \(entity.plural) no longer come back")
    }
    if let old = entity.attribute(field), let new = now.attribute(field) {
      if old.starCount != nil, new.starCount == nil { words.append("no stars any more") }
      let count = old.colors.count - new.colors.count
      if count > 0 { words.append("\(Count.text(count, "color")) of values gone") }
    }
    return words.map { " · \($0)" }.joined()
  }
}

extension Entity {
  /// The time after which done records come back, if a field says that they are done.
  func repetitionText(of attribute: Attribute) -> String {
    guard let repetition else { return "" }
    return repetition.field == attribute.name
      ? "now after \(repetition.intervalText)" : "now by \(repetition.field)"
  }
}

extension Repetition {
  /// The time until the next record, in words.
  var intervalText: String {
    switch interval {
    case .every(let span): span.description
    case .field(let name): "the time in \(name)"
    }
  }
}
