import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `A form` {
  @Test func `saves what was typed, chosen and picked`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("a Eve Tab Paris Tab Tab f Tab Space ada Enter Tab line Enter two C-s")
    let person = try #require(driver.book.people.last)
    expectEqual(person.name, "Eve")
    expectEqual(person.city, "Paris")
    expectEqual(person.group, "Family")
    expectEqual(person.mentor, "p1")
    expectEqual(person.notes, "line\ntwo")
    expectEqual(driver.url, "cairn://people")
    expectEqual(driver.message, "saved")
  }

  @Test func `says what is wrong without holding anyone in a field`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("Tab Tab C-u soon Tab Tab")
    expectTrue(driver.text.contains("'soon' is no date"))
    expectEqual(driver.session.screen.status.text, "field 5 of 6 · Mentor")
    driver.press("C-s")
    expectEqual(driver.session.screen.status.text, "field 3 of 6 · Born")
    expectEqual(driver.message, "1 problem to correct before saving")
    driver.press("C-r C-s")
    expectEqual(driver.message, "saved")
  }

  @Test func `shows what saving refused at its field until that changes`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("Tab C-u Nowhere C-s")
    expectTrue(driver.text.contains("✗ no such city"))
    driver.press("BSpace")
    expectTrue(!driver.text.contains("✗ no such city"))
  }

  @Test func `leaves without asking when nothing has changed`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e Escape")
    expectEqual(driver.url, "cairn://people")
    expectEqual(driver.session.navigator.state.canGoForward, false)
  }

  @Test func `keeps what was changed as a draft where it is left, and says so`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x Escape")
    expectEqual(driver.url, "cairn://people")
    expectTrue(driver.message.hasPrefix("1 change kept as a draft"))
    expectEqual(driver.session.surroundings.drafts.count, 1)
    driver.press("e")
    expectTrue(driver.text.contains("Ada Lovelacex"))
  }

  @Test func `stays where there is nothing to discard`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e F6")
    expectEqual(driver.url, "cairn://people/p1/~edit")
    expectTrue(driver.message.hasPrefix("nothing was changed"))
  }

  @Test(arguments: [
    ("d", "cairn://people", 0), ("Enter", "cairn://people/p1/~edit", 0),
    ("Escape", "cairn://people/p1/~edit", 0), ("k Escape", "cairn://people", 1),
  ])
  func `asks before changes are lost`(answer: String, url: String, drafts: Int) throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x F6 \(answer)")
    expectEqual(driver.url, url)
    expectEqual(driver.session.surroundings.drafts.count, drafts)
    expectEqual(driver.book.people[0].name, "Ada Lovelace")
  }

  @Test func `lets any text be edited elsewhere, and takes it in as its field has it`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    let form = try #require(driver.session.screen as? FormScreen)
    guard case .edit(let text)? = form.perform(.editField)?.first else {
      Issue.record("no text to edit")
      return
    }
    expectEqual(text.text, "Ada Lovelace")
    _ = text.completion(
      WrittenText("Ada\nKing\tof\u{7} Lovelace", in: "~/draft") {
      } ask: { _, _ in
        []
      })
    expectEqual(form.editors[0].value, "Ada King of Lovelace")
    // What is chosen is no text.
    let choice = try #require(form.editors.firstIndex { !$0.takesText })
    form.moveFocus(to: choice)
    expectTrue(form.perform(.editField) == nil)
    expectTrue(!form.offers(.editField))
  }

  @Test func `leaves a choice as it was where no choice begins with what is typed or pasted`()
    throws
  {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    let form = try #require(driver.session.screen as? FormScreen)
    let place = try #require(form.editors.firstIndex { !$0.choices.isEmpty })
    form.moveFocus(to: place)
    let (choices, before) = (form.editors[place].choices, form.editors[place].value)
    let other = try #require(choices.first { $0 != before })
    for (number, letter) in (other.prefix(1) + "~~~").enumerated() {
      _ = form.insert(String(letter))
      expectEqual(form.problem(at: place) == nil, number == 0)
    }
    expectEqual(form.editors[place].value, before)
    expectEqual(form.problem(at: place), "no choice begins with \(other.prefix(1))~~~")
    // Any other key begins anew.
    _ = form.perform(.nextChoice)
    _ = form.perform(.previousChoice)
    expectEqual(form.problem(at: place), nil)
    _ = form.paste("~~\n")
    expectEqual(form.editors[place].value, before)
    expectEqual(form.problem(at: place), "no choice begins with ~~")
    _ = form.paste("\(other)\n")
    expectEqual(form.editors[place].value, other)
    expectEqual(form.problem(at: place), nil)
  }

  @Test func `takes typing back word by word, whichever field has the focus`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    let form = try #require(driver.session.screen as? FormScreen)
    driver.press("C-e Space of Space Paris Tab x C-_")
    expectEqual(form.editors.map(\.value).prefix(2), ["Ada Lovelace of Paris", "London"])
    driver.press("C-_")
    expectEqual(form.editors[0].value, "Ada Lovelace of ")
    expectEqual(form.focus, 0)
    driver.press("C-_ C-x u C-_ C-_")
    expectEqual(form.editors[0].value, "Ada Lovelace")
    expectTrue(!form.isDraft)
    expectEqual(driver.message, "nothing to undo")
  }

  @Test func `types again what was taken back, until something else is typed`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    let form = try #require(driver.session.screen as? FormScreen)
    driver.press("C-e Space of Space Paris Tab x C-_ C-_ C-_")
    expectEqual(form.editors[0].value, "Ada Lovelace of")
    driver.press("M-_ M-_ M-_")
    expectEqual(form.editors.map(\.value).prefix(2), ["Ada Lovelace of Paris", "Londonx"])
    expectEqual(form.focus, 1)
    driver.press("C-x r")
    expectEqual(driver.message, "nothing to redo")
    // The two ways are each other's inverse.
    driver.press("C-_ C-_ M-_ M-_")
    expectEqual(form.editors.map(\.value).prefix(2), ["Ada Lovelace of Paris", "Londonx"])
    driver.press("C-_ y M-_")
    expectEqual(form.editors[1].value, "Londony")
    expectEqual(driver.message, "nothing to redo")
  }

  @Test func `moves by screens, and to either end`() throws {
    let driver = try Driver(
      at: ["cairn://people/p1/~edit"], size: Size(columns: 60, rows: 10))
    let form = try #require(driver.session.screen as? FormScreen)
    var places: [Int] = []
    for key in ["PageDown", "PageDown", "PageDown", "PageUp", "C-End", "C-Home"] {
      driver.press(key)
      places.append(form.focus)
    }
    let last = form.editors.count - 1
    expectEqual(places.suffix(2), [last, 0])
    expectTrue(places[0] > 0)
    expectEqual(places[2], last)
    expectTrue((1..<last).contains(places[3]) || places[0] == last)
  }

  @Test func `copies the field as it is read`() throws {
    let driver = try Driver(at: ["cairn://people/p2/~edit"])
    let form = try #require(driver.session.screen as? FormScreen)
    form.put("p1", in: "mentor")
    form.focusedField = "mentor"
    guard case .copy(let text, let what)? = form.perform(.copyText)?.first else {
      Issue.record("nothing is copied")
      return
    }
    expectTrue((text, what) == ("Ada Lovelace", "Mentor"))
    form.put("", in: "mentor")
    driver.press("M-w")
    expectEqual(driver.message, "Mentor is empty")
  }

  @Test func `goes on to the records beside it, in the same field, and keeps each draft`() throws {
    let driver = try Driver(at: ["cairn://people?where=lyon"])
    driver.press("o people/p1 Enter e Tab C-PageDown")
    expectEqual(driver.url, "cairn://people/p2/~edit")
    expectEqual((driver.session.screen as? FormScreen)?.focusedField, "city")
    driver.press("x C-PageDown")
    expectEqual(driver.url, "cairn://people/p3/~edit")
    expectTrue(driver.message.hasPrefix("1 change kept as a draft"))
    expectEqual(driver.session.drafts().map(\.url.text), ["cairn://people/p2/~edit"])
    driver.press("C-PageUp")
    expectEqual(driver.url, "cairn://people/p2/~edit")
    let form = try #require(driver.session.screen as? FormScreen)
    expectTrue(form.editors[1].isChanged)
    expectTrue(driver.session.drafts().isEmpty)
    driver.press("C-r C-PageUp C-PageUp")
    expectEqual(driver.url, "cairn://people/p1/~edit")
    expectEqual(driver.message, "this is the first record")
    // No form is left behind: the way back is to where the first was opened.
    driver.press("Escape")
    expectEqual(driver.url, "cairn://people/p1")
    expectTrue(!driver.session.navigator.state.entries.contains { $0.url.text.hasSuffix("~edit") })
  }

  @Test func `leaves drafts only behind while it goes on`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("e x C-PageDown y C-PageUp C-PageDown C-PageUp C-PageDown")
    expectEqual(driver.url, "cairn://people/p2/~edit")
    expectEqual(driver.session.drafts().map(\.url.text), ["cairn://people/p1/~edit"])
    driver.press("Escape")
    expectEqual(driver.url, "cairn://people")
    let forms = driver.session.navigator.state.entries.filter { $0.url.text.hasSuffix("~edit") }
    expectEqual(forms.count, 2)
    expectEqual(Set(driver.session.drafts().map(\.url.text)).count, 2)
  }

  @Test func `is told the list that its record was opened from`() throws {
    let driver = try Driver(at: ["cairn://people?where=london"])
    driver.press("Enter e C-PageDown")
    driver.press("C-PageDown")
    expectEqual(driver.book.siblingLists, Array(repeating: "cairn://people?where=london", count: 2))
    let form = try #require(driver.session.screen as? FormScreen)
    expectTrue(form.offers(.nextForm))
    let new = try Driver(at: ["cairn://people/~new"])
    expectEqual((new.session.screen as? FormScreen)?.offers(.nextForm), false)
  }

  @Test func `goes on in the list that one is in, wherever its draft was begun`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("o people/p2 Enter e x Escape")
    expectEqual(driver.session.drafts().map(\.url.text), ["cairn://people/p2/~edit"])
    driver.press("o people?where=lon Enter Enter e C-PageDown")
    driver.press("C-PageDown")
    let lists = Set(driver.book.siblingLists)
    expectEqual(lists, ["cairn://people?where=lon"], "\(driver.book.siblingLists)")
  }

  /// Changes Ada behind the form's back, as another program would.
  private func change(_ driver: Driver, _ body: (inout AddressBook.Person) -> Void) {
    body(&driver.book.people[0])
    driver.session.application.inbox.refresh()
    driver.session.readInbox()
  }

  @Test func `shows what somebody else stored in fields that weren't changed`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("C-u Countess")
    change(driver) { $0.city = "Paris" }
    expectTrue(driver.text.contains("[Paris"))
    expectTrue(driver.text.contains("[Countess"))
    driver.press("C-s")
    expectEqual(driver.message, "saved")
    expectEqual(driver.book.people[0].city, "Paris")
    expectEqual(driver.book.people[0].name, "Countess")
  }

  /// Gives the forms other fields, as a change of the model does.
  private func changeFields(
    _ driver: Driver, _ change: @escaping ([FormField]) -> [FormField]
  ) {
    driver.book.changeFields = change
    driver.session.application.inbox.refresh()
    driver.session.readInbox()
  }

  @Test(arguments: ["cairn://people/p1/~edit", "cairn://people/~new"])
  func `shows fields that were added, marks those that are gone, and keeps what is typed`(
    url: ScreenURL
  ) throws {
    let driver = try Driver(at: [url])
    driver.press("C-u Countess Tab C-u Paris Tab")
    changeFields(driver) { fields in
      [FormField("nick", label: "Nickname", value: "Ada")] + fields.filter { $0.name != "born" }
    }
    let lines = driver.text.split(separator: "\n").map(String.init)
    let labels = ["Nickname", "Name", "City", "Born", "Group"]
    let rows = labels.map { label in lines.firstIndex { $0.dropFirst(2).hasPrefix(label) } ?? -1 }
    expectTrue(rows == rows.sorted() && rows[0] > 0, "\(lines)")
    expectTrue(lines[rows[0]].contains("[Ada"))
    expectTrue(lines[rows[1]].contains("[Countess"))
    expectTrue(lines[rows[2]].contains("[Paris"))
    expectTrue(lines[rows[3]].contains("! field removed"))
    expectEqual(driver.session.screen.status.text, "field 4 of 7 · Born")
    driver.press("1 C-s")
    expectTrue(driver.text.contains("is no longer a field; can't be saved"))
    driver.press("C-r C-s")
    expectEqual(driver.message, "saved")
    expectTrue(driver.book.people.contains { $0.name == "Countess" && $0.city == "Paris" })
  }

  @Test func `judges what is typed by what the field has become, and takes one back`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("Tab C-u soon")
    expectTrue(!driver.text.contains("is no date"))
    changeFields(driver) { fields in
      fields.map { field in
        var field = field
        if field.name == "city" { (field.kind, field.label) = (.date, "Town") }
        return field
      }
    }
    expectTrue(driver.text.contains("✗ 'soon' is no date"))
    expectEqual(driver.session.screen.status.text, "field 2 of 6 · Town")
    changeFields(driver) { $0.filter { $0.name != "city" } }
    expectTrue(driver.text.contains("[soon"))
    changeFields(driver) { $0 }
    expectEqual(driver.session.screen.status.text, "field 2 of 6 · City")
    driver.press("C-s")
    expectEqual(driver.book.people[0].city, "soon")
  }

  @Test func `says that somebody else changed a field too, before saving over that`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("C-u Countess")
    change(driver) { $0.name = "Augusta" }
    expectTrue(driver.text.contains("! now Augusta"))
    driver.press("Tab C-s")
    expectEqual(driver.message, "Name is now Augusta elsewhere; save again to replace that")
    expectEqual(driver.book.people[0].name, "Augusta")
    expectTrue(driver.text.contains("~ was Augusta"))
    driver.press("C-s")
    expectEqual(driver.book.people[0].name, "Countess")
  }

  @Test func `asks nothing when both typed the same, or when the change was taken back`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("C-u Augusta")
    change(driver) { $0.name = "Augusta" }
    expectTrue(!driver.session.screen.isDraft)
    driver.press("C-u Countess")
    change(driver) { $0.name = "Byron" }
    change(driver) { $0.name = "Augusta" }
    driver.press("C-s")
    expectEqual(driver.message, "saved")
  }

  @Test func `knows after a restart what the record held when the draft was begun`() throws {
    let driver = try Driver(at: ["cairn://people/p1/~edit"])
    driver.press("C-u Countess")
    let kept = driver.session.navigator.capture()
    driver.book.people[0].name = "Augusta"
    let again = try Driver(
      driver.book, state: StateKeeping(restored: kept, save: { _, _ in }))
    expectTrue(again.text.contains("[Countess"))
    expectTrue(again.text.contains("! now Augusta"))
  }

  @Test func `says that the record is gone and keeps what was typed`() throws {
    let driver = try Driver(at: ["cairn://people/p7/~edit"])
    driver.press("x")
    driver.book.people.removeLast()
    driver.session.application.inbox.refresh()
    driver.session.readInbox()
    expectTrue(driver.text.contains("✗ the person is gone"))
    expectTrue(driver.text.contains("[Åkerlund Timber ABx"))
  }
}
