internal import CairnStore

/// Plans where the columns of all tables go, and the model changes for that.
///
/// 1. An existing collection or field is used: one of the exact name first, then of other case.
/// 2. A new field's type is inferred from all values and is soft: later values may widen it.
/// 3. A collection that would get no rows is not added.
/// 4. A soft type that values don't fit is widened, with a notice. A type of a person never is.
struct Planner {
  let options: ImportOptions
  let isStoredKey: (FieldIndex.Name) -> Bool
  /// Returns the names of an entity's stored notes, in lower case.
  let storedNotes: (String) -> Set<String>
  /// The zone for moments that are written without one.
  let localTime: LocalTime
  let known: ObjectModel
  var draft: ModelDraft
  /// The model of the export that the tables come from.
  let export: ObjectModel?
  /// Whether it is an export of this store, whose names may have changed since.
  let isOwnExport: Bool
  var notices: [String] = []
  /// The first field that can't have the misfits of a column.
  var mistake: InterchangeError?
  /// The options that a person has to set so that values of the current table can be read.
  var questions: [String] = []
  /// The columns that are links, by entity and name, with the entities that they link to.
  private var linkColumns: [String: [String: String]] = [:]
  /// The fields that links replace, in the order of their columns.
  var replacedFields: [ReplacedField] = []
  /// The attributes of values that name records, by the links that the records get.
  var namingAttributes: [LinkPlace: Attribute] = [:]
  /// The columns of the current table whose fields have other names.
  private var renamed = RenamedColumns()
  /// The fields that were widened for values of the current table.
  private var widenings: [WidenedField] = []
  /// The columns that have no field in a collection that must not change.
  var fieldless: [String: [String]] = [:]

  /// Creates a planner for a model.
  ///
  /// - Parameters:
  ///   - model: The model of the store.
  ///   - export: The model of the export that the tables come from; `nil` for other data.
  ///   - isOwn: Whether it is an export of this store.
  ///   - options: The options of the import.
  ///   - localTime: The zone for moments that are written without one.
  ///   - isStoredKey: Whether a field of stored records has a unique value in each record.
  ///   - storedNotes: Returns the names of an entity's stored notes, in lower case.
  init(
    _ model: ObjectModel, of export: ObjectModel?, isOwn: Bool, _ options: ImportOptions,
    in localTime: LocalTime, isStoredKey: @escaping (FieldIndex.Name) -> Bool,
    storedNotes: @escaping (String) -> Set<String>
  ) {
    self.localTime = localTime
    known = model
    draft = ModelDraft(model)
    self.export = export
    isOwnExport = isOwn
    self.options = options
    self.isStoredKey = isStoredKey
    self.storedNotes = storedNotes
  }

