@testable import CairnKit

final class BookLauncher: LauncherSource {
  private let book: AddressBook

  init(_ book: AddressBook) { self.book = book }

  var favorites: [Favorite] { book.favorites }

  var collections: [LauncherCollection] {
    [LauncherCollection("People", url: "cairn://people", count: book.people.count)]
  }

  var summary: String { "\(book.favorites.count) favorites · \(book.people.count) records" }

  func addFavorite(_ favorite: Favorite) -> [Effect] {
    book.changeFavorites { favorites in
      var favorite = favorite
      favorite.id = "f\(favorites.count + 1)"
      favorites.append(favorite)
    }
    return []
  }

  func updateFavorite(_ favorite: Favorite) -> [Effect] {
    book.changeFavorites { favorites in
      favorites = favorites.map { $0.id == favorite.id ? favorite : $0 }
    }
    return []
  }

  func moveFavorite(_ id: String, by offset: Int) -> [Effect] {
    guard let index = book.favorites.firstIndex(where: { $0.id == id }),
      book.favorites.indices.contains(index + offset)
    else { return [] }
    book.changeFavorites { $0.swapAt(index, index + offset) }
    return []
  }

  func removeFavorite(_ id: String) -> [Effect] {
    book.changeFavorites { $0.removeAll { $0.id == id } }
    return []
  }
}

/// A screen whose work takes until the test says so.
final class SlowScreen: Screen {
  private(set) var pressed: [String] = []
  private(set) var lookCount = 0
  let title = "Slow"
  let contexts: [ActionContext] = [.browsing]
  var status: ScreenStatus { ScreenStatus(pressed.joined()) }

  func draw(on canvas: inout Canvas, theme: Theme) {}
  func perform(_ action: ActionName) -> [Effect]? { nil }

  func refresh(_ surroundings: Surroundings) -> [Effect] {
    lookCount += 1
    return []
  }

  func insert(_ text: String) -> [Effect]? {
    guard text != "!" else {
      let job = Job("thinking", holdsKeys: true, work: { 42 }) { [weak self] answer in
        self?.pressed.append("<\(answer)>")
        return []
      }
      return [.run(job)]
    }
    pressed.append(text)
    return []
  }
}
