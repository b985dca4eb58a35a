import CairnNavigation
import CairnScreens
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

/// What a URL asks for and a list can't do.
@Suite struct `A list that is asked in vain` {
  private let kitchen: Kitchen

  init() throws { kitchen = try Kitchen.withThreeRecipes() }

  private func list(_ text: String) throws -> RecordListSource {
    try kitchen.list(try ScreenURL(parsing: text))
  }

  private func favorite(_ url: String) throws -> Favorite {
    let kept = DefaultFavorite(try ScreenURL(parsing: url), "Kept")
    return Favorite(
      KeptFavorite(kept, letter: nil, position: 0), in: kitchen.client.snapshot,
      at: kitchen.client.clock())
  }

  @Test(arguments: [
    (
      "recipes?Ratings=5",
      ["Ratings is not a field of recipes and is ignored; did you mean Rating?"]
    ),
    (
      "recipes?view=board",
      [
        "\"board\" is not a view and is ignored; the view of a list is agenda:FIELD, frequency:FIELD, frequency:FIELD,sum:FIELD, frequency:FIELD,repeated or duplicates:FIELD,FIELD"
      ]
    ),
    ("recipes?Rating=5&view=", []), ("recipes?where=rating>1&sort=name&totals=sum", []),
  ])
  func `says so in its status and on the launcher`(url: String, warnings: [String]) throws {
    let source = try list(url)
    expectEqual(source.warnings, warnings)
    let screen = ListScreen(source)
    expectTrue(warnings.allSatisfy { screen.status.text.contains($0) }, screen.status.text)
    let favorite = try favorite(url)
    expectEqual(favorite.warning, warnings.first)
    expectEqual(favorite.badge, url.contains("Rating=5") ? "1" : url.contains("where") ? "2" : "3")
  }

  @Test(arguments: [
    ("recipes?sort=gone", "recipes have no field gone"),
    ("recipes?view=frequency:gone", "recipes have no field gone"),
    ("recipes?group=gone", "recipes have no field gone"),
    ("recipes?where=rating=x", "needs a number"),
  ])
  func `has no count on the launcher, but the reason`(url: String, reason: String) throws {
    let favorite = try favorite(url)
    expectEqual(favorite.badge, "?")
    let warning = favorite.warning ?? ""
    expectTrue(warning.contains(reason), warning)
  }

  @Test(arguments: [
    ("p1", 1, nil), ("authors/p1", 1, nil), ("cairn://authors/p1", 1, nil),
    ("Authors/p1", 1, nil), ("Ines", 1, nil), ("p9", 0, "authors have no record p9"),
    ("Nobody", 0, "no record of authors is called \"Nobody\""),
  ])
  func `takes a link in each form, and names one that leads nowhere`(
    value: String, count: Int, hint: String?
  ) throws {
    let source = try list("recipes?Author=\(value)")
    expectEqual(source.count, count)
    expectEqual(source.filterNote, hint)
    if let hint { expectEqual(source.emptyHint, KeyWords(hint)) }
  }

  @Test(arguments: ["authors/p9", "recipes/p1", "cairn://recipes/p1"])
  func `refuses the URL of no such record`(value: String) throws {
    let source = try? list("recipes?Author=\(value)")
    let reason = if case .failed(let reason)? = source?.phase { reason } else { "" }
    expectTrue(source == nil || reason.contains("needs a record of authors"), reason)
  }
}
