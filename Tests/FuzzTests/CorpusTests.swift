import CairnFiles
import FuzzTargets
import TestSupport
import Testing

@Suite struct `A reader of foreign bytes` {
  private static func kept(_ target: FuzzTarget) throws -> [[UInt8]] {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let folder = "/\(tests)/Fuzz/Corpus/\(target.name)"
    return try RealFileSystem().list(folder).map { try RealFileSystem().read("\(folder)/\($0)") }
  }

  @Test(arguments: FuzzTarget.all)
  func `keeps its laws on every input that was kept`(target: FuzzTarget) throws {
    for bytes in try Self.kept(target) {
      let law = target.run(bytes)
      expectTrue(law == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: FuzzTarget.all, SeededGenerator.seeds(Torture.rounds(1)))
  func `keeps its laws on changes of them`(target: FuzzTarget, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let kept = try Self.kept(target)
    for _ in 0..<(target.isSlow ? 60 : 1_000) {
      let bytes = Mutant.of(kept, using: &generator)
      let law = target.run(bytes)
      let text = String(decoding: bytes, as: UTF8.self).debugDescription
      expectTrue(law == nil, "\(law?.description ?? "") · seed \(seed): \(text)")
    }
  }
}
