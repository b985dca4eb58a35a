internal import CairnJSON
internal import CairnStore

/// Turns the rows of all tables into new and changed records.
///
/// Where several rows are about one record, the last one wins, field by field.
///
/// A link may lead to a record that comes later. What cannot be settled at once waits until all
/// rows are read, and is then an update of its record:
///
///     row ──▶ draft ──▶ the record it changes ──▶ insert or update ──▶ links to settle
///                                                                            │
///     the end of all tables ◀────────────────────────────────────────────────┘
struct RecordAssembly {
  /// What became of the rows of a table.
  struct RowFates {
    /// Whether the table was reached.
    var isReached = false
    /// How many rows were taken.
    var taken = 0
    /// The rows that were refused.
    var refused = RefusedRows()
  }

  let plan: ImportPlan
  /// The entities whose records have rows with addresses of their own.
  let rowEntities: Set<String>
  /// Whether a link that leads to no record makes its row a bad one, and is not only told.
  let isStrict: Bool
  /// What the store has.
  let stored: StoredRecords
  /// Finds the records of the store that links name.
  let resolve: LinkResolver
  /// The records of the store that links named so far.
  let resolved = ResolvedLinks()
  /// What happened so far.
  var report = ImportReport()
  /// Records by the fields by which something looks for them.
  var indexes: [FieldIndex.Name: FieldIndex] = [:]
  /// Records of this import by the addresses that their rows give them.
  var identities: [String: AddressedRecord] = [:]
  /// Links whose other end may come later.
  var waiting = WaitingLinks()
  /// Columns that seem to be links, with how many values lead nowhere and where the first is.
  var deadLinks: [LinkPlace: (count: Int, first: WaitingLink.Origin)] = [:]
  /// The notes of a collection that is imported from folders, by their names and folders.
  var notes: [String: NotePlaces] = [:]
  /// Records of the store that got other links.
  var relinked: Set<ObjectID> = []
  /// The links that new records must have, until they have them.
  var requiredLinks: RequiredLinks
  /// Whether rows were refused after their records were made, so that all must be made anew.
  private(set) var mustStartOver = false
  /// Records that were there and that this import changed, so that the snapshot is behind.
  var updated: Set<ObjectID> = []
  /// Records that stood whole within others and have a value by which others are found.
  var wholes: [ObjectID: JSONObject] = [:]
  /// The records that came to stand within a record of this import which may come again.
  var inner: [WaitingLinks.Name: [RecordKey]] = [:]
  /// Whether a table's rows may be about the same record.
  var mayRepeat = false
  /// Whether the table's records only came along with others.
  var cameAlong = false
  /// Records that stood within others, and do no more.
  var surplus: [ObjectID] = []
  /// Known records that came to stand within others.
  var standing: Set<ObjectID> = []
  /// What nested records have and their collections don't, with how often and where it came first.
  var unknownMembers: [String: (count: Int, first: WaitingLink.Origin)] = [:]
  /// The first new records, to tell a person who imports a file twice.
  var knownRecords = KnownRecordCheck()
  /// The values that rows take from records of the store.
  var claimed = ClaimedValues()
  /// The entities whose records of the store rows may change.
  let changeable: Set<String>
  /// The fields that gave way to values, table by table.
  private var widenings: [[WidenedField]]
  /// What is kept of the rows to be looked at, for each table.
  private(set) var samples: [RowSamples]
  /// What became of the rows of each table.
  private(set) var fates: [RowFates]
  /// The addresses of the rows that were refused.
  var refusedAddresses: Set<String> = []
  /// Copies of records that say something else than the records' own rows, by entity.
  var otherCopies: [String: (count: Int, first: WaitingLink.Origin)] = [:]
  /// Records that stand whole within others and may have a row of their own.
  var standIns = StandIns()
  private var rules: [String: RecordRules] = [:]
  private var places: [String: Int] = [:]

