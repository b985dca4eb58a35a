internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The changes of the model that its screens offer: names, types, and confirming guesses.
///
/// Each change is one transaction, which undo takes back. Records keep every value.
struct ModelChanges {
  let client: StoreClient

  /// The most distinct values that can become the words of a choice.
  private static let mostChoices = 30

  /// Asks for the name and type of a new field, and creates it.
  func addField(of entity: Entity) -> [Effect] {
    ask("Name of the new field", "") { model, words throws(StoreError) in
      let name = words.isEmpty ? "" : Naming.field(for: words)
      return try model.adding(Attribute(name: name, type: .string), to: entity.name)
    } then: { words in
      let name = Naming.field(for: words)
      let label = Caption.label(words, of: name)
      let types = AttributeType.allCases
      let items =
        ColumnTypes.items + [Menu.Item("l", "link to one"), Menu.Item("k", "link to several")]
      let menu = Menu("Type of \(name)", items, footer: .leaves) { index in
        guard index < types.count else {
          return askWhere(name, label, of: entity, isToMany: index > types.count)
        }
        let type = types[index]
        guard type == .choice else {
          var attribute = Attribute(name: name, type: type)
          attribute.label = label
          return add(attribute, to: entity)
        }
        return askForChoices(of: name, now: [], "adds") { model, words throws(StoreError) in
          var attribute = Attribute(name: name, type: .choice)
          (attribute.choices, attribute.label) = (words, label)
          return try model.adding(attribute, to: entity.name)
        } then: { changed in
          change("add \(name)") { snapshot throws(StoreError) in
            try changed(snapshot.model)
          } said: { _ in
            "added \(label ?? name) to \(entity.plural)"
          }
        }
      }
      return [.present(menu)]
    }
  }

