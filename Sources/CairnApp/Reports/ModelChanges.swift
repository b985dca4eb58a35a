internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// What can be changed of the model on its screens: names, types, and whether a guess holds.
///
/// Each is one change of the store, which undo takes back; records keep every value.
struct ModelChanges {
  let desk: RecordDesk

  /// So many different values may become the words of a choice.
  private static let mostChoices = 30

  /// Asks what a new collection is to be called, makes it and opens it.
  func addCollection() -> [Effect] {
    ask("Name of the new collection", "", spelled: Naming.collection) {
      model, name throws(StoreError) in
      try model.adding(entity: name, plural: Naming.irregularPlural(of: name))
    } then: { name in
      change("add \(name)") { snapshot throws(StoreError) in
        try snapshot.model.adding(entity: name, plural: Naming.irregularPlural(of: name))
      } said: { _ in
        "added the collection \(desk.snapshot.model[name]?.plural ?? name)"
      } then: {
        desk.snapshot.model[name].map { [.open(desk.snapshot.url(of: $0))] } ?? []
      }
    }
  }

  /// Asks for the name of a new field and what its values are, and makes it.
  func addField(of entity: Entity) -> [Effect] {
    ask("Name of the new field", "", spelled: { Naming.field(for: $0) }) {
      model, name throws(StoreError) in
      try model.adding(Attribute(name: name, type: .string), to: entity.name)
    } then: { name in
      let types = AttributeType.allCases
      let items =
        ColumnTypes.items + [Menu.Item("l", "link to one"), Menu.Item("k", "link to several")]
      let menu = Menu("Type of \(name)", items, footer: .leaves) { index in
        guard index < types.count else {
          return askWhere(name, of: entity, isToMany: index > types.count)
        }
        let type = types[index]
        guard type == .choice else { return add(Attribute(name: name, type: type), to: entity) }
        return askForChoices(of: name, now: [], "adds") { model, words throws(StoreError) in
          var attribute = Attribute(name: name, type: .choice)
          attribute.choices = words
          return try model.adding(attribute, to: entity.name)
        } then: { changed in
          change("add \(name)") { snapshot throws(StoreError) in
            try changed(snapshot.model)
          } said: { _ in
            "added \(name) to \(entity.plural)"
          }
        }
      }
      return [.present(menu)]
    }
  }

  /// Asks where a new link leads, and makes it.
  private func askWhere(_ name: String, of entity: Entity, isToMany: Bool) -> [Effect] {
    let goals = desk.snapshot.model.entities
    let menu = Menu("Where \(name) leads", Menu.lettered(goals.map(\.plural)), footer: .leaves) {
      place in
      let goal = goals[place]
      return change("add \(name)") { snapshot throws(StoreError) in
        try snapshot.model.adding(
          link: name, of: entity.name, to: goal.name, isToMany: isToMany)
      } said: { store in
        let link = store.snapshot.model[entity.name]?.relationship(name)
        return "added \(name) to \(entity.plural), and \(goal.plural) \(link?.inverse ?? "")"
      }
    }
    return [.present(menu)]
  }

  /// Asks for the words of a choice.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - now: the words that it has.
  ///   - what: what taking the words does, for the prompt.
  ///   - changed: a model with the words.
  ///   - next: what follows, given how a model gets them.
  /// - Returns: the effects that ask.
  private func askForChoices(
    of name: String, now: [String], _ what: String,
    _ changed: @escaping @Sendable (ObjectModel, [String]) throws(StoreError) -> ObjectModel,
    then next:
      @escaping (
        @escaping @Sendable (ObjectModel) throws(StoreError) -> ObjectModel
      ) -> [Effect]
  ) -> [Effect] {
    if let obstacle = desk.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    // A word with a comma in it needs the sign that the model's own text has between words.
    let separator: Character = now.contains { $0.contains(",") } ? "|" : ","
    let read = { @Sendable (text: String) -> [String] in
      text.split(separator: separator).map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }
    let model = desk.snapshot.model
    let prompt = TextPrompt(
      "Words of \(name), with \(separator == "," ? "commas" : "|") between",
      text: now.joined(separator: separator == "," ? ", " : " | "),
      footer: .taking(what),
      check: { text in
        let words = read(text)
        guard !words.isEmpty else { return "a choice needs words" }
        return Self.mistake(in: model) { () throws(StoreError) in try changed(model, words) }
      }
    ) { text in
      read(text) == now ? [] : next { model throws(StoreError) in try changed(model, read(text)) }
    }
    return [.present(prompt)]
  }

