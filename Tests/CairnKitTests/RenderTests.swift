import TestSupport
import Testing

@testable import CairnKit

/// Whole screens as a person sees them, without a terminal.
@Suite struct `A rendered application` {
  struct Case: CustomStringConvertible, Sendable {
    var description: String
    var url: String
    var keys = ""
    var size = "80x24"
  }

  static let cases = [
    Case(description: "launcher", url: "~launcher"),
    Case(description: "launcher-small", url: "~launcher", size: "40x10"),
    Case(description: "launcher-wide", url: "~launcher", size: "120x35"),
    Case(description: "list", url: "people", keys: "j j"),
    Case(description: "list-small", url: "people", size: "40x10"),
    Case(description: "list-wide", url: "people", size: "120x35"),
    Case(description: "list-15-rows", url: "people", size: "60x15"),
    Case(description: "list-filtering", url: "people", keys: "/ du"),
    Case(description: "list-filtered", url: "people?where=lyon&sort=-name"),
    Case(description: "list-filter-problem", url: "people", keys: "/ cty:x"),
    Case(description: "list-nothing-matches", url: "people?where=zzz"),
    Case(description: "list-sort-menu", url: "people", keys: "s"),
    Case(description: "list-favorite-prompt", url: "people?where=lyon", keys: "b"),
    Case(description: "list-which-key", url: "people", keys: "g"),
    Case(description: "detail", url: "people/p1"),
    Case(description: "detail-end", url: "people/p1", keys: "G"),
    Case(description: "detail-small", url: "people/p1", size: "40x10"),
    Case(description: "detail-wide", url: "people/p1", size: "120x35"),
    Case(description: "form", url: "people/p1/~edit"),
    Case(
      description: "form-problem", url: "people/p1/~edit", keys: "x Tab Tab BSpace soon"),
    Case(description: "form-link-picker", url: "people/p1/~edit", keys: "BTab BTab Space ha"),
    Case(description: "form-discard", url: "people/p1/~edit", keys: "x F6"),
    Case(description: "form-small", url: "people/p1/~edit", size: "40x10"),
    Case(description: "help", url: "people", keys: "?"),
    Case(description: "help-searched", url: "people", keys: "? favo"),
    Case(description: "palette", url: "people", keys: ":"),
    Case(description: "palette-small", url: "people/p1", keys: ": fav", size: "40x10"),
    Case(description: "not-found", url: "poeple/p1"),
    Case(description: "gone", url: "people/p99"),
    Case(description: "too-small", url: "people", size: "39x9"),
  ]

  static let favorites = [
    Favorite(
      id: "f1", url: "cairn://people?where=lyon", title: "Lyon", letter: "l", kind: .list,
      badge: "2"),
    Favorite(
      id: "f2", url: "cairn://people/p1", title: "Ada Lovelace", letter: "a", glyph: "王",
      kind: .record, badge: "London"),
    Favorite(
      id: "f3", url: "cairn://people/p99", title: "Someone", section: "Work", isGone: true),
  ]

  @Test(arguments: cases) func `looks as it was recorded`(sample: Case) throws {
    let book = AddressBook()
    book.favorites = Self.favorites
    let size = try #require(Size(sample.size))
    let text = try book.application().render(
      size: size, opening: [try ScreenURL(parsing: sample.url)], keys: sample.keys)
    expectSnapshot(text, named: sample.description)
  }

  @Test(arguments: cases) func `has as many lines as rows and none too wide`(sample: Case) throws {
    let size = try #require(Size(sample.size))
    let text = try AddressBook().application().render(
      size: size, opening: [try ScreenURL(parsing: sample.url)], keys: sample.keys)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(lines.count, size.rows)
    expectTrue(lines.allSatisfy { GlyphWidth.columns(of: $0) <= size.columns })
    expectTrue(lines.allSatisfy { $0.last != " " })
  }
}
