import TestSupport

/// Measures how fast Cairn is beside programs that people know, on one machine in one run.
///
/// A time alone says more about the machine than about the program, so that each figure stands
/// beside a peer's that was measured in turns with it: ours, theirs, ours, theirs. What holds:
///
/// 1. The real program is measured, the one that lies beside this one, in folders of its own.
/// 2. The data is generated here, the same in every run.
/// 3. A peer that isn't installed, or a figure that couldn't be taken, is said so in its row.
/// 4. What never waits for the disk is counted in the processor's time, which a busy machine
///    disturbs least, everything else in time that passes.
/// 5. Nothing is judged: the exit status is 0 whatever comes out.
@main
struct Benchmarks {
  /// How many records most people's collections have at most.
  private static let smallStore = 5000

  /// What can be measured alone.
  private enum Part: String, CaseIterable {
    case store, navigation, interchange, keys, preview, history, sync
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let (count, name) = (arguments.first ?? "100000", arguments.dropFirst().first)
    let part = name.flatMap(Part.init)
    guard let rows = Int(count), rows >= 1000, name == nil || part != nil else {
      let parts = Part.allCases.map(\.rawValue).joined(separator: "|")
      print("usage: cairn-bench [ROWS [\(parts)]]   at least 1000 rows")
      return
    }
    do {
      var report = Report()
      if part == nil || part == .interchange {
        try measurePrograms(Bench(rows: rows), isWhole: part == nil, &report)
      }
      if part == nil || part == .history { try measureHistory(rows, &report) }
      if part == .sync { try measureSync(Bench(rows: rows), &report) }
      if part == .keys { try measureKeys(Bench(rows: rows), &report) }
      if part == .preview {
        report.begin("\(rows.groupedDigits) places of 11 fields, before an import")
        report.add(PreviewMeasure(try Bench(rows: rows)))
      }
      if part == nil || part == .navigation { measureNavigation(&report) }
      if part == nil || part == .store {
        for rows in Set([smallStore, rows]).sorted() { try measureStore(rows, &report) }
      }
      report.end()
    } catch {
      print("nothing could be measured: \(error)")
    }
  }

  private static func measurePrograms(
    _ bench: Bench, isWhole: Bool, _ report: inout Report
  ) throws {
    report.begin("\(bench.rows.groupedDigits) places of 11 fields, through the programs")
    // The import comes first, as the others work on what it made; and while this process is small,
    // since the system counts a parent's memory at the start as a child's.
    report.add(ImportMeasure(bench))
    report.add(ExportMeasure(bench))
    report.add(FewRecordsMeasure(bench))
    guard isWhole else { return report.add(CommandMeasure(bench)) }
    report.add(StartMeasure(bench))
    report.add(KeyMeasure(bench))
    report.add(EveryKeyMeasure(bench))
    report.add(KeyBytesMeasure(bench))
    report.add(PreviewMeasure(bench))
    report.add(IdleMeasure(bench))
    report.add(FilterMeasure(bench))
    report.add(FetchMeasure(bench))
    report.add(CommandMeasure(bench))
    report.add(AddMeasure(bench))
    report.add(SyncMeasure(bench))
  }

  /// Another machine alone.
  private static func measureSync(_ bench: Bench, _ report: inout Report) throws {
    report.begin("\(bench.rows.groupedDigits) places of 11 fields, and another repository")
    report.add(ImportMeasure(bench))
    report.add(SyncMeasure(bench))
  }

  /// What keys take alone.
  private static func measureKeys(_ bench: Bench, _ report: inout Report) throws {
    report.begin("\(bench.rows.groupedDigits) places of 11 fields, key by key")
    report.add(ImportMeasure(bench))
    report.add(KeyMeasure(bench))
    report.add(EveryKeyMeasure(bench))
    report.add(KeyBytesMeasure(bench))
  }

  /// What was saved, through the programs.
  private static func measureHistory(_ rows: Int, _ report: inout Report) throws {
    report.begin("\(rows.groupedDigits) changes saved one by one, through the programs")
    report.add(LogMeasure(try Bench(rows: rows)))
  }

  /// Finding screens and coming back to them, without a program.
  private static func measureNavigation(_ report: inout Report) {
    report.begin("URLs and history, through the library")
    report.add(RouteMeasure())
    report.add(SessionMeasure())
  }

  /// The library alone, beside SQLite's.
  private static func measureStore(_ rows: Int, _ report: inout Report) throws {
    report.begin("\(rows.groupedDigits) places with owners, through the libraries")
    let sample = try StoreSample(rows: rows)
    report.add(LoadMeasure(sample: sample))
    report.add(LookupMeasure(sample))
    report.add(ScanMeasure(sample))
    report.add(OrderMeasure(sample))
    report.add(SaveMeasure(sample))
    // What it adds would be in the way of the others.
    report.add(TransactionMeasure(sample))
  }
}
