import TestSupport
import Testing

@Suite struct `A store in any life` {
  private static func steps(_ seed: UInt64) -> [Step] {
    var generator = SeededGenerator(seed: seed)
    return Step.random(generator.number(1...100), using: &generator)
  }

  // T8
  @Test(arguments: 0..<8)
  func `holds what a dictionary would`(part: Int) {
    let seeds = SeededGenerator.seeds(Torture.rounds(400))
    for seed in seeds where Int(seed % 8) == part {
      let steps = Self.steps(seed)
      guard Rehearsal.failure(of: steps) != nil else { continue }
      let fewest = Step.shrunk(steps) { Rehearsal.failure(of: $0) != nil }
      Issue.record(
        """
        seed \(seed): \(Rehearsal.failure(of: fewest) ?? "")
        \(fewest.map(\.description).joined(separator: "\n"))
        """)
      return
    }
  }

  // T9
  @Test(arguments: SeededGenerator.seeds(Torture.rounds(12)))
  func `has the same text whatever happened to its files`(seed: UInt64) throws {
    // What drops unsaved edits would make a difference of its own.
    let steps = Self.steps(seed).filter { $0.kind != .reopen && $0.kind != .openChild }
    let settings = [
      Rehearsal.Setting(), .init(segmentSize: 1024), .init(foldsAfterSave: true),
      .init(reopensAfterSave: true), .init(storeCount: 2),
      .init(segmentSize: 1024, foldsAfterSave: true, storeCount: 3),
      .init(foldsAfterSave: true, reopensAfterSave: true, storeCount: 2),
    ]
    let texts = try settings.map { setting in
      let rehearsal = try Rehearsal(setting)
      for step in steps { try rehearsal.run(step) }
      return try rehearsal.text()
    }
    for (setting, text) in zip(settings, texts) {
      expectEqual(text, texts[0], "seed \(seed), \(setting.testDescription)")
    }
  }
}
