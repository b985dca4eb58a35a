import CairnFiles
import CairnJSON
import TestSupport
import Testing

private let suite = TestData.path("json/test_parsing")

/// The files of JSONTestSuite, by Nicolas Seriot, say by their names what a reader must do.
@Suite(.enabled(if: suite != nil, "CAIRN_TEST_DATA names no folder with json/test_parsing"))
struct `The JSON test suite` {
  private func files(_ prefix: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = try #require(suite)
    return try RealFileSystem().list(folder).filter { $0.hasPrefix(prefix) }.map { name in
      (name, try RealFileSystem().read("\(folder)/\(name)"))
    }
  }

  @Test func `finds all accepted that must be`() throws {
    let files = try files("y_")
    expectTrue(files.count >= 95)
    for file in files {
      let value = try #require(try? JSONValue(reading: file.bytes), "\(file.name)")
      try expectEqual(JSONValue(reading: value.bytes()), value, "\(file.name)")
    }
  }

  @Test func `finds all refused that must be`() throws {
    let files = try files("n_")
    expectTrue(files.count >= 188)
    for file in files {
      #expect(throws: JSONError.self, "\(file.name)") { try JSONValue(reading: file.bytes) }
    }
  }

  @Test func `stops the program with none of the others`() throws {
    let files = try files("i_")
    expectTrue(files.count >= 35)
    for file in files {
      guard let value = try? JSONValue(reading: file.bytes) else { continue }
      try expectEqual(JSONValue(reading: value.bytes()), value, "\(file.name)")
    }
  }
}
