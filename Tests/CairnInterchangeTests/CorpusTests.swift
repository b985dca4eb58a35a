import CairnJSON
import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `The corpus of exports` {
  @Test func `has at least 120 files`() {
    expectTrue(CorpusFile.all.count >= 120, "\(CorpusFile.all.count)")
  }

  @Test(arguments: CorpusFile.all)
  func `is read rightly`(file: CorpusFile) throws {
    let reading = try file.read()
    expectTrue(reading.isRight, "CORPUS \(file.name): \(reading.refusal ?? "") \(reading.silent.isEmpty ? "TOLD" : "SILENT") \(reading.differences.prefix(6))")
  }
}
