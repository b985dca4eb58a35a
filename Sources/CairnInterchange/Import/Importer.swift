public import CairnStore

/// Brings tables and JSON into a store.
///
/// 1. All rows are read twice: types are found in all values before the first record is made.
/// 2. An import is one change of the store, which one undo takes back; its order is the input's.
/// 3. A bad row is reported by its line and costs only itself, or, if the import is strict, all.
/// 4. What the model lacks is inferred and added, softly (see `Planner`).
/// 5. A dry run says the same as an import and changes nothing.
///
/// ```swift
/// var options = ImportOptions()
/// options.links = [ImportOptions.Link(column: "ArtistId", collection: "artists", field: "ArtistId")]
/// let importer = Importer(store, options)
/// let report = try importer.run([ImportInput(source)]) { _ in .proceed }
/// ```
public struct Importer: Sendable {
  private let store: ObjectStore
  private let options: ImportOptions

  /// Creates an importer into `store`.
  ///
  /// - Parameters:
  ///   - store: The store, open for writing unless the options say that it is a dry run.
  ///   - options: What the import is asked to do.
  public init(_ store: ObjectStore, _ options: ImportOptions = ImportOptions()) {
    self.store = store
    self.options = options
  }

  /// Imports all inputs as one change.
  ///
  /// Cost: twice the reading of the inputs, whose bytes stay in memory meanwhile, and one save.
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
    var notices: [String] = []
    var inspected: [InspectedTable] = []
    for input in inputs {
      for table in try RawTable.tables(of: input, notices: &notices) {
        inspected.append(try inspect(table, progress))
      }
    }
    var planner = Planner(store.snapshot.model, options)
    let plan = try planner.plan(inspected)
    notices += plan.notices
    var report = try carryOut(plan, progress)
    report.notices = notices + report.notices
    return report
  }

  private func inspect(
    _ table: RawTable, _ progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(InterchangeError) -> InspectedTable {
    try InspectedTable(table) { (rows) throws(InterchangeError) in
      let state = ImportProgress(phase: .inspecting, rows: rows, total: nil)
      guard progress(state) == .proceed else { throw .canceled }
    }
  }

  private func carryOut(
    _ plan: ImportPlan, _ progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(InterchangeError) -> ImportReport {
    let report = { (rows: Int) throws(InterchangeError) in
      let state = ImportProgress(phase: .converting, rows: rows, total: plan.rowCount)
      guard progress(state) == .proceed else { throw .canceled }
    }
    if options.isDryRun || options.isStrict {
      let rehearsal = try rehearse(plan, report)
      if options.isStrict, rehearsal.badRowCount > 0, !options.isDryRun {
        throw .refused(rehearsal)
      }
      if options.isDryRun { return rehearsal }
    }
    return try save(plan, report)
  }

  private func rehearse(
    _ plan: ImportPlan, _ progress: (Int) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> ImportReport {
    var assembly = RecordAssembly(plan, over: store.snapshot)
    var rehearsal = Rehearsal()
    try assembly.run(into: &rehearsal, progress: progress)
    return assembly.report
  }

  private func save(
    _ plan: ImportPlan, _ progress: (Int) throws(InterchangeError) -> Void
  ) throws(InterchangeError) -> ImportReport {
    var report = ImportReport()
    var failure: InterchangeError?
    let model = store.snapshot.model
    do throws(StoreError) {
      if plan.changesModel { try store.updateModel { _ in plan.model } }
      let title = "Import \(plan.tables.map(\.entity.plural).joined(separator: ", "))"
      let transaction = try store.commit(title: title) { (draft) throws(StoreError) in
        var assembly = RecordAssembly(plan, over: draft.snapshot)
        do throws(InterchangeError) {
          try assembly.run(into: &draft, progress: progress)
        } catch {
          failure = error
          throw .refused(error.description)
        }
        report = assembly.report
      }
      report.transaction = transaction?.number
    } catch {
      restore(model, after: plan)
      throw failure ?? .store(error)
    }
    return report
  }

  /// Takes back what the plan made of the model, unless somebody has changed it again since.
  private func restore(_ model: ObjectModel, after plan: ImportPlan) {
    guard plan.changesModel else { return }
    // Why the import failed matters more than that collections without records stay.
    try? store.updateModel { current in current == plan.model ? model : current }
  }
}
