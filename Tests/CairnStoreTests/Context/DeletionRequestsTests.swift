import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Requests to delete` {
  private let ids = (0..<4).map { ObjectID(entity: "Task", key: RecordKey(rawValue: $0)) }

  @Test func `are each there once, in the order of asking`() {
    var requests = DeletionRequests([ids[2], ids[0], ids[2]])
    requests.append(ids[1])
    requests.append(ids[0])
    expectEqual(requests.ids, [ids[2], ids[0], ids[1]])
    expectTrue(requests.contains(ids[1]))
    expectTrue(!requests.contains(ids[3]))
  }

  @Test func `can be taken back in any order`() {
    var requests = DeletionRequests(ids)
    requests.remove(ids[3])
    requests.remove(ids[1])
    requests.remove(ids[1])
    expectEqual(requests.ids, [ids[0], ids[2]])
    requests.append(ids[1])
    expectEqual(requests.ids, [ids[0], ids[2], ids[1]])
  }
}
