@testable import CairnKit

final class BookLauncher: LauncherSource {
  private let book: AddressBook

  init(_ book: AddressBook) { self.book = book }

  var favorites: [Favorite] { book.favorites }

  var collections: [LauncherCollection] {
    [LauncherCollection("People", url: "cairn://people", count: book.people.count)]
  }

  var summary: String { "\(book.favorites.count) favorites · \(book.people.count) records" }

  func findURL(of text: String) -> ScreenURL? {
    ScreenURL(["people"], query: [QueryItem("where", text)])
  }

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
