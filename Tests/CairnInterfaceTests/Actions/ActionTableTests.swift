import CairnInterface
import Testing

@Suite struct `An action table` {
  @Test func `finds actions by name and by context, in their order`() {
    var table = ActionTable([Action("b", title: "B", in: ["list"])])
    table.add([Action("a", title: "A", hint: "a!", in: ["list", "detail"])])
    #expect(table.actions.map(\.name) == ["b", "a"])
    #expect(table.actions(in: "detail").map(\.name) == ["a"])
    #expect(table["a"]?.hint == "a!")
    #expect(table["b"]?.hint == "B")
    #expect(table["c"] == nil)
  }

  @Test func `does not take two actions of one name`() async {
    await #expect(processExitsWith: .failure) {
      _ = ActionTable([Action("a", title: "A"), Action("a", title: "Another")])
    }
  }
}