  /// Returns the plan for `all` tables without those at the places `left`.
  ///
  /// The excluded tables only help to find out how numbers and dates are written.
  ///
  /// - Throws: `InterchangeError` for an option with an unknown name. Only the first plan checks
  ///   the names, because later plans cover fewer rows.
  mutating func plan(
    _ all: [InspectedTable], without left: Set<Int> = [], isFirst: Bool = true
  ) throws(InterchangeError) -> ImportPlan {
    if isFirst { try checkColumns(of: all) }
    let places = all.indices.filter { !left.contains($0) }
    let tables = settlingForms(of: all).enumerated().filter { !left.contains($0.offset) }
      .map(\.element)
    addExportedEntities(of: all)
    var names: [String] = []
    for table in tables { names.append(entityName(for: table.table, isOnly: all.count == 1)) }
    var fields: [[FieldChoice]] = []
    var heard: [(widenings: [WidenedField], questions: [String])] = []
    adoptDefinitions(of: tables, names)
    let addresses = addressLinks(of: tables, names)
    for side in addresses.sides.map(\.side) {
      linkColumns[side.entity, default: [:]][side.name] = side.destination
    }
    for (table, entity) in zip(tables, names) {
      fields.append(chooseFields(for: Columns(table), of: entity))
      notices += renamed.notices(of: table.table.input, options.wording)
      heard.append((widenings, questions))
      (renamed, widenings, questions) = (RenamedColumns(), [], [])
    }
    make(addresses, for: tables, names)
    try replaceFields()
    if let mistake { throw mistake }
    var noteLinks: [String?] = []
    for (table, name) in zip(tables, names) {
      noteLinks.append(self.noteLinks(of: table, in: name))
    }
    let inferred = InferredLinks(tables, names)
    var links: [[(column: Int, name: String, field: String)]] = []
    for (index, table) in tables.enumerated() {
      var wanted = options.links
      for column in table.columns
      where mayChange(names[index]) && !isDefined(column, of: table)
        && !wanted.contains(where: { $0.column == column }) && !options.leavesOut(column)
      {
        let key =
          inferred.key(for: column, of: index).flatMap { field(of: $0, names, fields) }
          ?? storedKey(for: column, of: names[index])
        guard let key else { continue }
        wanted.append(
          ImportOptions.Link(column: column, collection: key.entity, field: key.field))
      }
      links.append(try chooseLinks(wanted, for: table, of: names[index], fields[index]))
    }
    tellFieldless()
    draft.settleCaptions(besides: known)
    let model = try resolvedModel(draft.entities)
    var plans: [TablePlan] = []
    for (index, table) in tables.enumerated() {
      plans.append(
        try tablePlan(table, names[index], fields[index], links[index], in: model))
      plans[index].place = places[index]
      plans[index].noteLinks = noteLinks[index].flatMap { model[names[index]]?.relationship($0) }
      (plans[index].widenings, plans[index].questions) = heard[index]
    }
    let vacant = vacantEntities(of: tables, names, in: model)
    // A table with bad rows needs no notice, as the bad rows explain the missing collection.
    for (table, name) in zip(tables, names)
    where vacant.contains(name) && table.badRowCount == 0 {
      notices.append("\(table.table.input) has no record; no collection was made")
    }
    return ImportPlan(
      model: try resolvedModel(draft.entities.filter { !vacant.contains($0.name) }),
      localTime: localTime,
      newEntities: draft.added.subtracting(vacant), tables: plans, notices: notices,
      leftOutColumns: fieldless.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  /// Returns the inferred entities in the draft that get no row and no link.
  private func vacantEntities(
    of tables: [InspectedTable], _ names: [String], in model: ObjectModel
  ) -> Set<String> {
    let filled = zip(tables, names).filter { $0.0.rowCount > 0 }.map(\.1)
    let linked = model.entities.flatMap(\.relationships).map(\.destination)
    return Set(names).intersection(draft.added).subtracting(filled + linked)
      .filter { draft[$0].isInferred && exported($0) == nil }
  }

  private func resolvedModel(
    _ entities: [Entity]
  ) throws(InterchangeError) -> ObjectModel {
    do throws(StoreError) {
      return try ObjectModel(entities: entities.map(\.withFittingLooks))
    } catch {
      throw .store(error)
    }
  }

  /// Returns the collection for a table: the one asked for, or one named after the data.
  mutating func entityName(for table: RawTable, isOnly: Bool) -> String {
    let own =
      table.name.map { table.isExported ? present($0) : $0 } ?? Naming.baseName(of: table.input)
    let asked = isOnly || table.name == nil ? options.collection ?? own : own
    let name = Naming.collection(for: asked)
    if let known = draft.entities.first(meantBy: asked) { return known.name }
    draft.addEntity(name)
    draft.change(name) { $0.label = Caption.label(asked, of: $0) }
    if Naming.losesLetters(of: asked) {
      notices.append(table.notice(asked, became: name, options.wording))
    }
    return name
  }
}

// MARK: - Fields

extension Planner {
  /// The use of a column, before the model is settled.
  enum FieldChoice {
    case ignored
    case identity
    case property(
      String, form: RegionalForm? = nil, separator: CellSeparator = .comma,
      dress: CellDress = CellDress(), misfits: ImportOptions.Misfits = .refuse)
    /// A link to the nested records in the column, with the uses of their members.
    indirect case records(String, members: [String: FieldChoice])
    /// A link to the records that the values name.
    case names(
      String, form: RegionalForm? = nil, separator: CellSeparator = .comma,
      dress: CellDress = CellDress())

    /// The name of the property for the column, if there is one.
    var name: String? {
      switch self {
      case .ignored, .identity: nil
      case .property(let name, _, _, _, _), .records(let name, _), .names(let name, _, _, _): name
      }
    }
  }

  /// Returns the use of each column.
  private mutating func chooseFields(for columns: Columns, of entity: String) -> [FieldChoice] {
    var choices: [FieldChoice] = []
    var taken: Set<String> = []
    let owners = owners(of: columns, in: entity)
    let links = linkColumns[entity] ?? [:]
    let isOurs = columns.all.contains { isIdentity($0, in: draft[entity]) }
    for column in columns.all {
      if isIgnored(column) || isLinkByOption(column, of: entity) {
        if hasReasons(column) { renamed.noteReasons() }
        choices.append(.ignored)
      } else if isCalculated(column, of: entity, isOurs: isOurs) {
        renamed.note(calculated: column)
        choices.append(.ignored)
      } else if isIdentity(column, in: draft[entity]) {
        choices.append(.identity)
      } else if let link = options.replacement(of: column.path) {
        let choice = chooseNames(in: column, of: entity, link) { taken.contains($0) }
        if let name = choice.name { taken.insert(name) }
        choices.append(choice)
      } else if let destination = links[column.name] {
        taken.insert(column.name)
        if let records = column.profile.records {
          let members = chooseMembers(of: records, at: column, destination)
          choices.append(.records(column.name, members: members))
        } else {
          choices.append(.property(column.name))
        }
      } else {
        let isOwner = owners[wanted(column, of: entity)] == column.number
        let isExported = exported(entity) != nil
        let choice = choice(for: column, of: entity) { name in
          // In an export, a field belongs to the column with its exact name.
          taken.contains(name)
            || (isExported || !isOwner) && owners[name].map { $0 != column.number } == true
        }
        if let name = choice.name { taken.insert(name) }
        choices.append(choice)
      }
    }
    settleTitle(of: entity)
    addMisfitFields(for: columns, to: entity)
    return choices
  }

  /// Returns whether a column is not imported.
  private func isIgnored(_ column: Columns.Column) -> Bool {
    column.name.isEmpty && column.profile.valueCount == 0 || column.profile.isOfRefusedRows
      || options.leavesOut(column.path) || hasReasons(column)
  }

  /// Returns the columns whose fields get exactly the name of the column.
  ///
  /// Of several columns with one name, the first one gets it. Generated names avoid these names.
  private func owners(of columns: Columns, in entity: String) -> [String: Int] {
    var owners: [String: Int] = [:]
    let named = columns.all.filter { !isIgnored($0) && !isIdentity($0, in: draft[entity]) }
    // The real name of a column takes precedence over a name generated from a column's position.
    for column in named.filter({ !$0.name.isEmpty }) + named.filter(\.name.isEmpty) {
      let name = wanted(column, of: entity)
      let isOwn = !column.name.isEmpty && Naming.field(for: name) == name
      if isOwn || draft[entity][name] != nil, owners[name] == nil { owners[name] = column.number }
    }
    return owners
  }

  /// Returns the name of the field that a person wants for a column, else the column's own name.
  func wanted(_ column: Columns.Column, of entity: String) -> String {
    if let asked = options.mapping[column.path] { return asked }
    if column.name.isEmpty { return "column_\(column.number)" }
    return isOwnExport ? draft[entity].currentName(of: column.name) : column.name
  }

  /// Returns whether a column holds the records' own addresses, as exports write them.
  func isIdentity(_ column: Columns.Column, in entity: Entity) -> Bool {
    if exported(entity.name) != nil, options.mapping[column.path] == nil {
      return column.name == RecordJSON.identityKey(of: entity)
    }
    guard column.profile.areIdentities, options.mapping[column.path] == nil else { return false }
    return column.name == RecordJSON.plainIdentityKey && entity[column.name] == nil
      || column.name == RecordJSON.markedIdentityKey
  }

  /// Returns the use of a column, and changes the model accordingly.
  mutating func choice(
    for column: Columns.Column, of entity: String, isTaken: (String) -> Bool
  ) -> FieldChoice {
    let name = wanted(column, of: entity)
    let legal = Naming.field(for: name, isTaken: isTaken)
    for name in [name, legal] {
      guard let known = draft[entity].property(matching: name), !isTaken(known.name) else {
        continue
      }
      if case .relationship(let link) = known, let records = column.profile.nested {
        return .records(
          link.name, members: chooseMembers(of: records, at: column, link.destination))
      }
      fit(known, to: column, of: entity)
      noteKnownType(of: known, column, in: entity)
      noteForm(of: column, in: known.name, of: entity)
      return .field(known.name, column.profile, misfits(of: column))
    }
    guard mayChange(entity) else { return leaveOut(column, of: entity) }
    let unused = Naming.unique(legal) { name in
      isTaken(name) || draft[entity][name] != nil
        || export != nil && draft[entity].property(matching: name) != nil
    }
    renamed.note(column, wanted: name, became: unused)
    let asked = options.askedType(of: column)
    guard asked == nil, let records = column.profile.records else {
      add(unused, for: column, as: asked, to: entity)
      noteForm(of: column, in: unused, of: entity)
      return .field(unused, column.profile, misfits(of: column))
    }
    return nest(records, at: column, as: unused, of: entity)
  }

  /// Adds the collection for nested records, and the link to it.
  private mutating func nest(
    _ records: NestedProfile, at column: Columns.Column, as name: String, of entity: String
  ) -> FieldChoice {
    var maker = LinkMaker(draft: draft)
    let destination = maker.nest(name, of: entity, for: records)
    draft = maker.draft
    draft.label(name, of: entity, by: wanted(column, of: entity))
    let members = chooseMembers(of: records, at: column, destination)
    if let key = records.sharedKey, let field = members[key]?.name,
      var attribute = draft[destination].attribute(field)
    {
      attribute.isUnique = true
      draft.replace(attribute, of: destination)
    }
    return .records(name, members: members)
  }

  private mutating func chooseMembers(
    of records: NestedProfile, at column: Columns.Column, _ entity: String
  ) -> [String: FieldChoice] {
    let columns = Columns(records, in: column)
    let choices = chooseFields(for: columns, of: entity)
    return Dictionary(
      zip(columns.all.map(\.name), choices), uniquingKeysWith: { first, _ in first })
  }

  /// Adds an attribute for a column to an entity.
  private mutating func add(
    _ name: String, for column: Columns.Column, as asked: AttributeType?, to entity: String
  ) {
    let attribute = attribute(name, for: column, as: asked)
    draft.change(entity) { $0.append(.attribute(attribute)) }
    draft.label(name, of: entity, by: wanted(column, of: entity))
    if column.profile.hasNested {
      notices.append("\(draft[entity].place(of: name)): nested values are kept as JSON text")
    }
  }

  /// Returns a new attribute for the values of a column.
  func attribute(
    _ name: String, for column: Columns.Column, as asked: AttributeType?
  ) -> Attribute {
    let profile = column.profile
    var type = asked.map { profile.type(asked: $0) } ?? profile.type
    if type.type == .localtime, asked == nil, options.zone != nil { type.type = .datetime }
    var attribute = Attribute(name: name, type: type.type)
    if type.type.isNumber, !type.isMultiple { attribute.unit = profile.unit }
    attribute.isMultiple = type.isMultiple || options.multiples.contains(column.path)
    attribute.choices = type.choices
    // A person asked for this type, so no later value widens it.
    attribute.isInferred = asked == nil
    return attribute
  }

  mutating func fit(_ property: Property, to column: Columns.Column, of entity: String) {
    guard case .attribute(let attribute) = property, !isExactly(attribute, of: entity),
      // If a person asks for the existing type, the person wants errors for values that don't fit.
      options.types[column.path] != attribute.type, [.refuse, .text].contains(misfits(of: column)),
      let wider = Widening.widened(attribute, for: column.profile)
    else { return }
    let isKnown = known[entity]?.attribute(attribute.name) != nil
    guard mayChange(entity) else { return }
    // All or nothing: a value that does not fit refuses the import.
    if options.isStrict, isKnown, !Widening.onlyAddsChoices(attribute, wider) { return }
    draft.replace(wider, of: entity)
    if wider.isList, draft[entity].title == wider.name {
      // A title is a single text.
      let others = draft[entity].attributes.filter { $0.name != wider.name }
      draft.change(entity) { $0.title = TitleChoice.title(among: others) }
    }
    // A field of the same import has no earlier type that anyone knows.
    guard isKnown else { return }
    widenings.append(
      WidenedField(
        collection: draft[entity].plural, old: attribute, new: wider, names: column.names,
        form: column.profile.form))
  }
}