  /// Asks for other words of a choice; records keep theirs, those that are none any more in their
  /// files.
  private func changeWords(of attribute: Attribute, _ entity: Entity) -> [Effect] {
    let name = attribute.name
    return askForChoices(of: name, now: attribute.choices, "sets them") {
      model, words throws(StoreError) in
      try model.giving(.choice, choices: words, to: name, of: entity.name)
    } then: { changed in
      change("words of \(name)") { snapshot throws(StoreError) in
        try changed(snapshot.model)
      } said: { store in
        "changed the words of \(name)"
          + UnfitValues.words(of: name, entity.name, in: store.snapshot)
      }
    }
  }

  private func add(_ attribute: Attribute, to entity: Entity) -> [Effect] {
    change("add \(attribute.name)") { snapshot throws(StoreError) in
      try snapshot.model.adding(attribute, to: entity.name)
    } said: { _ in
      "added \(attribute.name) to \(entity.plural)"
    }
  }

  /// Asks for another name of a collection.
  func rename(_ entity: Entity) -> [Effect] {
    let title = "Singular name of \(entity.plural)"
    return ask(title, entity.name, spelled: Naming.collection) { model, name throws(StoreError) in
      try model.renaming(entity: entity.name, to: name)
    } said: { model in
      "\(entity.plural) are \(model.entity(matching: entity.name)?.plural ?? "") now"
    }
  }

  /// Asks for another name of a field.
  func rename(_ field: Property, of entity: Entity) -> [Effect] {
    ask("Another name for \(field.name)", field.name, spelled: { Naming.field(for: $0) }) {
      model, name throws(StoreError) in
      try model.renamingField(field.name, of: entity.name, to: name)
    } said: { model in
      "\(field.name) is \(model[entity.name]?.currentName(of: field.name) ?? "") now"
    }
  }

  /// Asks for another type of a field; links have none.
  func retype(_ field: Property, of entity: Entity) -> [Effect] {
    guard case .attribute(let attribute) = field else {
      let advice: KeyWords = "\(key: .editAsText) edits where it leads"
      return [.say(Message("\(field.name) is a link", tone: .warning, advice: advice))]
    }
    let clock = desk.clock()
    let menu = ColumnTypes.menu(for: field.name, now: attribute.type, isAsked: false) {
      makeLink(of: attribute, of: entity)
    } choose: { type in
      guard let type else { return [] }
      if type == .choice, attribute.type == .choice { return changeWords(of: attribute, entity) }
      let retyped = {
        change("\(field.name) as \(type.title)") { snapshot throws(StoreError) in
          let words = type == .choice ? Self.words(of: field.name, entity, snapshot, clock) : []
          return try snapshot.model.giving(type, choices: words, to: field.name, of: entity.name)
        } said: { store in
          "the type of \(field.name) is now \(type.title)"
            + UnfitValues.words(of: field.name, entity.name, in: store.snapshot)
        }
      }
      return attribute.type.convertsTimes(to: type)
        ? askToConvert(attribute, to: type, of: entity, then: retyped) : retyped()
    }
    return [.present(menu)]
  }