  /// Prepares the assembly of a plan's records.
  ///
  /// - Parameters:
  ///   - plan: where everything goes.
  ///   - snapshot: what the store has.
  ///   - isStrict: whether a dead link makes its row a bad one.
  ///   - samples: how many rows of each fate are kept to be looked at.
  ///   - resolve: finds the records of the store that links name.
  init(
    _ plan: ImportPlan, over snapshot: Snapshot, isStrict: Bool, samples: Int = 0,
    resolve: @escaping LinkResolver
  ) {
    self.plan = plan
    rowEntities = plan.rowEntities
    changeable = plan.changeableEntities
    requiredLinks = RequiredLinks(plan.model)
    self.resolve = resolve
    fates = plan.tables.map { _ in RowFates() }
    self.samples = plan.tables.map { RowSamples($0, limit: samples) }
    self.isStrict = isStrict
    widenings = plan.tables.map(\.widenings)
    report.notices = plan.readingNotices + plan.questions + plan.notices
    stored = StoredRecords(snapshot)
    for table in plan.tables {
      prepareIndexes(for: table)
      guard places[table.entity.name] == nil, plan.model[table.entity.name] != nil else {
        continue
      }
      places[table.entity.name] = report.collections.count
      report.collections.append(
        ImportReport.Collection(
          entity: table.entity, isNew: plan.newEntities.contains(table.entity.name)))
    }
    guard plan.origin != nil else { return }
    // Collections of the export without records.
    for entity in plan.model.entities
    where plan.newEntities.contains(entity.name) && places[entity.name] == nil {
      count(entity) { _ in }
    }
  }

  private mutating func prepareIndexes(for table: TablePlan) {
    var names = table.links.map {
      FieldIndex.Name(entity: $0.relationship.destination, field: $0.field)
    }
    if let match = table.match {
      names.append(FieldIndex.Name(entity: table.entity.name, field: match.name))
    }
    if plan.origin == nil {
      // Links may name records that other rows make.
      for case .relationship(let relationship, _) in table.columns {
        guard let destination = plan.model[relationship.destination],
          plan.tables.contains(where: { $0.entity.name == destination.name })
        else { continue }
        names += destination.uniqueAttributes.map {
          FieldIndex.Name(entity: destination.name, field: $0.name)
        }
      }
    }
    for name in names { index(name) }
    if let match = table.match, match.name == MarkdownReader.name,
      notes[table.entity.name] == nil, table.entity.attribute(MarkdownReader.folder) != nil
    {
      notes[table.entity.name] = NotePlaces(stored.table(table.entity.name))
    }
    for rule in rules(of: table.entity).unique {
      index(Self.uniqueName(rule.attribute, of: table.entity))
    }
  }

  /// Makes an index unless there is one.
  mutating func index(_ name: FieldIndex.Name) {
    guard indexes[name] == nil else { return }
    indexes[name] = FieldIndex(name, of: stored.table(name.entity))
  }

  /// The index that tells whether a value of a unique attribute is taken.
  static func uniqueName(_ attribute: Attribute, of entity: Entity) -> FieldIndex.Name {
    FieldIndex.Name(
      entity: entity.name, field: attribute.name, isByElement: attribute.isList)
  }

  /// What the store has of a record; `nil` for one that this import made or changed.
  func storedRow(of id: ObjectID) -> Row? {
    updated.contains(id) ? nil : stored.row(id)
  }

  mutating func rules(of entity: Entity) -> RecordRules {
    if let known = rules[entity.name] { return known }
    let made = RecordRules(entity)
    rules[entity.name] = made
    return made
  }

  mutating func count(
    _ entity: Entity, _ change: (inout ImportReport.Collection) -> Void
  ) {
    if places[entity.name] == nil {
      places[entity.name] = report.collections.count
      report.collections.append(
        ImportReport.Collection(entity: entity, isNew: plan.newEntities.contains(entity.name)))
    }
    if let place = places[entity.name] { change(&report.collections[place]) }
  }
}

