@testable import CairnKit

/// A small app over an array, for the tests to type at.
final class AddressBook {
  struct Person: Hashable {
    var id: String
    var name: String
    var city: String
    var born = ""
    var group = ""
    var notes = ""
    var mentor = ""
  }

  var people: [Person]
  var favorites: [Favorite] = []
  /// What `undo` goes back to, the newest last.
  var earlier: [[Person]] = []
  var earlierFavorites: [[Favorite]] = []
  /// The lists in which forms looked for those beside them.
  var siblingLists: [String] = []
  var savesInJobs = false
  /// What the forms' fields become.
  var changeFields: ([FormField]) -> [FormField] = { $0 }
  /// What is the matter with the book.
  var alert: Alert?

  init(_ people: [Person] = AddressBook.somePeople) {
    self.people = people
  }

  static let somePeople = [
    Person(
      id: "p1", name: "Ada Lovelace", city: "London", born: "1815-12-10", group: "VIP",
      notes: """
        # On reading her
        Prefers **letters**. Ask about the *Bernoulli* table before March, and bring the copy of \
        the [Sketch](https://example.org/sketch) that she annotated.

        - first the `diagram`
        - then the notes, in an order that is long enough to be wrapped onto a second line here
        """, mentor: "p3"),
    Person(id: "p2", name: "Grace Hopper", city: "Arlington", born: "1906-12-09", group: "VIP"),
    Person(id: "p3", name: "Charles Babbage", city: "London", born: "1791-12-26"),
    Person(id: "p4", name: "田中 花子", city: "Tokyo", group: "Family"),
    Person(id: "p5", name: "Chloé Dubois", city: "Lyon", group: "Family", mentor: "p1"),
    Person(id: "p6", name: "Noah Dubois", city: "Lyon", group: "Family"),
    Person(id: "p7", name: "Åkerlund Timber AB", city: "Malmö", group: "Suppliers"),
  ]

  static func many(_ count: Int) -> [Person] {
    (1...count).map {
      Person(id: "p\($0)", name: "Person \($0)", city: $0 % 7 == 0 ? "Lyon" : "Oslo")
    }
  }

  func change(_ body: (inout [Person]) -> Void) {
    earlier.append(people)
    body(&people)
  }

  func changeFavorites(_ body: (inout [Favorite]) -> Void) {
    earlierFavorites.append(favorites)
    body(&favorites)
  }

  func perform(_ action: ActionName) -> [Effect]? {
    guard action == .undo else { return nil }
    if let last = earlier.popLast() {
      people = last
    } else if let last = earlierFavorites.popLast() {
      favorites = last
    } else {
      return [.say(Message("nothing to undo"))]
    }
    return [.refresh, .say(Message("undone"))]
  }

  func application(state: StateKeeping? = nil) throws -> Application {
    let book = self
    let map = try URLMap<any Screen> {
      Route("cairn://~launcher") { LauncherScreen(BookLauncher(book)) }
      Route("cairn://people") { (url: ScreenURL) in ListScreen(PeopleList(book, url)) }
      Route("cairn://people/~new", .modal) { FormScreen(PersonForm(book, nil)) }
      Route("cairn://people/(id)") { (id: String) in book.detail(id) }
      Route("cairn://people/(id)/~edit", .modal) { (id: String) in
        FormScreen(PersonForm(book, id))
      }
      Route("cairn://slow") { SlowScreen() }
      Route("*") { (unmatched: UnmatchedURL) in
        ExplainScreen(
          Explanation(
            "Nothing at this address", subject: unmatched.url.text, reason: "\(unmatched).",
            ways: [
              .init(nil, "All people", detail: "cairn://people", effects: [.open("cairn://people")])
            ]))
      }
    }
    var application = Application(map)
    application.favorites = BookLauncher(self)
    application.perform = { [self] action, _ in perform(action) }
    application.clock = { Timestamp(milliseconds: 1_000_000) }
    application.state = state
    application.kind = { $0.segments == ["people"] ? "people" : nil }
    application.canArrange = { $0.value("sort") != "fax" }
    application.alert = { [weak self] _ in self?.alert }
    return application
  }

  private func detail(_ id: String) -> any Screen {
    guard people.contains(where: { $0.id == id }) else {
      return ExplainScreen(
        Explanation("This person is gone", subject: id, reason: "It was deleted."))
    }
    return DetailScreen(PersonDetail(self, id))
  }
}
