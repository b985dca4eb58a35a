public import CairnStore

/// Imports tables and JSON into a store.
///
/// 1. All rows are read twice, or more often for law 5. The types are inferred from all values
///    before the first record is made. Files are read in place; streams that can be read only once
///    are kept.
/// 2. An import is one change of the store and its model, which one undo takes back. Records keep
///    the input's order. If an import ends before it is saved, the store stays unchanged.
/// 3. A bad row is reported by its line. It costs only itself or, in a strict import, the whole
///    import. A link that leads nowhere is reported, and makes its row bad in a strict import.
/// 4. Missing parts of the model are inferred and added as soft types (see `Planner`).
/// 5. A refused row leaves no collection, field, type or choice in the model. The model is as if
///    the other rows had come alone. Refused rows only help to find out how numbers and dates are
///    written. A row that is refused only for the type that a person chose for a column still
///    counts for the types of the other columns, so that a choice changes no other column.
/// 6. A dry run reports the same as an import and changes nothing.
/// 7. A second import of a file finds the records of the first one, if the format or the model says
///    how (`RowMatch`). Otherwise it counts the records that it adds again.
/// 8. Equal rows of one file are several records. Without a field that a person chose, no two rows
///    find one record.
///
/// ```swift
/// var options = ImportOptions()
/// options.links = [
///   ImportOptions.Link(column: "ArtistId", collection: "artists", field: "ArtistId")
/// ]
/// let importer = Importer(store, options)
/// let report = try importer.run([ImportInput(source)]) { _ in .proceed }
/// ```
public struct Importer: Sendable {
  private let store: ObjectStore
  private let options: ImportOptions
  private let zones: ZoneFolder
  private let resolve: LinkResolver

  /// Creates an importer into `store`.
  ///
  /// - Parameters:
  ///   - store: The store, open for writing unless the options ask for a dry run.
  ///   - options: The options of the import.
  ///   - zones: The folder of the time zones.
  ///   - resolve: Finds the stored records that links name; `nil` finds them by key, handle, or
  ///     value of a unique field.
  public init(
    _ store: ObjectStore, _ options: ImportOptions = ImportOptions(),
    zones: ZoneFolder = ZoneFolder(), resolve: LinkResolver? = nil
  ) {
    let clock = WallClock(now: Timestamp(microseconds: 0), localTime: store.localTime)
    self.resolve =
      resolve ?? { text, entity, snapshot in
        snapshot.linkEnd(text, to: entity, at: clock)
      }
    self.store = store
    self.options = options
    self.zones = zones
  }

