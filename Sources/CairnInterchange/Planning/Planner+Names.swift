internal import CairnStore

/// A field that a link to the records of a collection replaces.
struct ReplacedField {
  /// The entity and the name of the field.
  let place: LinkPlace
  /// The option that asks for the link.
  let link: ImportOptions.Link
}

// Columns that become links: a value names a record by its title, which is made if it is missing.
//
// The column's field is inferred as for any other column. After all fields are chosen, a link takes
// its place. So an import with a new collection gives the same records as an import without the
// option, followed by `cairn model link`. In an existing collection, the command also finds records
// by other fields.
extension Planner {
  /// Returns whether a `--link` option names the field by which a column's links find their
  /// records.
  func isLinkByOption(_ column: Columns.Column, of entity: String) -> Bool {
    guard options.links.contains(where: { $0.column == column.path && $0.field != nil }),
      case .relationship? = draft[entity].property(matching: wanted(column, of: entity))
    else { return false }
    return true
  }

  /// Returns whether a link replaces a field at the end of the planning.
  func becomesLink(_ field: String, of entity: String) -> Bool {
    replacedFields.contains { $0.place == LinkPlace(entity: entity, field: field) }
  }

  /// Returns the use of a column that becomes a link.
  mutating func chooseNames(
    in column: Columns.Column, of entity: String, _ link: ImportOptions.Link,
    isTaken: (String) -> Bool
  ) -> FieldChoice {
    let name = wanted(column, of: entity)
    let legal = Naming.field(for: name, isTaken: isTaken)
    let source = draft[entity]
    let known = [name, legal].compactMap { source.property(matching: $0) }
      .first { !isTaken($0.name) }
    switch known {
    case .relationship(let known)?: return names(column, of: entity, link, known)
    case .attribute(let attribute)? where self.known[entity]?.attribute(attribute.name) != nil:
      let field = "\(draft[entity].plural).\(attribute.name)"
      let linking =
        options.wording == .commandOptions
        ? "cairn model link \(field) --to \(link.collection)" : "linking(_:of:to:) of the model"
      return refuse(link, "\(field) is already a field; \(linking) makes it a link")
    default: break
    }
    guard column.profile.valueCount > 0 else {
      notices.append(
        "\(draft[entity].plural).\(name): no value, so \(options.words(.link(link))) made no link")
      return choice(for: column, of: entity, isTaken: isTaken)
    }
    if options.askedType(of: column) == nil, column.profile.records != nil {
      return refuse(
        link, "\(column.path) has whole records, which become a collection without the option")
    }
    let field = choice(for: column, of: entity, isTaken: isTaken)
    guard case .property(let own, let form, let separator, let dress, _) = field else {
      return field
    }
    if !becomesLink(own, of: entity) {
      replacedFields.append(
        ReplacedField(place: LinkPlace(entity: entity, field: own), link: link))
    }
    return .names(own, form: form, separator: separator, dress: dress)
  }

  /// Returns the use of a column whose link the store has already.
  private mutating func names(
    _ column: Columns.Column, of entity: String, _ link: ImportOptions.Link, _ known: Relationship
  ) -> FieldChoice {
    guard goal(of: link)?.name == known.destination else {
      let other = draft.entity(matching: known.destination)?.plural ?? known.destination
      return refuse(link, "\(draft[entity].plural).\(known.name) is already a link to \(other)")
    }
    let place = LinkPlace(entity: entity, field: known.name)
    var attribute = attribute(known.name, for: column, as: options.askedType(of: column))
    if known.isToMany || attribute.isList { attribute.type = .tags }
    if let earlier = namingAttributes[place], earlier.type != attribute.type {
      attribute.type = attribute.isList || earlier.isList ? .tags : .string
    }
    if attribute.type == .tags { attribute.isMultiple = false }
    attribute.choices = []
    namingAttributes[place] = attribute
    let profile = column.profile
    return .names(
      known.name, form: profile.form, separator: profile.separator, dress: profile.dress)
  }

  /// Puts the links in the place of the fields that they replace.
  mutating func replaceFields() throws(InterchangeError) {
    for field in replacedFields {
      let (entity, name) = (field.place.entity, field.place.field)
      namingAttributes[field.place] = draft[entity].attribute(name)
      let destination = addedGoal(of: field.link)
      do throws(StoreError) {
        try draft.link(name, of: entity, to: destination)
      } catch {
        throw .store(error)
      }
      // An earlier table of the collection may have made the field the title.
      settleTitle(of: entity)
    }
  }

  /// Refuses links to collections whose records have no names.
  func checkNames(
    _ fields: [FieldChoice], of entity: Entity, in model: ObjectModel
  ) throws(InterchangeError) {
    for case .names(let name, _, _, _) in fields {
      guard let link = entity.relationship(name), let goal = model[link.destination],
        goal.nameAttribute == nil
      else { continue }
      let option = options.links.first { $0.field == nil && self.goal(of: $0)?.name == goal.name }
      throw .unlinkable(
        reason: "\(goal.plural) have no title that is a text", option: options.words(.link(option)))
    }
  }

  private func goal(of link: ImportOptions.Link) -> Entity? {
    draft.entities.first(meantBy: link.collection)
  }

  /// Returns the name of the collection of a link, which is added if it is missing.
  private mutating func addedGoal(of link: ImportOptions.Link) -> String {
    if let known = goal(of: link) { return known.name }
    let entity = Entity.ofNames(calledBy: link.collection)
    draft.add(entity)
    return entity.name
  }

  private mutating func refuse(_ link: ImportOptions.Link, _ reason: String) -> FieldChoice {
    mistake = mistake ?? .unlinkable(reason: reason, option: options.words(.link(link)))
    return .ignored
  }
}
