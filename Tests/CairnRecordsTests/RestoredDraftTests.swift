import CairnFiles
import CairnInterface
import CairnNavigation
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable import CairnRecords
@testable import CairnScreens

/// A form whose state was kept, as the next start of the program has it.
@Suite struct `A draft that comes back` {
  private let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  private var entity: Entity {
    get throws { try #require(kitchen.client.snapshot.model["Recipe"]) }
  }

  private func newForm(_ texts: [String: String] = [:]) throws -> FormScreen {
    let form = FormScreen(try RecordFormSource(new: entity, filledWith: [], client: kitchen.client))
    form.layOut(in: Size(columns: 80, rows: 24))
    for (name, text) in texts {
      form.focusedField = name
      _ = form.insert(text)
    }
    return form
  }

  /// Renames the field Name to Heading.
  private func renameName() throws {
    try kitchen.changeModel(
      Kitchen.modelText.replacing("Name", with: "Heading") + "\n%renamed: Heading Name\n")
    _ = kitchen.client.reload()
  }

  /// The next start's form, after the field Name was renamed to Heading.
  private func renamedForm(from kept: StateDecoder) throws -> FormScreen {
    try renameName()
    let form = try newForm()
    form.decodeState(from: kept)
    _ = form.refresh(Surroundings())
    return form
  }

  private func state(of form: FormScreen) -> StateDecoder {
    var encoder = StateEncoder()
    form.encodeState(to: &encoder)
    return StateDecoder(encoder.value)
  }

  private func isClosed(_ effects: [Effect]) -> Bool {
    effects.contains { if case .close = $0 { true } else { false } }
  }

  @Test func `of a new record is gone if the record was saved before a kill`() throws {
    let form = try newForm(["Name": "Soup"])
    let kept = state(of: form)
    var log = EffectLog()
    log.carryOut(form.save())
    let count = try kitchen.store.snapshot.count(of: "Recipe")

    let again = try newForm()
    again.decodeState(from: kept)
    expectTrue(isClosed(again.refresh(Surroundings())))
    expectTrue(!again.isDraft)
    try expectEqual(kitchen.store.snapshot.count(of: "Recipe"), count)
  }

  @Test func `of a new record is there if it was not saved, whatever else was`() throws {
    let form = try newForm(["Name": "Soup"])
    let kept = state(of: form)
    _ = try kitchen.add("Recipe", ["Name": .text("Soup")])

    let again = try newForm()
    again.decodeState(from: kept)
    expectTrue(!isClosed(again.refresh(Surroundings())))
    expectTrue(again.isDraft)
    for scope in ["draft", "start"] {
      expectEqual(state(of: again).scope(scope), kept.scope(scope))
    }
    let receipt: String? = kept.scope("source").decode("receipt")
    expectTrue(receipt != nil)
    expectEqual(state(of: again).scope("source").decode("receipt"), receipt)
  }

  @Test func `has its text in a field that got another name`() throws {
    let form = try newForm(["Name": "Soup"])
    let kept = state(of: form)
    let again = try renamedForm(from: kept)
    let editor = try #require(again.editors.first { $0.field.label == "Heading" })
    expectEqual(editor.value, "Soup")
    expectTrue(again.isDraft)
  }

  @Test func `has no older text under a name that the field had before`() throws {
    let kept = state(of: try newForm(["Name": "Soup"]))
    let again = try renamedForm(from: kept)
    again.focusedField = "Heading"
    _ = again.insert(" of today")
    // The navigator encodes a screen's state over the one that it restored.
    var encoder = StateEncoder(continuing: kept.value)
    again.encodeState(to: &encoder)
    for scope in ["draft", "start"] {
      expectEqual(StateDecoder(encoder.value).scope(scope).keys, ["Heading"])
    }
    expectEqual(StateDecoder(encoder.value).scope("draft").decode("Heading"), "Soup of today")
  }

  @Test func `with texts under both names of a field shows both`() throws {
    let draft: [(field: String, text: String)] = [("Heading", "New"), ("Name", "Old")]
    try renameName()

    for texts in [draft, draft.reversed()] {
      var kept = FormScreen.state(typing: texts)
      // The second start has what the first one kept.
      for _ in 1...2 {
        let form = try newForm()
        form.decodeState(from: StateDecoder(kept))
        _ = form.refresh(Surroundings())
        let shown = form.editors.filter(\.isChanged).map {
          "\($0.field.name) \($0.value) \($0.isGone)"
        }
        expectEqual(shown.sorted(), ["Heading New false", "Name Old true"])
        kept = state(of: form).value
      }
    }
  }

  @Test func `shows what was typed in a field that is gone`() throws {
    let form = try newForm(["Name": "Soup"])
    let kept = state(of: form)
    try kitchen.changeModel(
      "%rec: Recipe\n%plural: recipes\n%type: Rating range 0 5\n%type: Made date\n")
    _ = kitchen.client.reload()

    let again = try newForm()
    again.decodeState(from: kept)
    _ = again.refresh(Surroundings())
    let editor = try #require(again.editors.first { $0.field.name == "Name" })
    expectTrue(editor.isGone && editor.value == "Soup")
    expectEqual(state(of: again).scope("draft"), kept.scope("draft"))
  }
}
