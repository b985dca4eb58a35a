import TestSupport

/// A word typed into the filter: from each key to the list that it leaves, through the terminal.
struct FilterMeasure: Measure {
  let bench: Bench
  let name = "key to filtered list"
  private static let rounds = 7

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let steps = try SearchedWord(bench).type()
    let screens = Screens(bench: bench)
    var (first, later) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      let session = try screens.openList()
      session.send("/")
      try session.wait(forText: " / ")
      for (index, step) in steps.enumerated() {
        let time = try type(step, session)
        if index == 0 { first.add(time) } else { later.add(time) }
      }
      session.send("\r")
      try screens.quit(session)
    }
    return [
      Figure(name: "first key in the filter", quantity: .seconds, own: first),
      Figure(
        name: "one more key in the filter", quantity: .seconds, own: later, goal: .atMost(0.03)),
    ]
  }

  private func type(_ step: SearchedWord.Step, _ session: TerminalSession) throws -> Duration {
    let count = "\(step.count.groupedDigits) of \(bench.rows.groupedDigits)"
    return try timed {
      session.send(String(step.letter))
      try session.wait(for: count) {
        $0.text.contains("/ \(step.text) ") && $0.text.contains(count)
      }
    }
  }
}