  /// Asks for the destination of a new link, and creates it.
  private func askWhere(
    _ name: String, _ label: String?, of entity: Entity, isToMany: Bool
  ) -> [Effect] {
    let goals = client.snapshot.model.entities
    let menu = Menu("Where \(name) leads", Menu.lettered(goals.map(\.plural)), footer: .leaves) {
      place in
      let goal = goals[place]
      return change("add \(name)") { snapshot throws(StoreError) in
        try snapshot.model.adding(
          link: name, of: entity.name, to: goal.name, isToMany: isToMany
        ).labeling(name, of: entity.name, label)
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
  ///   - now: the current words.
  ///   - what: the effect of the words, for the prompt.
  ///   - changed: returns a model with the words.
  ///   - next: the effects that follow, given a function that changes a model.
  /// - Returns: the effects that ask.
  private func askForChoices(
    of name: String, now: [String], _ what: String,
    _ changed: @escaping @Sendable (ObjectModel, [String]) throws(StoreError) -> ObjectModel,
    then next:
      @escaping (
        @escaping @Sendable (ObjectModel) throws(StoreError) -> ObjectModel
      ) -> [Effect]
  ) -> [Effect] {
    if let obstacle = client.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    // If a word has a comma in it, words are separated by a bar, as in the model's text.
    let separator: Character = now.contains { $0.contains(",") } ? "|" : ","
    let read = { @Sendable (text: String) -> [String] in
      text.split(separator: separator).map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }
    let model = client.snapshot.model
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

  /// Asks for other words of a choice.
  ///
  /// Records keep their values; a value that is no longer a word stays in the files.
  private func changeWords(of attribute: Attribute, _ entity: Entity) -> [Effect] {
    let name = attribute.name
    return askForChoices(of: name, now: attribute.choices, "sets them") {
      model, words throws(StoreError) in
      try model.giving(.choice, choices: words, to: name, of: entity.name)
    } then: { changed in
      change("words of \(name)") { snapshot throws(StoreError) in
        try changed(snapshot.model)
      } said: { store in
        "changed the words of \(name)" + Self.losses(of: entity, name, in: store)
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

  /// Asks for a new name of a collection.
  func rename(_ entity: Entity) -> [Effect] {
    let title = "Singular name of \(entity.plural)"
    return ask(title, entity.name, spelled: Naming.collection) { model, name throws(StoreError) in
      try model.renaming(entity: entity.name, to: name)
    } said: { model in
      "\(entity.plural) are \(model.entity(matching: entity.name)?.plural ?? "") now"
    }
  }

  /// Asks for a new name of a field.
  func rename(_ field: Property, of entity: Entity) -> [Effect] {
    ask("Another name for \(field.caption)", field.caption) { model, words throws(StoreError) in
      let name = words.isEmpty ? "" : Naming.field(for: words)
      return try model.naming(field.name, of: entity.name, words, as: name)
    } said: { model in
      let entity = model[entity.name]
      return
        "\(field.caption) is \(entity?[entity?.currentName(of: field.name) ?? ""]?.caption ?? "") now"
    }
  }

  /// Asks for a new type of a field; links have no type.
  func retype(_ field: Property, of entity: Entity) -> [Effect] {
    guard case .attribute(let attribute) = field else {
      let advice: KeyWords = "\(key: .editAsText) edits where it leads"
      return [.say(Message("\(field.name) is a link", tone: .warning, advice: advice))]
    }
    let clock = client.clock()
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
            + Self.losses(of: entity, field.name, in: store)
            + UnfitValues.words(of: field.name, entity.name, in: store.snapshot)
        }
      }
      return attribute.type.convertsTimes(to: type)
        ? askToConvert(attribute, to: type, of: entity, then: retyped) : retyped()
    }
    return [.present(menu)]
  }

  /// Makes a field the title of its collection's records.
  func makeTitle(_ field: Property, of entity: Entity) -> [Effect] {
    change("\(entity.plural) by \(field.name)") { snapshot throws(StoreError) in
      try snapshot.model.titling(entity.name, by: field.name)
    } said: { _ in
      "\(field.name) is now the title of \(entity.plural)"
    }
  }

  /// Confirms the guessed type of a field.
  func confirm(_ field: Property, of entity: Entity) -> [Effect] {
    change("confirm \(field.name)") { snapshot throws(StoreError) in
      try snapshot.model.confirming(field.name, of: entity.name)
    } said: { _ in
      "\(field.name) is confirmed"
    }
  }

  /// Confirms the guesses about a collection.
  func confirm(_ entity: Entity) -> [Effect] {
    change("confirm \(entity.plural)") { snapshot throws(StoreError) in
      try snapshot.model.confirming(entity.name)
    } said: { _ in
      "\(entity.plural) are confirmed"
    }
  }

  /// Returns the action sheet of a collection.
  func sheet(of entity: Entity) -> [Effect] {
    var choices = [Menu.Choice("n", "Another name …") { rename(entity) }]
    if entity.hasGuesses {
      choices.append(Menu.Choice("g", "Confirm the guessed types") { confirm(entity) })
    }
    choices.append(Menu.Choice("d", "Delete it with its records") { askToRemove(entity) })
    return [.present(Menu(entity.plural, choices: choices, footer: .leaves))]
  }

  /// Returns the action sheet of a field.
  func sheet(of field: Property, of entity: Entity) -> [Effect] {
    var choices = [
      Menu.Choice("n", "Another name …") { rename(field, of: entity) },
      Menu.Choice("t", "Another type …") { retype(field, of: entity) },
    ]
    if case .attribute(let attribute) = field {
      choices.append(
        Menu.Choice("l", "Link to a collection …") { makeLink(of: attribute, of: entity) })
    }
    if case .attribute(let attribute) = field, attribute.type == .choice {
      choices.append(Menu.Choice("w", "Change the words …") { changeWords(of: attribute, entity) })
    }
    if case .attribute(let attribute) = field { choices += looks(of: attribute, of: entity) }
    if case .attribute(let attribute) = field, !attribute.isList, field.name != entity.title {
      choices.append(
        Menu.Choice("i", "Use it as the title of \(entity.plural)") { makeTitle(field, of: entity) }
      )
    }
    if field.isGuessed {
      choices.append(Menu.Choice("g", "Confirm the guessed types") { confirm(field, of: entity) })
    }
    choices.append(Menu.Choice("d", "Delete it") { askToRemove(field, of: entity) })
    return [.present(Menu(field.name, choices: choices, footer: .leaves))]
  }
}

extension ModelChanges {
  private func ask(
    _ title: String, _ name: String, spelled: @escaping (String) -> String = { $0 },
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

  /// Asks for a name, and changes the model with it.
  ///
  /// - Parameters:
  ///   - title: the title of the prompt.
  ///   - name: the current name, or an empty text.
  ///   - spelled: turns the typed text into a legal name.
  ///   - changed: returns the model with the new name.
  ///   - next: the effects that follow, given the name.
  /// - Returns: the effects that ask.
  func ask(
    _ title: String, _ name: String, spelled: @escaping (String) -> String = { $0 },
    _ changed: @escaping @Sendable (ObjectModel, String) throws(StoreError) -> ObjectModel,
    then next: @escaping (String) -> [Effect]
  ) -> [Effect] {
    if let obstacle = client.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    let model = client.snapshot.model
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

  /// Returns why a field can't have a name; `nil` if it can.
  static func mistake(inFieldName name: String) -> String? {
    let model = ObjectModel()
    return mistake(in: model) { () throws(StoreError) in
      try ObjectModel(
        entities: [
          Entity(name: "Record", properties: [.attribute(.init(name: name, type: .string))])
        ])
    }
  }

  /// Returns why a model is invalid, in words.
  static func mistake(
    in model: ObjectModel, _ change: () throws(StoreError) -> ObjectModel
  ) -> String? {
    do throws(StoreError) {
      _ = try change()
      return nil
    } catch {
      return error.description(in: model)
    }
  }

  func change(
    _ title: String,
    _ changed: @escaping @Sendable (Snapshot) throws(StoreError) -> ObjectModel,
    said: @escaping (ObjectStore) -> String, then next: @escaping () -> [Effect] = { [] }
  ) -> [Effect] {
    let edit = { @Sendable (draft: inout CommitDraft) throws(StoreError) in
      try draft.updateModel(try changed(draft.snapshot))
    }
    return self.edit(title, edit, said: said, then: next)
  }

  /// Saves a change of the model together with its changes of records.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history.
  ///   - edit: makes the change.
  ///   - said: returns the message to show afterwards.
  ///   - next: the effects that follow.
  ///   - failure: the effects after an error; by default a message.
  /// - Returns: the effects that start the change.
  func edit(
    _ title: String,
    _ edit: @escaping @Sendable (inout CommitDraft) throws(StoreError) -> Void,
    said: @escaping (ObjectStore) -> String, then next: @escaping () -> [Effect] = { [] },
    otherwise failure: ((StoreError) -> [Effect])? = nil
  ) -> [Effect] {
    if let obstacle = client.obstacle { return [.say(Message(obstacle, tone: .warning))] }
    let (store, model) = (client.store, client.snapshot.model)
    return client.change("changing the model") { store throws(StoreError) in
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

  /// Returns the distinct values of a field, the most frequent first, including those that don't
  /// fit it.
  static func words(
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
  /// Whether the type was guessed from values.
  var isGuessed: Bool {
    if case .attribute(let attribute) = self { attribute.isInferred } else { false }
  }
}

extension Entity {
  /// Whether the collection or one of its fields was guessed from values.
  fileprivate var hasGuesses: Bool { isInferred || properties.contains(where: \.isGuessed) }
}
