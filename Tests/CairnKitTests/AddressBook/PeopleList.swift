@testable import CairnKit

final class PeopleList: DescribedRows, AddressedRows, FilteredRows, ChangeableRows {
  let book: AddressBook
  var query: ListQuery
  var filterProblem: FilterProblem?
  private var shown: [AddressBook.Person] = []
  /// How many rows were asked for, to see what a drawing costs.
  private(set) var rowsAsked = 0

  init(_ book: AddressBook, _ url: ScreenURL) {
    self.book = book
    query = ListQuery(url)
    show()
  }

  let title = "People"
  let columns = [
    ListColumn("name", title: "Name", width: 12...30),
    ListColumn("city", title: "City", width: 8...16),
    ListColumn("born", title: "Born", alignment: .trailing, width: 10...10),
    ListColumn("group", title: "Group", width: 6...12),
  ]
  let changes: ChangeOptions = [.add, .edit, .delete]
  let emptyHint: KeyWords = "a adds a person."
  var count: Int { shown.count }
  var total: Int { book.people.count }

  func row(at index: Int) -> ListRow {
    rowsAsked += 1
    let person = shown[index]
    return ListRow(id: person.id, cells: [person.name, person.city, person.born, person.group])
  }

  func index(of id: String) -> Int? { shown.firstIndex { $0.id == id } }

  func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    show()
    return []
  }

  func refresh() -> [Effect] {
    show()
    return []
  }

  let targets = RowTargets.alike
  func url(of id: String) -> ScreenURL? { ScreenURL(["people", id]) }
  func open(_ id: String) -> [Effect] { [.open(ScreenURL(["people", id]))] }
  func add(in section: String?) -> [Effect]? { [.open("cairn://people/~new")] }
  func edit(_ id: String) -> [Effect]? { [.open(ScreenURL(["people", id, "~edit"]))] }

  func delete(_ ids: [String]) -> [Effect]? {
    book.change { $0.removeAll { ids.contains($0.id) } }
    return [.refresh, .say(Message("deleted · u undoes", tone: .good))]
  }

  private func show() {
    filterProblem = nil
    let text = query.filter.lowercased()
    if let colon = text.firstIndex(of: ":") {
      let length = text.distance(from: text.startIndex, to: colon)
      filterProblem = FilterProblem("no field '\(text[..<colon])'; is it 'city'?", at: 0..<length)
      return
    }
    let words = text.split(separator: " ")
    shown = book.people.filter { person in
      words.allSatisfy { (person.name + " " + person.city).lowercased().contains($0) }
    }
    for sort in query.sorts.reversed() {
      shown.sort { first, second in
        let (a, b) = (cell(first, sort.column), cell(second, sort.column))
        return sort.isDescending ? a > b : a < b
      }
    }
  }

  private func cell(_ person: AddressBook.Person, _ column: String) -> String {
    switch column {
    case "city": person.city
    case "born": person.born
    case "group": person.group
    default: person.name
    }
  }
}
