public import CairnStore

/// Brings tables and JSON into a store.
///
/// 1. All rows are read twice, or more often for law 5: types are found in all values before the
///    first record is made. A file is read where it lies, and what comes only once is kept
///    meanwhile.
/// 2. An import is one change of the store, the model included, which one undo takes back; its
///    order is the input's. Whatever ends it before that is saved leaves the store as it was.
/// 3. A bad row is reported by its line and costs only itself, or, if the import is strict, all. A
///    link that leads nowhere is told, and makes its row a bad one if the import is strict.
/// 4. What the model lacks is inferred and added, softly (see `Planner`).
/// 5. A refused row leaves nothing, neither a collection nor a field, a type or a choice. The model
///    is as if the other rows had come alone; the refused ones only tell how numbers and days are
///    written.
/// 6. A dry run says the same as an import and changes nothing.
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
  ///   - store: The store, open for writing unless the options say that it is a dry run.
  ///   - options: What the import is asked to do.
  ///   - zones: Where the zone is found that the options name.
  ///   - resolve: Finds the records of the store that links name; `nil` knows keys, handles, and
  ///     values of unique fields.
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
  /// Cost: the reading of the inputs twice, or up to twice more where rows are refused, and one save,
  /// of which the records and their text in the journal are in memory at once.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, each a collection unless the options say otherwise.
  ///   - progress: Called every few thousand rows; its answer may end the import.
  /// - Returns: What happened, bad rows included.
  /// - Throws: `InterchangeError`; then nothing was imported.
  public func run(
    _ inputs: [ImportInput],
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(InterchangeError) -> ImportReport {
    try run(try InspectedInputs(inputs, progress: progress), progress: progress)
  }

  /// Imports inputs that were inspected, as one change.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - progress: Called every few thousand rows; its answer may end the import.
  /// - Returns: What happened, bad rows included.
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

  /// Says what an import of inputs would do, and changes nothing.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - samples: How many rows of each fate are wanted.
  ///   - progress: Called every few thousand rows; any answer but to proceed ends it.
  /// - Returns: What becomes of each column, and of the first rows.
  /// - Throws: `InterchangeError`, for an option that names what is not there say.
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
    return ImportPreview(inputs, passes, over: store.snapshot.model)
  }

  /// Says which column's values an import of inputs would put into which field.
  ///
  /// - Parameter inputs: The inputs.
  /// - Returns: The fields that get values of columns, in the order of the inputs.
  /// - Throws: `InterchangeError`, for an option that names what is not there say.
  public func fields(of inputs: InspectedInputs) throws(InterchangeError) -> [ColumnField] {
    try plan(inputs, inputs.tables, over: store.snapshot).fields(of: inputs.tables)
  }

  private func save(
    _ inputs: InspectedInputs, _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportReport {
    var report = ImportReport()
    var failure: InterchangeError?
    do throws(StoreError) {
      let origin = ChangeOrigin(importOf: inputs.names)
      let transaction = try store.commit(title: "Import", origin: origin) {
        draft throws(StoreError) in
        do throws(InterchangeError) {
          report = try fill(&draft, inputs, progress)
        } catch {
          failure = error
          throw .refused(error.description)
        }
        // Of an import that brought nothing the model keeps nothing either.
        if report.isFruitless { throw .refused("no row can be imported") }
      }
      (report.transaction, report.replica) = (transaction?.number, transaction?.replica)
    } catch {
      if !report.isFruitless || failure != nil { throw failure ?? .store(error) }
    }
    return report
  }

  /// Does everything that `save` does, without the saving.
  private func rehearse(
    _ inputs: InspectedInputs, _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportReport {
    var draft = try rehearsal()
    let report = try passes(over: inputs, into: &draft, progress).report
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

  /// Puts everything in the draft.
  private func fill(
    _ draft: inout CommitDraft, _ inputs: InspectedInputs,
    _ progress: (Int) throws(InterchangeError) -> Bool
  ) throws(InterchangeError) -> ImportReport {
    let passes = try passes(over: inputs, into: &draft, progress)
    let report = passes.report
    if options.isStrict, report.badRowCount > 0 { throw .refused(report) }
    let names = passes.last.plan.tables.map(\.entity.plural)
    draft.title = "Import \(names.joined(separator: ", "))"
    return report
  }

  /// Makes records of the rows of all tables.
  ///
  /// Refused rows leave nothing in the model. If there are any, a second pass starts over with the
  /// types of the other rows, and without the tables that lost all rows. A table stays if an option
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
          let refused = passes.last.fates[place]?.refused.places ?? RangeSet()
          var isKept = false
          do throws(InterchangeError) {
            tables[place] = try inputs.tables[place].without(refused) {
              (rows) throws(InterchangeError) in
              isKept = try !progress(rows)
              if isKept { throw .canceled }
            }
          } catch {
            // All rows came already, with the types that they have now.
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
          // What was stopped once goes on to where that was.
          return goesOn || limits != nil
        })
    }
    return passes
  }

  /// Goes through the rows once: first what the model lacks, then the records.
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
      in: try localTime(), isStoredKey: stored.isKey)
    var plan = try planner.plan(tables, without: left, isFirst: isFirst)
    if let failure = stored.failure { throw .store(failure) }
    plan.readingNotices = inputs.notices + inputs.modelNotices(snapshot)
    plan.origin = isOwn.map { $0 ? .thisStore : .otherStore }
    for entity in inputs.export?.model.entities ?? [] {
      plan.exported[entity.plural] = planner.present(entity.name)
    }
    if isOwn == true { plan.notices += plan.model.additions(to: snapshot.model) }
    return plan
  }
}

extension Importer {
  /// The zone of times that are written without one.
  private func localTime() throws(InterchangeError) -> LocalTime {
    guard let zone = options.zone else { return store.localTime }
    do throws(ZoneError) {
      return try zones.localTime(called: zone)
    } catch {
      throw .unknownZone(error, option: "--zone")
    }
  }
}

extension ObjectModel {
  /// Names the fields that collections of an export have and the store has no more.
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
  /// The import of inputs that are called so: files go by their names, without folders.
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