/// A record of an import whose row gives it an address.
struct AddressedRecord {
  let id: ObjectID
  /// What its row says.
  let content: RecordDraft.Content
}

/// Why a row did not become a record.
enum RowFailure: Error {
  case problem(RowProblem)
  case store(StoreError)
}

// MARK: - Rows

extension RecordAssembly {
  /// Goes through all rows of all tables.
  ///
  /// - Parameters:
  ///   - sink: Where the records go.
  ///   - progress: Called at times with the rows done, and says whether to go on; what it throws
  ///     ends the assembly.
  /// - Throws: `InterchangeError` if an input or the store fails, or what `progress` throws.
  mutating func run(
    into sink: inout CommitDraft, progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) {
    try requireRead()
    var rows = 0
    tables: for place in plan.readingOrder {
      let table = plan.tables[place]
      (mayRepeat, cameAlong) = (table.mayRepeat, table.table.cameAlong)
      fates[place].isReached = true
      let blank = RecordDraft(table.entity)
      // An export shows all links of its records. Records that came along may lack some.
      let context = RowContext(
        model: plan.model, localTime: plan.localTime, isExport: plan.origin != nil,
        clearsLinks: plan.origin != nil && !cameAlong)
      // A changed file shows at its end, so only a limit stops the reading earlier.
      let batches = try RowBatches(of: table.table, limit: table.rowLimit) { row in
        Result { () throws(RowProblem) in try table.draft(blank, of: row, in: context) }
      }
      var batch = RowBatches<Result<RecordDraft, RowProblem>>.Batch()
      while try batches.next(&batch) {
        for index in 0..<batch.count {
          let row = fates[place].taken
          fates[place].taken += 1
          let made: Result<RecordDraft, RowProblem>
          if let problem = table.refused.problem(of: row) {
            made = .failure(problem)
          } else {
            lookForMisfits(in: batch.rows[index], batch.columns, of: table, at: place)
            made = batches.made(of: batch, at: index)
          }
          try take(batch.rows[index], made, of: table, at: place, into: &sink)
          rows += 1
          if rows % ImportProgress.interval == 0, try !progress(rows) {
            report.stoppedAfter = rows
            break tables
          }
        }
      }
    }
    // The last chance to end it: what follows is not asked again.
    if report.stoppedAfter == nil { _ = try progress(rows) }
    if !report.isFruitless { report.notices += widenings.joined().map(\.notice) }
    report.notices += knownRecords.notices(stored)
    try makeStandIns(in: &sink)
    tellOtherCopies()
    try settleLinks(into: &sink)
    refuseRowsWithoutLinks()
    refuseClashingRows()
    try removeSurplus(from: &sink)
    noteUnknownMembers()
    try requireRead()
    guard report.isFruitless else { return }
    report.collections.removeAll(where: \.isNew)
    report.notices = plan.readingNotices + plan.questions
  }

  private mutating func lookForMisfits(
    in row: borrowing RawRow, _ columns: [String], of table: TablePlan, at place: Int
  ) {
    guard !widenings[place].isEmpty, row.problem == nil else { return }
    let origin = origin(of: row, at: 0, table)
    for index in widenings[place].indices {
      widenings[place][index].look(at: row, columns, from: origin)
    }
  }

  private func origin(
    of row: borrowing RawRow, at place: Int, _ table: TablePlan
  ) -> WaitingLink.Origin {
    WaitingLink.Origin(
      table: table.place, row: place, line: row.line, input: row.file ?? table.table.input)
  }

  /// Refuses the rows of new records that lack a link which they must have.
  ///
  /// The links are known only now, and the records are made.
  private mutating func refuseRowsWithoutLinks() {
    for (field, origin) in requiredLinks.missing { refuse(.required(field: field), from: origin) }
  }

