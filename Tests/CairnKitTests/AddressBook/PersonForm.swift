@testable import CairnKit

final class PersonForm: FormSource {
  private let book: AddressBook
  private let id: String?

  init(_ book: AddressBook, _ id: String?) {
    self.book = book
    self.id = id
  }

  var title: String { id == nil ? "New person" : "Edit person" }

  var fields: [FormField] {
    let person = book.people.first { $0.id == id }
    return book.changeFields([
      FormField("name", label: "Name", value: person?.name ?? "", isRequired: true),
      FormField("city", label: "City", value: person?.city ?? ""),
      FormField(
        "born", label: "Born", kind: .date, value: person?.born ?? "",
        hint: "date. Examples: 1815-12-10, today, -3d"),
      FormField(
        "group", label: "Group", kind: .choice(["VIP", "Family", "Suppliers"]),
        value: person?.group ?? ""),
      FormField("mentor", label: "Mentor", kind: .link, value: person?.mentor ?? ""),
      FormField("notes", label: "Notes", kind: .multiline, value: person?.notes ?? ""),
    ])
  }

  func look() -> FormGround {
    guard let id else { return .new }
    guard book.people.contains(where: { $0.id == id }) else { return .gone("the person is gone") }
    return .values(fields.reduce(into: [:]) { $0[$1.name] = $1.value })
  }

  func problem(with text: String, in field: FormField) -> String? {
    if field.isRequired, text.isEmpty { return "\(field.label.lowercased()) is required" }
    let isDate = text.isEmpty || text.allSatisfy { $0.isNumber || $0 == "-" }
    return field.kind == .date && !isDate ? "'\(text)' is no date" : nil
  }

  var hasSiblings: Bool { id != nil }

  func findSibling(
    _ offset: Int, in list: ScreenURL?, completion: @escaping (ScreenURL?) -> [Effect]
  ) -> [Effect] {
    book.siblingLists.append(list?.text ?? "none")
    let place = book.people.firstIndex { $0.id == id }.map { $0 + offset }
    guard let place, book.people.indices.contains(place) else { return completion(nil) }
    return completion(ScreenURL(["people", book.people[place].id, "~edit"]))
  }

  func title(ofLink id: String, in field: FormField) -> String? {
    book.people.first { $0.id == id }?.name
  }

  func candidates(
    for field: FormField, matching text: String, limit: Int
  ) -> [FormCandidate] {
    book.people.filter { text.isEmpty || $0.name.lowercased().contains(text.lowercased()) }
      .prefix(limit).map { FormCandidate(id: $0.id, title: $0.name, detail: $0.city) }
  }

  func save(
    _ values: [String: String], completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect] {
    if book.savesInJobs {
      return [
        .run(
          BackgroundJob("saving", lane: .writer, holdsKeys: true, work: { true }) { [weak self] _ in
            self?.commit(values, completion) ?? []
          })
      ]
    }
    return commit(values, completion)
  }

  private func commit(
    _ values: [String: String], _ completion: (FormOutcome) -> [Effect]
  ) -> [Effect] {
    guard values["city"] != "Nowhere" else {
      return completion(.refused(["city": "no such city"]))
    }
    var person = AddressBook.Person(id: id ?? "p\(book.people.count + 1)", name: "", city: "")
    person.name = values["name"] ?? ""
    person.city = values["city"] ?? ""
    person.born = values["born"] ?? ""
    person.group = values["group"] ?? ""
    person.mentor = values["mentor"] ?? ""
    person.notes = values["notes"] ?? ""
    book.change { people in
      if let index = people.firstIndex(where: { $0.id == person.id }) {
        people[index] = person
      } else {
        people.append(person)
      }
    }
    return completion(.saved([.say(Message("saved", tone: .good))]))
  }
}
