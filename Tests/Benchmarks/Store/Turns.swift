/// The same work by the store and by SQLite, in turns, with the same answer.
struct Turns {
  /// Which time counts.
  enum Time {
    /// What the processor takes, which other programs hardly disturb: for work that never waits.
    case processor
    /// What passes, for work that waits for the disk.
    case passing
  }

  var time = Time.processor
  private(set) var own = Samples()
  private(set) var peer = Samples()

  /// Takes `rounds` samples of each, of which every one is the mean of `repeats` answers.
  ///
  /// - Parameters:
  ///   - rounds: how many samples.
  ///   - repeats: how many answers make a sample.
  ///   - own: gives our answer to the question with a number.
  ///   - peer: gives SQLite's; `nil` where it isn't installed.
  /// - Throws: `BenchError` where the answers differ.
  mutating func take(
    _ rounds: Int, repeats: Int = 1, own: (Int) throws -> Int, peer: ((Int) throws -> Int)?
  ) throws {
    for round in 0..<rounds {
      let questions = round * repeats..<(round + 1) * repeats
      let (ours, time) = try answer(questions, own)
      self.own.add(time)
      guard let peer else { continue }
      let (theirs, peerTime) = try answer(questions, peer)
      self.peer.add(peerTime)
      guard ours == theirs else {
        throw BenchError("the answers differ: \(ours) by the store, \(theirs) by SQLite")
      }
    }
  }

  func figure(_ name: String, beside peerName: String, goal: Double = 1) -> Figure {
    Figure(
      name: name, quantity: .seconds, own: own,
      peer: peer.isEmpty
        ? .missing("SQLite's library is not installed") : .measured(peerName, peer),
      goal: .ratio(goal))
  }

  private func answer(
    _ questions: Range<Int>, _ ask: (Int) throws -> Int
  ) throws -> (answer: Int, time: Duration) {
    var answer = 0
    let work = { for question in questions { answer &+= try ask(question) } }
    let taken = try time == .passing ? timed(work) : processorTimed(work)
    return (answer, taken / questions.count)
  }
}