  /// Lets a field name the records of its collection.
  func makeTitle(_ field: Property, of entity: Entity) -> [Effect] {
    change("\(entity.plural) by \(field.name)") { snapshot throws(StoreError) in
      try snapshot.model.titling(entity.name, by: field.name)
    } said: { _ in
      "\(field.name) is now the title of \(entity.plural)"
    }
  }

  /// Lets what was guessed of a field hold.
  func confirm(_ field: Property, of entity: Entity) -> [Effect] {
    change("confirm \(field.name)") { snapshot throws(StoreError) in
      try snapshot.model.confirming(field.name, of: entity.name)
    } said: { _ in
      "\(field.name) is confirmed"
    }
  }

  /// Lets what was guessed of a collection hold.
  func confirm(_ entity: Entity) -> [Effect] {
    change("confirm \(entity.plural)") { snapshot throws(StoreError) in
      try snapshot.model.confirming(entity.name)
    } said: { _ in
      "\(entity.plural) are confirmed"
    }
  }

  /// What can be done with a collection.
  func sheet(of entity: Entity) -> [Effect] {
    var choices = [Menu.Choice("n", "Another name …") { rename(entity) }]
    if entity.hasGuesses {
      choices.append(Menu.Choice("g", "Confirm the guessed types") { confirm(entity) })
    }
    choices.append(Menu.Choice("d", "Delete it with its records") { remove(entity) })
    return [.present(Menu(entity.plural, choices: choices, footer: .leaves))]
  }

  /// What can be done with a field.
  func sheet(of field: Property, of entity: Entity) -> [Effect] {
    var choices = [
      Menu.Choice("n", "Another name …") { rename(field, of: entity) },
      Menu.Choice("t", "Another type …") { retype(field, of: entity) },
    ]
    if case .attribute(let attribute) = field, attribute.type == .choice {
      choices.append(Menu.Choice("w", "Change the words …") { changeWords(of: attribute, entity) })
    }
    if case .attribute(let attribute) = field, !attribute.isList, field.name != entity.title {
      choices.append(
        Menu.Choice("i", "Use it as the title of \(entity.plural)") { makeTitle(field, of: entity) }
      )
    }
    if field.isGuessed {
      choices.append(Menu.Choice("g", "Confirm the guessed types") { confirm(field, of: entity) })
    }
    choices.append(Menu.Choice("d", "Delete it") { remove(field, of: entity) })
    return [.present(Menu(field.name, choices: choices, footer: .leaves))]
  }
}

extension ModelChanges {
  private func ask(
    _ title: String, _ name: String, spelled: @escaping (String) -> String,
    _ changed: @escaping @Sendable (ObjectModel, String) throws(StoreError) -> ObjectModel,
    said: @escaping (ObjectModel) -> String
  ) -> [Effect] {
    ask(title, name, spelled: spelled, changed) { text in
      guard text != name else { return [] }
      return change("\(name) as \(text)") { snapshot throws(StoreError) in
        try changed(snapshot.model, text)
      } said: { store in
        said(store.snapshot.model)
      }
    }
  }

  /// Asks for a name with which the model can be changed.
  ///
  /// - Parameters:
  ///   - title: what it is of.
  ///   - name: the present one, if there is one.
  ///   - spelled: makes of what is typed a name that a model can have.
  ///   - changed: the model with it.
  ///   - next: what follows, given the name.
  /// - Returns: the effects that ask.
  private func ask(
    _ title: String, _ name: String, spelled: @escaping (String) -> String = { $0 },
    _ changed: @escaping @Sendable (ObjectModel, String) throws(StoreError) -> ObjectModel,
    then next: @escaping (String) -> [Effect]
  ) -> [Effect] {
    if let obstacle = desk.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    let model = desk.snapshot.model
    let prompt = TextPrompt(
      title, text: name, isSelected: true,
      footer: .taking(name.isEmpty ? "adds" : "renames"),
      check: { text in
        let typed = text.trimmingBlanks()
        let name = typed.isEmpty ? typed : spelled(typed)
        return Self.mistake(in: model) { () throws(StoreError) in try changed(model, name) }
      }, finish: { next(spelled($0.trimmingBlanks())) })
    return [.present(prompt)]
  }

