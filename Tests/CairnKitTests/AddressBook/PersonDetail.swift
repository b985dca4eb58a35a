@testable import CairnKit

final class PersonDetail: DetailSource {
  private let book: AddressBook
  private let id: String

  init(_ book: AddressBook, _ id: String) {
    self.book = book
    self.id = id
  }

  private var person: AddressBook.Person {
    book.people.first { $0.id == id } ?? AddressBook.Person(id: id, name: "gone", city: "")
  }

  let changes = ChangeOptions.edit
  var title: String { person.name }
  var subtitle: String { "person · \(id)" }

  var fields: [DetailField] {
    [
      DetailField("City", person.city), DetailField("Born", person.born),
      DetailField("Email", "\(id)@example.org", kind: .address, target: "mailto:\(id)@example.org"),
      DetailField("Tags", "maths, engines", kind: .tags),
      DetailField("Notes", person.notes, kind: .markdown),
    ].filter { !$0.text.isEmpty }
  }

  var sections: [DetailSection] {
    let others = book.people.filter { $0.id == person.mentor }.map { link($0, .outward) }
    let pupils = book.people.filter { $0.mentor == id }.map { link($0, .inward) }
    return [DetailSection("Related", links: others + pupils)].filter { $0.count > 0 }
  }

  private func link(
    _ person: AddressBook.Person, _ direction: DetailLink.Direction
  ) -> DetailLink {
    DetailLink(
      person.name, kind: direction == .outward ? "mentor" : "mentor of",
      url: ScreenURL(["people", person.id]), direction: direction)
  }

  var place: DetailPlace? {
    book.people.firstIndex { $0.id == id }.map {
      DetailPlace($0 + 1, of: book.people.count, in: "People")
    }
  }

  func sibling(_ offset: Int) -> ScreenURL? {
    guard let index = book.people.firstIndex(where: { $0.id == id }),
      book.people.indices.contains(index + offset)
    else { return nil }
    return ScreenURL(["people", book.people[index + offset].id])
  }

  func edit() -> [Effect]? { [.open(ScreenURL(["people", id, "~edit"]))] }
}