  /// Imports all inputs as one change.
  ///
  /// Cost: the inputs are read twice, or up to twice more if rows are refused. The one save has all
  /// records and their text in the journal in memory at once.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, each of them a collection unless the options say otherwise.
  ///   - progress: Called every few thousand rows; its answer may end the import.
  /// - Returns: The results, with the bad rows.
  /// - Throws: `InterchangeError`; then nothing was imported.
  public func run(
    _ inputs: [ImportInput],
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(InterchangeError) -> ImportReport {
    try run(try InspectedInputs(inputs, progress: progress), progress: progress)
  }

  /// Imports inspected inputs as one change.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - progress: Called every few thousand rows; its answer may end the import.
  /// - Returns: The results, with the bad rows.
  /// - Throws: `InterchangeError`; then nothing was imported.
  public func run(
    _ inputs: InspectedInputs,
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(InterchangeError) -> ImportReport {
    let total = inputs.rowCount
    let tell = { (rows: Int) throws(InterchangeError) -> Bool in
      switch progress(ImportProgress(phase: .converting, rows: rows, total: total)) {
      case .proceed: return true
      case .keep: return false
      case .cancel: throw .canceled
      }
    }
    return options.isDryRun ? try rehearse(inputs, tell) : try save(inputs, tell)
  }

  /// Previews an import of inputs, without changing anything.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - samples: The number of rows to return for each fate.
  ///   - progress: Called every few thousand rows; any answer except `.proceed` ends the preview.
  /// - Returns: The destination of each column, and the first rows.
  /// - Throws: `InterchangeError`, for example for an option with an unknown name.
  public func preview(
    _ inputs: InspectedInputs, samples: Int = 100,
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(InterchangeError) -> ImportPreview {
    let total = inputs.rowCount
    var draft = try rehearsal()
    let passes = try passes(over: inputs, into: &draft, samples: samples) {
      (rows) throws(InterchangeError) in
      let state = ImportProgress(phase: .converting, rows: rows, total: total)
      guard progress(state) == .proceed else { throw .canceled }
      return true
    }
    try requireWhole(passes, losses())
    return ImportPreview(inputs, passes, over: store.snapshot.model)
  }

  /// Returns the fields that an import of inputs would fill with columns.
  ///
  /// - Parameter inputs: The inputs.
  /// - Returns: The fields with their columns, in the order of the inputs.
  /// - Throws: `InterchangeError`, for example for an option with an unknown name.
  public func fields(of inputs: InspectedInputs) throws(InterchangeError) -> [ColumnField] {
    try plan(inputs, inputs.tables, over: store.snapshot).fields(of: inputs.tables)
  }

  private func save(
    _ inputs: InspectedInputs, _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportReport {
    var report = ImportReport()
    var failure: InterchangeError?
    do throws(StoreError) {
      // A file is in the store before a record names it. If the import fails, a fold removes it.
      for files in inputs.files { try files.keep(in: store) }
      let origin = ChangeOrigin(importOf: inputs.names)
      let losses = try store.findLosses()
      let transaction = try store.commit(title: "Import", origin: origin) {
        draft throws(StoreError) in
        do throws(InterchangeError) {
          report = try fill(&draft, inputs, losses, progress)
        } catch {
          failure = error
          throw .refused(error.description)
        }
        // If an import has no rows to add, its changes of the model are not saved either.
        if report.isFruitless { throw .refused("no row can be imported") }
      }
      (report.transaction, report.replica) = (transaction?.number, transaction?.replica)
    } catch {
      if !report.isFruitless || failure != nil { throw failure ?? .store(error) }
    }
    return report
  }

  /// Does everything that `save` does, except for the saving.
  private func rehearse(
    _ inputs: InspectedInputs, _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportReport {
    var draft = try rehearsal()
    let passes = try passes(over: inputs, into: &draft, progress)
    try requireWhole(passes, losses())
    let report = passes.report
    if report.isFruitless || options.isStrict && report.badRowCount > 0 { return report }
    do throws(StoreError) {
      try draft.check()
    } catch {
      throw .store(error)
    }
    return report
  }

  private func rehearsal() throws(InterchangeError) -> CommitDraft {
    do throws(StoreError) {
      return try store.rehearsal()
    } catch {
      throw .store(error)
    }
  }

  /// Puts all changes into the draft.
  private func fill(
    _ draft: inout CommitDraft, _ inputs: InspectedInputs, _ losses: [StoreProblem],
    _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportReport {
    let passes = try passes(over: inputs, into: &draft, progress)
    try requireWhole(passes, losses)
    var report = passes.report
    if options.isStrict, report.badRowCount > 0 {
      // The counts would be of records that the store does not get.
      report.collections = []
      throw .refused(report)
    }
    let names = passes.last.plan.tables.map(\.entity.plural)
    draft.title = "Import \(names.joined(separator: ", "))"
    return report
  }

  private func losses() throws(InterchangeError) -> [StoreProblem] {
    do throws(StoreError) {
      return try store.findLosses()
    } catch {
      throw .store(error)
    }
  }

  /// Refuses an import whose rows search a collection with records that cannot be read or are lost.
  ///
  /// The search does not find those records, so the import would add them again, or remove links to
  /// them.
  private func requireWhole(
    _ passes: ImportPasses, _ losses: [StoreProblem]
  ) throws(InterchangeError) {
    for name in passes.last.searchedEntities.sorted() {
      guard let entity = passes.last.plan.model[name] else { continue }
      if let problem = (store.problems + losses).first(where: { $0.hidesRecords(of: entity) }) {
        let collection = name == Entity.merge.name ? "merged records" : entity.plural
        throw .incomplete(collection: collection, problem)
      }
    }
  }

  /// Creates records from the rows of all tables.
  ///
  /// Refused rows leave nothing in the model. If there are any, a second pass starts over with the
  /// types of the other rows, without the tables that lost all rows. A table stays if an option
  /// names one of its columns.
  private func passes(
    over inputs: InspectedInputs, into sink: inout CommitDraft, samples: Int = 0,
    _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportPasses {
    let untouched = sink
    var tables = inputs.tables
    var passes = ImportPasses(
      try pass(plan(inputs, tables, over: sink.snapshot), into: &sink, samples, progress))
    while passes.last.mustStartOver || !passes.report.isFruitless,
      !options.isStrict || passes.report.badRowCount == 0
    {
      let fruitless = passes.last.fruitlessTables
      let left = options.keepsRefusedTables ? passes.left : passes.left.union(fruitless)
      if passes.last.plan.model != untouched.snapshot.model {
        for place in passes.tablesToInspect where !fruitless.contains(place) {
          let refused = passes.last.fates[place]?.refused ?? RefusedRows()
          let asked = passes.last.plan.tables.first { $0.place == place }?
            .askedFields(options.types, inputs.tables[place].columns)
          var isKept = false
          do throws(InterchangeError) {
            tables[place] = try inputs.tables[place].without(
              refused.places, guessingWithout: refused.places(notOnlyFor: asked ?? [])
            ) {
              (rows) throws(InterchangeError) in
              isKept = try !progress(rows)
              if isKept { throw .canceled }
            }
          } catch {
            // All rows were already read, with their final types.
            if isKept, passes.last.mustStartOver { break }
            if isKept { return passes }
            throw error
          }
        }
      }
      let next = try? self.plan(
        inputs, tables, over: untouched.snapshot, without: left, isFirst: false)
      guard var plan = next,
        left != passes.left || plan.model != passes.last.plan.model || passes.last.mustStartOver
      else { break }
      let limits = passes.limits
      for index in plan.tables.indices {
        let place = plan.tables[index].place
        plan.tables[index].refused = passes.last.fates[place]?.refused ?? RefusedRows()
        if let limits { plan.tables[index].rowLimit = limits[place] ?? 0 }
      }
      sink = untouched
      passes.add(
        try pass(plan, into: &sink, samples) { (rows) throws(InterchangeError) in
          let goesOn = try progress(rows)
          // After a stop, a further pass continues to the row where the import was stopped.
          return goesOn || limits != nil
        })
    }
    return passes
  }

  /// Reads the rows once: first changes the model, then adds the records.
  private func pass(
    _ plan: ImportPlan, into sink: inout CommitDraft, _ samples: Int,
    _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportPass {
    let changesModel = plan.model != sink.model
    do throws(StoreError) {
      try sink.updateModel(plan.model)
    } catch {
      throw .store(error)
    }
    var assembly = RecordAssembly(
      plan, over: sink.snapshot, isStrict: options.isStrict, samples: samples,
      resolve: resolve)
    assembly.report.changesModel = changesModel
    try assembly.run(into: &sink, progress: progress)
    return ImportPass(assembly)
  }

  private func plan(
    _ inputs: InspectedInputs, _ tables: [InspectedTable], over snapshot: Snapshot,
    without left: Set<Int> = [], isFirst: Bool = true
  ) throws(InterchangeError) -> ImportPlan {
    let stored = StoredRecords(snapshot)
    let isOwn = inputs.export.map { $0.store == snapshot.storeID }
    var planner = Planner(
      snapshot.model, of: inputs.export?.model, isOwn: isOwn == true, options,
      in: try localTime(), isStoredKey: stored.isKey, storedNotes: stored.noteNames)
    var plan = try planner.plan(tables, without: left, isFirst: isFirst)
    if let failure = stored.failure { throw .store(failure) }
    plan.inputs = inputs.tables.map {
      .init(name: $0.table.input, form: $0.table.form, repeatedCount: $0.repeated.count)
    }
    plan.readingNotices = inputs.notices + inputs.modelNotices(snapshot)
    plan.wording = options.wording
    if options.addsEachRow {
      plan.countsEqualRecords = false
    } else {
      plan.readingNotices += inputs.tables.flatMap { $0.repeated.notices(of: $0.table.input) }
    }
    plan.origin = isOwn.map { $0 ? .thisStore : .otherStore }
    for index in plan.tables.indices {
      plan.tables[index].isOfThisStore = plan.tables[index].table.store == snapshot.storeID
    }
    for entity in inputs.export?.model.entities ?? [] {
      plan.exported[entity.plural] = planner.present(entity.name)
    }
    if isOwn == true { plan.notices += plan.model.additions(to: snapshot.model) }
    return plan
  }
}

extension Importer {
  /// Returns the zone of times that are written without one.
  private func localTime() throws(InterchangeError) -> LocalTime {
    guard let zone = options.zone else { return store.localTime }
    do throws(ZoneError) {
      return try zones.localTime(called: zone)
    } catch {
      throw .unknownZone(error, option: options.words(.zone))
    }
  }
}

extension ObjectModel {
  /// Returns the fields of an export's collections that the store does not have any more.
  fileprivate func additions(to known: ObjectModel) -> [String] {
    entities.flatMap { entity -> [String] in
      guard let old = known[entity.name] else { return [] }
      return entity.properties.filter { old[$0.name] == nil }.map {
        "\(entity.plural).\($0.name): the import adds this field, since the export has it"
      }
    }
  }
}

extension ChangeOrigin {
  /// Creates the origin for an import of inputs with these names.
  ///
  /// Files are named without folders.
  init(importOf names: [String]) {
    let files = names.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    self = .import(files.joined(separator: ", "))
  }
}

extension Snapshot {
  /// Finds the record of a collection that a text names.
  fileprivate func linkEnd(_ text: String, to entity: Entity, at clock: WallClock) -> LinkEnd {
    let named = RecordAddress(text)
    if let named, named.collection != entity.plural {
      return .none(reason: "it is not a record of \(entity.plural)")
    }
    return switch resolve(named.map { "\($0.key)" } ?? text, in: entity.name, at: clock) {
    case .found(let id): .found(id.key)
    case .ambiguous: .none(reason: "several records of \(entity.plural) are called so")
    case .unavailable(let reason): .unreadable(reason: reason)
    default: .none(reason: "no record of \(entity.plural) is called so")
    }
  }
}
