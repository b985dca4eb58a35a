import TestSupport
import Testing

@testable import CairnApp

@Suite struct `An input that grows` {
  private func text(_ part: GrowingInput.Part) -> String {
    String(decoding: part.bytes, as: UTF8.self)
  }

  @Test func `gives whole lines until its end`() {
    let input = GrowingInput()
    input.append(Array("a,b\n1,".utf8))
    expectEqual(text(input.part(after: 0, atMost: .zero)), "a,b\n")
    input.append(Array("2\n3".utf8))
    expectEqual(text(input.part(after: 4, atMost: .seconds(10))), "a,b\n1,2\n")
    input.end()
    let part = input.part(after: .max, atMost: .seconds(10))
    expectEqual(text(part), "a,b\n1,2\n3")
    expectTrue(part.isComplete && part.failure == nil)
  }

  @Test func `gives what is there when the timeout ends`() {
    let input = GrowingInput()
    input.append(Array("a\n".utf8))
    let part = input.part(after: 2, atMost: .milliseconds(20))
    expectEqual(text(part), "a\n")
    expectTrue(!part.isComplete)
  }

  @Test func `keeps the reason why the rest can't be read`() {
    let input = GrowingInput()
    input.end(.failed("the disk is broken"))
    expectEqual(
      input.part(after: .max, atMost: .seconds(10)).failure?.description, "the disk is broken")
  }
}
