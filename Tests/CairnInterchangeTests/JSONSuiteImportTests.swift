import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

private let suite = TestData.path("json/test_parsing")

/// The files of JSONTestSuite, by Nicolas Seriot, each as the only field of a record.
@Suite(.enabled(if: suite != nil, "CAIRN_TEST_DATA names no folder with json/test_parsing"))
struct `A field with a file of the JSON test suite` {
  /// Imports a record with each of the files whose names begin with `prefix`.
  private func outcomes(
    _ prefix: String
  ) throws -> [(name: String, result: Result<ImportReport, InterchangeError>)] {
    let folder = try #require(suite)
    return try RealFileSystem().list(folder).filter { $0.hasPrefix(prefix) }.map { name in
      let file = try RealFileSystem().read("\(folder)/\(name)")
      let bytes = Array("[{\"Name\":\"Ann\",\"Value\":".utf8) + file + Array("}]".utf8)
      let input = ImportInput(source(bytes: bytes, name: "things.json", blockSize: 64))
      let store = try makeStore()
      do throws(InterchangeError) {
        return (name, .success(try Importer(store).run([input])))
      } catch {
        expectTrue(store.snapshot.model.entities.isEmpty)
        return (name, .failure(error))
      }
    }
  }

  @Test func `comes in wherever it must`() throws {
    let outcomes = try outcomes("y_")
    expectTrue(outcomes.count >= 95)
    for (name, result) in outcomes {
      let report = try #require(try? result.get(), "\(name)")
      expectEqual(report.badRows, [], "\(name)")
      expectEqual(report.collections.map(\.inserted), [1], "\(name)")
    }
  }

  @Test func `is refused with its position wherever it must be`() throws {
    let outcomes = try outcomes("n_")
    expectTrue(outcomes.count >= 188)
    for (name, result) in outcomes {
      switch result {
      case .success(let report):
        // A row of its own can be the only one that is refused.
        expectEqual(report.badRowCount, 1, "\(name)")
        expectEqual(report.badRows.first.map { "\($0)".contains("line ") }, true, "\(name)")
      case .failure(let error): expectTrue("\(error)".contains("line "), "\(name): \(error)")
      }
    }
  }

  @Test func `stops the program nowhere`() throws {
    try expectTrue(outcomes("i_").count >= 35)
  }
}
