internal import CairnJSON
internal import CairnStore

/// Turns the rows of all tables into new and changed records.
///
/// If several rows describe one record, the last one wins, field by field.
///
/// A link may lead to a record in a later row. Such links wait until all rows are read, and then
/// update their record:
///
///     row ──▶ draft ──▶ the record it changes ──▶ insert or update ──▶ links to settle
///                                                                            │
///     the end of all tables ◀────────────────────────────────────────────────┘
struct RecordAssembly {
  /// The results for the rows of a table.
  struct RowFates {
    /// Whether the import reached the table.
    var isReached = false
    /// The number of rows that were read.
    var taken = 0
    /// The rows that were refused.
    var refused = RefusedRows()
  }

  let plan: ImportPlan
  /// The entities whose records have rows with their own addresses.
  let rowEntities: Set<String>
  /// Whether a dead link makes its row bad; otherwise it is only reported.
  let isStrict: Bool
  /// The records of the store.
  let stored: StoredRecords
  /// Finds the stored records that links name.
  let resolve: LinkResolver
  /// The stored records that links have named so far.
  let resolved = ResolvedLinks()
  /// The report so far.
  var report = ImportReport()
  /// Records by the fields that are used to find them.
  var indexes: [FieldIndex.Name: FieldIndex] = [:]
  /// Records by their names, for the entities whose records links name.
  var titles: [String: NameIndex] = [:]
  /// The values of the links that take the place of columns.
  var namedValues = NamedValues()
  /// Records of this import by the addresses in their rows.
  var identities: [String: AddressedRecord] = [:]
  /// Links whose other end may be in a later row.
  var waiting = WaitingLinks()
  /// Columns that seem to be links, with the number of dead values and the first one.
  var deadLinks: [LinkPlace: (count: Int, first: WaitingLink.Origin, reason: String)] = [:]
  /// The notes of collections that are imported from folders, by name and folder.
  var notes: [String: NotePlaces] = [:]
  /// The names of notes that wiki links may name, by entity.
  var noteNames: [String: NoteNames] = [:]
  /// The notes so far, with their wiki links.
  var linkedNotes: [LinkedNote] = []
  /// Stored records whose links changed.
  var relinked: Set<ObjectID> = []
  /// Required links that new records still lack.
  var requiredLinks: RequiredLinks
  /// The rows of records whose entities have rules of the program, with the fields that they give.
  var ruledRows: [ObjectID: [(row: WaitingLink.Origin, fields: Set<String>)]] = [:]
  /// Whether rows were refused after their records were made, so that a new pass is necessary.
  var mustStartOver = false
  /// Own addresses of rows without a model, compared with the stored records that the rows match.
  var addresses = AddressEvidence()
  /// The number of records that were made or changed so far.
  var madeCount = 0
  /// Stored records that this import changed, so that their stored rows are outdated.
  var updated: Set<ObjectID> = []
  /// Nested records with a value that identifies records.
  var wholes: [ObjectID: JSONObject] = [:]
  /// The nested records within records of this import that may be repeated.
  var inner: [WaitingLinks.Name: [RecordKey]] = [:]
  /// Whether several rows of a table may describe the same record.
  var mayRepeat = false
  /// Whether the table only accompanies other tables.
  var cameAlong = false
  /// Records that are no longer nested in another one.
  var surplus: [ObjectID] = []
  /// Known records that are nested in other records.
  var standing: Set<ObjectID> = []
  /// Members of nested records without a field, with their number and first occurrence.
  var unknownMembers: [String: (count: Int, first: WaitingLink.Origin)] = [:]
  /// The stored records that rows are about, where no person chose a field, by entity; without the
  /// entities that have no stored records.
  var matches: [String: StoredMatches] = [:]
  /// The records that were merged, by entity.
  var merged: [String: MergedRecords] = [:]
  /// The number of rows about records that are gone by a merge, by entity.
  var mergedRows: [String: Int] = [:]
  /// The last row about each record, where rows find records by a value.
  var lastRows: [ObjectID: RecordDraft.Content] = [:]
  /// Rows that say something else than an earlier row about the same record, by entity.
  var otherRows: [String: (count: Int, first: WaitingLink.Origin)] = [:]
  /// Rows without a value in the field that finds records, by that field.
  var unmatchedRows: [LinkPlace: (count: Int, first: WaitingLink.Origin)] = [:]
  /// The values that rows take over from stored records.
  var claimed = ClaimedValues()
  /// The entities whose stored records may be changed by rows.
  let changeable: Set<String>
  /// The widened fields, table by table.
  private var widenings: [[WidenedField]]
  /// The sample rows to preview, for each table.
  var samples: [RowSamples]
  /// The results for the rows of each table.
  var fates: [RowFates]
  /// The addresses of the refused rows.
  var refusedAddresses: Set<String> = []
  /// Copies of records that differ from the records' own rows, by entity.
  var otherCopies: [String: (count: Int, first: WaitingLink.Origin)] = [:]
  /// Nested records that may have a row of their own.
  var standIns = StandIns()
  /// Values of several lines that became names on a single line, by link.
  var joinedNames: [LinkPlace: (count: Int, first: WaitingLink.Origin)] = [:]
  private var rules: [String: RecordRules] = [:]
  private var places: [String: Int] = [:]

