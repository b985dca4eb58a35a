internal import CairnInterface
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// How the values of a field look: the color of each value, stars, and the due date.
extension ModelChanges {
  /// Returns the choices of a field's action sheet about the look of its values.
  func looks(of attribute: Attribute, of entity: Entity) -> [Menu.Choice] {
    var choices: [Menu.Choice] = []
    if attribute.hasColoredValues {
      choices.append(
        Menu.Choice("c", "Colors of its values …") { chooseColors(of: attribute, of: entity) })
    }
    if attribute.type == .integer, !attribute.isList { choices.append(stars(attribute, entity)) }
    if attribute.isSingleDate { choices.append(dueDate(attribute, entity)) }
    // The due date of the next record can't also tell that this one is done.
    if attribute.canSayDone, attribute.name != entity.due {
      choices.append(
        Menu.Choice("r", "Repeat done records …", detail: entity.repetitionText(of: attribute)) {
          chooseRepetition(by: attribute, of: entity)
        })
    }
    return choices
  }
}

// MARK: - Colors

extension ModelChanges {
  /// Shows the values of a field with their roles, and sets the role of the chosen one.
  private func chooseColors(of attribute: Attribute, of entity: Entity) -> [Effect] {
    examining(entity) { [clock = client.clock()] snapshot in
      attribute.valuesToColor {
        Self.words(of: attribute.name, entity, snapshot, clock)
      }
    } then: { values in
      guard !values.isEmpty else {
        return [.say(Message("no record has a value in \(attribute.name) yet", tone: .warning))]
      }
      var items = Menu.lettered(values.map(attribute.shown))
      for (place, value) in values.enumerated() {
        guard let role = attribute.role(of: value) else { continue }
        items[place].sample = .text("\(role)", Role(role))
        if attribute.color(of: value) == nil { items[place].detail = "by its name" }
      }
      let menu = Menu("Colors of \(attribute.name)", items, footer: .leaves) { place in
        chooseColor(of: values[place], of: attribute, of: entity)
      }
      return [.present(menu)]
    }
  }

  /// Shows a value in each role, and gives it the chosen one.
  private func chooseColor(
    of value: String, of attribute: Attribute, of entity: Entity
  ) -> [Effect] {
    let shown = attribute.shown(value)
    var items = Menu.lettered(ValueRole.allCases.map(\.rawValue))
    for (place, role) in ValueRole.allCases.enumerated() {
      items[place].sample = .text(shown, Role(role))
      if attribute.color(of: value) == role { items[place].detail = "now" }
    }
    let usual = attribute.usualRole(of: value)
    var none = Menu.Item("n", usual == nil ? "no color" : "as its name says")
    none.sample = .text(shown, usual.map(Role.init) ?? .normal)
    if attribute.color(of: value) == nil { none.detail = "now" }
    let roles = ValueRole.allCases.map(Optional.init) + [nil]
    let menu = Menu("Color of \(shown)", items + [none], footer: .leaves) { place in
      let role = roles[place]
      return change("color of \(shown)") { snapshot throws(StoreError) in
        try snapshot.model.coloring(value, role, of: attribute.name, of: entity.name)
      } said: { _ in
        role.map { "\(shown) of \(attribute.name) now has the color \($0)" }
          ?? "\(shown) of \(attribute.name) has no color of its own"
      }
    }
    return [.present(menu)]
  }
}

// MARK: - Stars and the due date

extension ModelChanges {
  private func stars(_ attribute: Attribute, _ entity: Entity) -> Menu.Choice {
    let isShown = attribute.style == .stars
    var asStars = attribute
    asStars.style = .stars
    let most = asStars.starCount ?? 0
    let count = max(1, most - 1)
    var item = Menu.Item("s", isShown ? "Show it as a number" : "Show it as stars")
    item.sample =
      isShown || most == 0 ? .text("\(count)", .normal) : .stars(min(count, most), of: most)
    return Menu.Choice(item) {
      change("look of \(attribute.name)") { snapshot throws(StoreError) in
        try snapshot.model.showing(attribute.name, as: isShown ? nil : .stars, of: entity.name)
      } said: { store in
        let now = store.snapshot.model[entity.name]?.attribute(attribute.name)?.starCount
        guard isShown else { return "\(attribute.name) now shows stars" }
        return now == nil
          ? "\(attribute.name) now shows numbers"
          : "\(attribute.name) shows stars because of its name and its range"
      }
    }
  }

  private func dueDate(_ attribute: Attribute, _ entity: Entity) -> Menu.Choice {
    guard entity.due == attribute.name else {
      return Menu.Choice(
        "u", "Use it as the due date …", detail: entity.due.map { "now \($0)" } ?? ""
      ) { askForDue(attribute, entity) }
    }
    return Menu.Choice("u", "Don't use it as the due date") {
      change("no due date") { snapshot throws(StoreError) in
        try snapshot.model.dueBy(nil, of: entity.name)
      } said: { _ in
        "\(entity.plural) have no due date"
      }
    }
  }

  /// Shows how days look in the due date, and sets it.
  private func askForDue(_ attribute: Attribute, _ entity: Entity) -> [Effect] {
    let today = client.clock().today
    let days: [(Int32, String, Role)] = [
      (-1, "has passed", .bad), (0, "today", .warning), (1, "tomorrow", .warning),
      (7, "later", .normal),
    ]
    var items = [Menu.Item("u", "Use \(attribute.name) as the due date")]
    items += days.map { distance, words, role in
      var item = Menu.Item.example(words)
      item.sample = .text(CalendarDate(days: today.days + distance).description, role)
      return item
    }
    let menu = Menu("Due date of \(entity.plural)", items, footer: .leaves) { _ in
      change("due date \(attribute.name)") { snapshot throws(StoreError) in
        try snapshot.model.dueBy(attribute.name, of: entity.name)
      } said: { _ in
        "\(attribute.name) is now the due date of \(entity.plural)"
      }
    }
    return [.present(menu)]
  }
}

extension Attribute {
  /// Whether a person can give colors to values of the field.
  fileprivate var hasColoredValues: Bool {
    type == .choice || type == .tags || type == .boolean || !colors.isEmpty
  }

  /// The values that can have a color, together with those that have one.
  ///
  /// The closure gives the values that records have. It is called only where that is needed.
  fileprivate func valuesToColor(_ held: () -> [String]) -> [String] {
    let known: [String] =
      switch type {
      case .choice: choices
      case .boolean: [true, false].map { Value.boolean($0).storedTexts[0] }
      default: held()
      }
    return known + colors.map(\.value).filter { !known.contains($0) }
  }

  /// The text of a value for people.
  fileprivate func shown(_ value: String) -> String {
    guard type == .boolean else { return value }
    return value == Value.boolean(true).storedTexts[0] ? "yes" : "no"
  }

  /// The role that the model gives a value; `nil` for none or the usual one.
  fileprivate func color(of value: String) -> ValueRole? {
    colors.first { $0.value.isIdentical(to: value) }?.role
  }

  /// The role that a value has without a color of its own.
  fileprivate func usualRole(of value: String) -> ValueRole? {
    var plain = self
    plain.colors = []
    return plain.role(of: value)
  }
}