  /// Why a field can't have a name; `nil` where one could.
  static func mistake(inFieldName name: String) -> String? {
    let model = ObjectModel()
    return mistake(in: model) { () throws(StoreError) in
      try ObjectModel(
        entities: [
          Entity(name: "Record", properties: [.attribute(.init(name: name, type: .string))])
        ])
    }
  }

  /// Why a model can't be, in words.
  private static func mistake(
    in model: ObjectModel, _ change: () throws(StoreError) -> ObjectModel
  ) -> String? {
    do throws(StoreError) {
      _ = try change()
      return nil
    } catch {
      return error.description(in: model)
    }
  }

  private func change(
    _ title: String,
    _ changed: @escaping @Sendable (Snapshot) throws(StoreError) -> ObjectModel,
    said: @escaping (ObjectStore) -> String, then next: @escaping () -> [Effect] = { [] }
  ) -> [Effect] {
    let edit = { @Sendable (draft: inout CommitDraft) throws(StoreError) in
      try draft.updateModel(try changed(draft.snapshot))
    }
    return self.edit(title, edit, said: said, then: next)
  }

  /// Saves a change of the model with what it does to records.
  ///
  /// - Parameters:
  ///   - title: what it does, in words for the history.
  ///   - edit: makes the change.
  ///   - said: what to say of it.
  ///   - next: what follows.
  ///   - failure: what follows where it can't be; by default it is said why.
  /// - Returns: the effects that start it.
  func edit(
    _ title: String,
    _ edit: @escaping @Sendable (inout CommitDraft) throws(StoreError) -> Void,
    said: @escaping (ObjectStore) -> String, then next: @escaping () -> [Effect] = { [] },
    otherwise failure: ((StoreError) -> [Effect])? = nil
  ) -> [Effect] {
    if let obstacle = desk.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    let (store, model) = (desk.store, desk.snapshot.model)
    return desk.change("changing the model") { store throws(StoreError) in
      try store.commit(title: "model: \(title)", edit)
    } completion: { outcome in
      switch outcome {
      case .success(let transaction):
        next() + [.say(.saved(said(store), isChange: transaction != nil))]
      case .failure(let error):
        failure?(error) ?? [.say(Message(error.description(in: model), tone: .bad))]
      }
    }
  }

  /// The different values of a field, the most frequent first, those included that don't fit it.
  private static func words(
    of field: String, _ entity: Entity, _ snapshot: Snapshot, _ clock: WallClock
  ) -> [String] {
    let request = FetchRequest(entity: entity.name)
    let path = FieldPath([field])
    let values = (try? snapshot.frequencies(of: path, in: request, at: clock)) ?? []
    let unfit = snapshot.table(entity.name)?.unfitTexts(of: field).sorted() ?? []
    var counts: [String: (count: Int, place: Int)] = [:]
    func add(_ word: String, _ count: Int) {
      let place = counts.count
      counts[word, default: (0, place)].count += count
    }
    for value in values { add(value.value.map(ValueText.export) ?? value.title, value.count) }
    for text in unfit { add(text, 1) }
    return counts.filter { Attribute.canChoose($0.key) }
      .sorted { ($1.value.count, $0.value.place) < ($0.value.count, $1.value.place) }
      .prefix(mostChoices).map(\.key)
  }
}

extension Property {
  /// Whether what it is was guessed from values.
  var isGuessed: Bool {
    if case .attribute(let attribute) = self { attribute.isInferred } else { false }
  }
}

extension Entity {
  /// Whether it, or something of it, was guessed from values.
  fileprivate var hasGuesses: Bool { isInferred || properties.contains(where: \.isGuessed) }
}