  /// Prepares the assembly of a plan's records.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - snapshot: the content of the store.
  ///   - isStrict: whether a dead link makes its row bad.
  ///   - samples: the number of sample rows to keep for each fate.
  ///   - resolve: finds the stored records that links name.
  init(
    _ plan: ImportPlan, over snapshot: Snapshot, isStrict: Bool, samples: Int = 0,
    resolve: @escaping LinkResolver
  ) {
    self.plan = plan
    for table in plan.tables { report.captions[table.place] = table.entity.captions }
    rowEntities = plan.rowEntities
    changeable = plan.changeableEntities
    requiredLinks = RequiredLinks(plan.model)
    self.resolve = resolve
    fates = plan.tables.map { _ in RowFates() }
    self.samples = plan.tables.map { RowSamples($0, limit: samples) }
    self.isStrict = isStrict
    widenings = plan.tables.map(\.widenings)
    report.notices = plan.readingNotices + plan.questions + plan.notices
    report.inputs = plan.inputs
    report.leftOutColumns = plan.leftOutColumns
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
    // These are collections of the export without records.
    for entity in plan.model.entities
    where plan.newEntities.contains(entity.name) && places[entity.name] == nil {
      count(entity) { _ in }
    }
  }

  private mutating func prepareIndexes(for table: TablePlan) {
    var names = table.links.map {
      FieldIndex.Name(entity: $0.relationship.destination, field: $0.field)
    }
    if let match = table.match?.chosen {
      names.append(FieldIndex.Name(entity: table.entity.name, field: match.name))
    }
    if plan.origin == nil {
      // Links may name records from other rows.
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
    for column in table.columns {
      // An export names records by their addresses.
      for goal in column.namedEntities(byTitles: plan.origin == nil) { indexNames(goal) }
    }
    if let match = table.match?.chosen, match.name == MarkdownReader.name,
      notes[table.entity.name] == nil, table.entity.attribute(MarkdownReader.folder) != nil
    {
      notes[table.entity.name] = NotePlaces(stored.table(table.entity.name))
    }
    if table.noteLinks != nil, noteNames[table.entity.name] == nil {
      noteNames[table.entity.name] = NoteNames(stored.table(table.entity.name))
    }
    prepareMatches(of: table)
    for rule in rules(of: table.entity).unique {
      index(Self.uniqueName(rule.attribute, of: table.entity))
    }
  }

  /// Creates an index unless it exists.
  mutating func index(_ name: FieldIndex.Name) {
    guard indexes[name] == nil else { return }
    indexes[name] = FieldIndex(name, of: stored.table(name.entity))
  }

  /// Returns the name of the index that shows whether a value of a unique attribute is in use.
  static func uniqueName(_ attribute: Attribute, of entity: Entity) -> FieldIndex.Name {
    FieldIndex.Name(
      entity: entity.name, field: attribute.name, isByElement: attribute.isList)
  }

  /// Returns the stored row of a record; `nil` if this import made or changed the record.
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

/// The reason why a row did not become a record.
enum RowFailure: Error {
  case problem(RowProblem)
  case store(StoreError)
}

// MARK: - Rows

extension RecordAssembly {
  /// Processes all rows of all tables.
  ///
  /// - Parameters:
  ///   - sink: The draft that receives the records.
  ///   - progress: Called at times with the number of rows; returns whether to continue. Its errors
  ///     end the assembly.
  /// - Throws: `InterchangeError` if an input or the store fails, and the errors of `progress`.
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
      let context = context(of: table)
      // A change of the file is noticed only at its end, so only a limit may stop the reading
      // earlier.
      let batches = try RowBatches(of: table.table, limit: table.rowLimit) { row in
        Result { () throws(RowProblem) in try table.draft(blank, of: row, in: context) }
      }
      var batch = RowBatches<Result<RecordDraft, RowProblem>>.Batch()
      while try batches.next(&batch) {
        // A row of a span is not copied.
        let rawRows = batch.rows.span
        for index in 0..<batch.count {
          let row = fates[place].taken
          fates[place].taken += 1
          if table.refused.problems(of: row) == nil {
            lookForMisfits(in: rawRows[index], batch.columns, of: table, at: place)
          }
          let made = batches.made(of: batch, at: index)
          try take(rawRows[index], made, of: table, at: place, into: &sink)
          rows += 1
          if rows % ImportProgress.interval == 0, try !progress(rows) {
            report.stoppedAfter = rows
            break tables
          }
        }
      }
    }
    // This is the last point at which a cancellation is possible.
    if report.stoppedAfter == nil { _ = try progress(rows) }
    if !report.isFruitless { report.notices += widenings.joined().map(\.notice) }
    report.notices +=
      equalNotices + matchNotices + mergedNotices + joinedNotices + report.misfits.map(\.notice)
    try makeStandIns(in: &sink)
    tellOtherCopies()
    findLinkedNotes()
    try settleLinks(into: &sink)
    report.namedLinks = namedValues.links(in: plan.model)
    refuseRowsWithoutLinks()
    refuseClashingRows()
    try removeSurplus(from: &sink)
    try refuseRowsWithBreaches(in: &sink)
    noteUnknownMembers()
    sink.changes += merged.sorted { $0.key < $1.key }.flatMap(\.value.changes)
    try requireRead()
    guard report.isFruitless else { return }
    report.collections.removeAll(where: \.isNew)
    (report.misfits, report.namedLinks) = ([], [])
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
    let madeBefore = madeCount
    if let problems = table.refused.problems(of: number) {
      return refuse(row, problems, number, from: origin, of: table, at: place)
    }
    do throws(RowFailure) {
      if isStrict, let loss = row.losses.first { throw .problem(loss) }
      var draft: RecordDraft
      switch made {
      case .success(let success): draft = success
      case .failure(let problem): throw .problem(problem)
      }
      // A person may have edited the record's own row, so that row takes precedence.
      if cameAlong, let address = draft.identity, identities[address] != nil {
        tellCopy(draft, at: RecordJSON.identityKey(of: draft.entity), from: origin)
        return
      }
      if isStrict, let loss = draft.losses.first { throw .problem(loss) }
      try checkAddress(of: draft)
      try checkInner(draft)
      var known = try existing(draft, of: table)
      let kept = settleMerged(&draft, known, of: table)
      known = kept?.kept ?? known
      addresses.note(draft.identity, matching: known)
      let equal = known == nil ? equalRecord(to: draft, of: table) : nil
      let (id, fate) = try save(
        draft, isOwnRow: !cameAlong, over: known, from: origin, into: &sink)
      if let kept { noteMerged(kept) }
      if !matches.isEmpty { matches[id.entity]?.claim(equal ?? id.key) }
      if draft.identity == nil, kept == nil { noteRow(draft, about: id, of: table, from: origin) }
      if equal != nil { count(draft.entity) { $0.equal += 1 } }
      noteWikiLinks(of: draft, id, inFile: row.file, from: origin, table)
      noteJoinedNames(of: draft, from: origin)
      for loss in row.losses + draft.losses { report.noteLost(loss, of: origin) }
      samples[place].note(row, of: table, fate)
    } catch {
      switch error {
      case .problem(let problem):
        let problem = problem.decoded(from: table.table.form.encoding)
        let problems = allProblems(of: row, beginningWith: problem, of: table)
        refuse(row, problems, number, from: origin, of: table, at: place)
        // A nested record was refused after its owner was made.
        if madeCount > madeBefore { mustStartOver = true }
      case .store(let error): throw .store(error)
      }
    }
  }
}