  /// Refuses a row whose record is made, so all records must be made anew.
  mutating func refuse(_ problem: RowProblem, from origin: WaitingLink.Origin) {
    report.note(problem, of: origin)
    guard let place = plan.tables.firstIndex(where: { $0.place == origin.table }) else { return }
    fates[place].refused.note(problem, of: origin.row, isRead: true)
    mustStartOver = true
  }

  private func requireRead() throws(InterchangeError) {
    if let failure = stored.failure { throw .store(failure) }
  }

  private mutating func noteUnknownMembers() {
    for (name, member) in unknownMembers.sorted(by: { $0.key < $1.key }) {
      report.notices.append(
        "\(name): no such field; \(counted(member.count, "value")) of nested records omitted, the "
          + "first at \(member.first.input), line \(member.first.line)")
    }
  }

  private mutating func take(
    _ row: borrowing RawRow, _ made: Result<RecordDraft, RowProblem>, of table: TablePlan,
    at place: Int, into sink: inout CommitDraft
  ) throws(InterchangeError) {
    let number = fates[place].taken - 1
    let origin = origin(of: row, at: number, table)
    do throws(RowFailure) {
      if isStrict, let loss = row.losses.first { throw .problem(loss) }
      let draft: RecordDraft
      switch made {
      case .success(let success): draft = success
      case .failure(let problem): throw .problem(problem)
      }
      // A person may have edited the record's own row, so that row counts.
      if cameAlong, let address = draft.identity, identities[address] != nil {
        tellCopy(draft, at: RecordJSON.identityKey(of: draft.entity), from: origin)
        return
      }
      try checkAddress(of: draft)
      try checkInner(draft)
      let known = try existing(draft, of: table)
      let fate = try save(draft, over: known, from: origin, into: &sink).fate
      for loss in row.losses { report.noteLost(loss, of: origin) }
      samples[place].note(row, of: table, fate)
    } catch {
      switch error {
      case .problem(let problem):
        if let address = table.address(in: row) { refusedAddresses.insert(address) }
        let problem = problem.decoded(from: table.table.form.encoding)
        report.note(problem, of: origin)
        fates[place].refused.note(problem, of: number, isRead: row.problem == nil)
        samples[place].note(row, of: table, .refused(problem))
        if case .value = problem { samples[place].countMisfits(row, of: table, in: plan.context) }
      case .store(let error): throw .store(error)
      }
    }
  }

  /// Refuses a row with the address of a record of another collection.
  func checkAddress(of draft: RecordDraft) throws(RowFailure) {
    guard plan.origin == .thisStore, let address = draft.identity,
      let named = RecordAddress(address),
      plan.entity(ofCollection: named.collection) != draft.entity.name
    else { return }
    throw .problem(
      .value(
        field: RecordJSON.identityKey(of: draft.entity), text: address,
        expected: "the URL of a record of \(draft.entity.plural)"))
  }

  /// The record with an address that its row gives it: one of this import, or one of the store if the
  /// export is the store's own.
  func record(of entity: Entity, addressed address: String?) -> ObjectID? {
    guard let address else { return nil }
    if let known = identities[address]?.id { return known.entity == entity.name ? known : nil }
    guard plan.origin == .thisStore, let named = RecordAddress(address),
      plan.entity(ofCollection: named.collection) == entity.name
    else { return nil }
    let id = ObjectID(entity: entity.name, key: named.key)
    return stored.row(id) == nil ? nil : id
  }

  /// The record that the draft is to change, `nil` if it is a new one.
  private func existing(
    _ draft: RecordDraft, of table: TablePlan
  ) throws(RowFailure) -> ObjectID? {
    if let known = record(of: draft.entity, addressed: draft.identity) { return known }
    guard let match = table.match, let place = draft.entity.storedIndex(of: match.name) else {
      return nil
    }
    if let notes = notes[draft.entity.name] {
      let isFile = table.table.form.format == .markdown
      return try notes.note(like: draft, isFile: isFile).map {
        ObjectID(entity: draft.entity.name, key: $0)
      }
    }
    return try holder(of: draft, match, at: place)
  }
}
