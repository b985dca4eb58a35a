public import CairnNavigation
internal import CairnScreens

/// A view that an app keeps for everyone who has not decided otherwise.
///
/// Nothing of it is in the store until a person changes it. Then it is kept like any other
/// favorite; or, once it was removed, as a mark that keeps it away for good. So one that is
/// declared later shows up in stores that are old, one that a person removed never does again, and
/// undo takes back either.
public struct DefaultFavorite: Hashable, Sendable {
  /// Where it leads.
  public private(set) var url: ScreenURL

  /// Where it leads as it was declared, by which it is known whatever its records are called since.
  let declared: String

  /// What it is called.
  public let title: String

  /// The letter that it has unless a person's favorite has it; without one it gets the first free
  /// letter.
  public let letter: Character?

  /// The section of the launcher that it stands in; empty for the first.
  public let section: String

  /// Declares a favorite.
  ///
  /// - Precondition: the launcher gives the letter to favorites, see `FavoriteLetters`.
  public init(
    _ url: ScreenURL, _ title: String, letter: Character? = nil, section: String = ""
  ) {
    precondition(
      letter.map(FavoriteLetters.isPossible) ?? true,
      "\(title) can't have the letter \(letter ?? " ")")
    self.url = url
    declared = url.text
    self.title = title
    self.letter = letter
    self.section = section
  }
}

extension DefaultFavorite {
  /// The favorite with another spelling of where it leads.
  func leading(to url: ScreenURL) -> Self {
    var favorite = self
    favorite.url = url
    return favorite
  }

  /// Whether a record of the store says what became of this one.
  func isDecided(by record: FavoriteRecord) -> Bool {
    [record.declared, record.url].contains(declared) || record.presentURL == url.text
  }
}
