import TestSupport

/// Measures how fast Cairn is beside programs that people know, on one machine in one run.
///
/// A time alone says more about the machine than about the program, so that each figure stands
/// beside a peer's that was measured in turns with it: ours, theirs, ours, theirs. What holds:
///
/// 1. The real program is measured, the one that lies beside this one, in folders of its own.
/// 2. The data is generated here, the same in every run.
/// 3. A peer that isn't installed, or a figure that couldn't be taken, is said so in its row.
/// 4. Nothing is judged: the exit status is 0 whatever comes out.
@main
struct Benchmarks {
  static func main() {
    let argument = CommandLine.arguments.dropFirst().first ?? "100000"
    guard let rows = Int(argument), rows >= 1000 else {
      print("usage: cairn-bench [ROWS]   at least 1000 rows; got \(argument)")
      return
    }
    do {
      try measure(Bench(rows: rows))
    } catch {
      print("nothing could be measured: \(error)")
    }
  }

  private static func measure(_ bench: Bench) throws {
    var report = Report(title: "\(Quantity.grouped(bench.rows)) places of 11 fields")
    // The import comes first, as the others work on what it made; and while this process is small,
    // since the system counts a parent's memory at the start as a child's.
    report.add(ImportMeasure(bench))
    report.add(StartMeasure(bench))
    report.add(KeyMeasure(bench))
    report.add(IdleMeasure(bench))
    report.add(FilterMeasure(bench))
    report.add(FetchMeasure(bench))
    report.add(CommandMeasure(bench))
    report.add(SaveMeasure(bench))
    report.end()
  }
}
