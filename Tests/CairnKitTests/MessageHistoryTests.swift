import CairnNavigation
import CairnScreens
import TestSupport
import Testing

@testable import CairnKit

@Suite struct `What was said since the start` {
  @Test func `is kept with its time, once where it is said again`() {
    var said = MessageHistory()
    expectEqual(said.last, nil)
    said.append((Message("one"), Timestamp(milliseconds: 0)))
    said.append((Message("two"), Timestamp(milliseconds: 60_000)))
    said.append((Message("two"), Timestamp(milliseconds: 120_000)))
    let all = said.all(at: Timestamp(milliseconds: 240_000))
    expectEqual(all.map(\.message.text), ["two", "one"])
    expectEqual(all.map(\.age), ["2m", "4m"])
    expectEqual(Set(all.map(\.number)).count, 2)
  }

  @Test func `goes back as far as somebody may read`() {
    var said = MessageHistory()
    for number in 0..<2_500 {
      said.append((Message("\(number)"), Timestamp(milliseconds: Int64(number))))
    }
    let all = said.all(at: Timestamp(milliseconds: 2_500))
    expectEqual(all.first?.message.text, "2499")
    expectEqual(all.count, 1_000)
    expectEqual(Set(all.map(\.number)).count, 1_000)
    expectEqual(all.first?.number, 2_499)
  }
}
