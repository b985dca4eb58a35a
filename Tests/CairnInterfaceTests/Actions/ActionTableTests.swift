import CairnInterface
import TestSupport
import Testing

@Suite struct `An action table` {
  @Test func `finds actions by name and by context, in their order`() {
    var table = ActionTable([Action("b", title: "B", in: ["list"])])
    table.add([Action("a", title: "A", hint: "a!", in: ["list", "detail"])])
    expectEqual(table.actions.map(\.name), ["b", "a"])
    expectEqual(table.actions(in: "detail").map(\.name), ["a"])
    expectEqual(table["a"]?.hint, "a!")
    expectEqual(table["b"]?.hint, "B")
    expectEqual(table["c"], nil)
  }

  @Test func `does not take two actions of one name`() async {
    await #expect(processExitsWith: .failure) {
      _ = ActionTable([Action("a", title: "A"), Action("a", title: "Another")])
    }
  }
}
