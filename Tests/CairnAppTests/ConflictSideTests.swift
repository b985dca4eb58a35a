import TestSupport
import Testing

@testable import CairnApp
@testable import CairnStore

@Suite struct `The side of a conflict` {
  // Another machine chooses its name.
  @Test(
    arguments: [
      ("1", 0), ("2", 1), ("client", 0), ("3", nil), ("0", nil), ("phone", nil),
    ] as [(String, Int?)])
  func `is its number before it is its name`(word: String, number: Int?) throws {
    let model = try ObjectModel(parsing: "%rec: Author\n%attribute: City string\n")
    let entity = try #require(model["Author"])
    let block = "Id: p1\n<<<<<<< client\nCity: Lyon\n=======\nCity: Oslo\n>>>>>>> 1\n"
    let id = ObjectID(entity: "Author", key: RecordKey(rawValue: 1))
    let conflict = try #require(RecordConflict(Array(block.utf8), of: id, entity))
    expectEqual(conflict.fields.map { $0.number(of: word) }, [number])
  }
}
