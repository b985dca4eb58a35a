import CairnNavigation
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A list of an array` {
  @Test func `keeps a state that its elements depend on`() throws {
    final class Level: StatefulSource {
      var name = "all"
      func encodeState(to encoder: inout StateEncoder) { encoder.encode(name, as: "level") }
      func decodeState(from decoder: StateDecoder) { name = decoder.decode("level") ?? name }
    }
    func list(_ level: Level) -> ListScreen {
      let source = ArrayListSource(
        "Lines", columns: [.init(ListColumn("level")) { $0 }], id: { $0 },
        elements: { level.name == "all" ? ["errors", "notes"] : [level.name] })
      source.generation = { 1 }
      source.state = level
      return ListScreen(source)
    }
    let level = Level()
    let first = list(level)
    level.name = "errors"
    var encoder = StateEncoder()
    first.encodeState(to: &encoder)
    let again = list(Level())
    expectEqual(again.source.count, 2)
    again.decodeState(from: StateDecoder(encoder.value))
    _ = again.refresh(Surroundings())
    expectEqual((0..<again.source.count).map { again.source.row(at: $0).id }, ["errors"])
  }
}
