import CairnInterface
import TestSupport
import Testing

@testable import CairnKit

@Suite struct `What is drawn` {
  private func session(
    _ change: (inout Application) -> Void = { _ in }
  ) throws -> (AddressBook, Session) {
    let book = AddressBook()
    var application = try book.application(state: nil)
    change(&application)
    let session = try application.session(
      opening: ["cairn://people"], start: .onTop, size: Size(columns: 80, rows: 24),
      worker: InlineWorker(), now: .now)
    return (book, session)
  }

  @Test func `has another look from one moment to the next`() throws {
    let (_, session) = try session()
    let before = session.draw()
    session.apply([.useTheme(.spoken)])
    expectTrue(session.draw().text != before.text)
    session.apply([.useTheme(.standard)])
    expectEqual(session.draw().text, before.text)
  }

  @Test func `has neither colors nor signs that a terminal lacks, whatever the theme`() throws {
    let (_, session) = try session { application in
      (application.hasColors, application.hasUnicode) = (false, false)
      application.theme = .dark
    }
    session.press(KeyScript("? Escape g").keys)
    for theme in [Theme.dark, .light, .standard] {
      session.apply([.useTheme(theme)])
      let canvas = session.draw()
      expectTrue(
        canvas.text.allSatisfy { !"▌●…·›‹★☆→←↗▴▾▸✗⏎─│┌┐└┘".contains($0) }, "\(canvas.text)")
      for row in 0..<canvas.size.rows {
        for cell in canvas.cells(inRow: row) { expectEqual(cell.style.foreground, nil) }
      }
    }
  }

  @Test(arguments: ["", "g", "?", ":", "b", "e", "j Enter", "s", "'", "/ zzz"])
  func `is free of lines where it is read aloud, with the cursor where one is`(keys: String) throws
  {
    let (_, session) = try session { $0.isSpoken = true }
    session.press(KeyScript(keys).keys)
    session.apply([.useTheme(.dark)])
    let canvas = session.draw()
    let lines = Set(
      "\u{2500}\u{2502}\u{250C}\u{2510}\u{2514}\u{2518}\u{258C}\u{2588}\u{2591}+|")
    expectTrue(canvas.text.allSatisfy { !lines.contains($0) }, "\(canvas.text)")
    expectTrue(canvas.cursor != nil || keys == "/ zzz")
  }

  @Test func `is read out line by line, with numbers for what can be opened`() throws {
    let (_, session) = try session { $0.isSpoken = true }
    let lines = session.spoken.screen
    let row = try #require(lines.first { $0.contains("Ada Lovelace") })
    let number = try #require(Int(row.prefix { $0.isNumber }))
    session.choose(number)
    expectEqual(session.currentURL.text, "cairn://people/p1")
    session.press([Key(.character("H")), Key(.character("s"))])
    let menu = session.spoken.screen
    expectTrue(menu.contains("Sort by"))
    expectTrue(!menu.contains { $0.contains("Ada Lovelace") })
    let name = try #require(menu.first { $0.hasSuffix("Name") || $0.contains(" Name") })
    session.choose(try #require(Int(name.prefix { $0.isNumber })))
    expectTrue(session.overlays.isEmpty)
    session.choose(400)
    expectEqual(session.message?.text, "there is no line 400")
  }

  @Test func `is chosen from by a marked number while text is typed`() throws {
    let (_, session) = try session { $0.isSpoken = true }
    expectEqual(session.item(meantBy: "#3"), 3)
    expectEqual(session.item(meantBy: "3"), 3)
    session.press([Key(.character("/")), Key(.character("a"))])
    expectEqual(session.item(meantBy: "3"), nil)
    let row = try #require(session.spoken.screen.first { $0.contains("Ada Lovelace") })
    let word = String(row.prefix { $0 != " " })
    session.choose(try #require(session.item(meantBy: word)))
    expectEqual(session.currentURL.text, "cairn://people/p1")
    session.press([Key(.character("e"))])
    // In a form, a marked number goes to a field and never becomes text.
    let fields = session.spoken.screen
    let field = try #require(fields.first { $0.contains("City") })
    session.choose(try #require(session.item(meantBy: String(field.prefix { $0 != " " }))))
    expectEqual((session.screen as? FormScreen)?.focusedField, "city")
    session.choose(40)
    expectEqual(session.message?.text, "there is no line 40; ##40 types #40")
  }

  @Test(arguments: ["", "e", "H", "/a"])
  func `has numbers without gaps, and none for headings`(keys: String) throws {
    let (_, session) = try session { $0.isSpoken = true }
    session.press(KeyScript(keys).keys)
    let lines = session.spoken.screen
    let numbers = lines.compactMap { line in
      Int(line.drop { $0 == "#" }.prefix { $0.isNumber })
    }
    expectEqual(numbers, Array(1...numbers.count), "\(lines)")
    let head = lines.first { $0.contains("NAME") }
    expectTrue(head?.first?.isNumber != true, "\(lines)")
  }

  @Test func `opens no line that has nothing`() throws {
    let (_, session) = try session { $0.isSpoken = true }
    let last = session.frame.content.rows
    session.choose(last)
    expectEqual(session.message?.text, "there is no line \(last)")
  }

  @Test func `has colors that fit once the terminal tells its background`() throws {
    let (_, session) = try session()
    session.press(KeyScript("g").keys)
    expectTrue(Self.colors(of: session).isEmpty)
    let dark = TerminalColors(background: .rgb(red: 0, green: 43, blue: 54))
    session.handle(.colors(dark), at: .now)
    let (onDark, text) = (Self.colors(of: session), session.draw().text)
    expectTrue(!onDark.isEmpty)
    session.apply([.useTheme(.monochrome)])
    expectTrue(Self.colors(of: session).isEmpty)
    expectEqual(session.draw().text, text)
    session.apply([.useTheme(.standard)])
    expectEqual(Self.colors(of: session), onDark)
    let light = TerminalColors(background: .rgb(red: 255, green: 255, blue: 255))
    session.handle(.colors(light), at: .now)
    expectTrue(Self.colors(of: session).isDisjoint(with: onDark))
  }

  @Test func `has colors on any background once no answer can come`() throws {
    let (_, session) = try session()
    session.noteUnknownColors()
    expectEqual(
      session.theme.style(for: .bad), Theme.standard.fittedToAnyBackground().style(for: .bad))
    // A late answer is still used.
    let dark = TerminalColors(background: .rgb(red: 0, green: 0, blue: 0))
    session.handle(.colors(dark), at: .now)
    expectEqual(session.theme.style(for: .bad), Theme.dark.style(for: .bad))
    session.noteUnknownColors()
    expectEqual(session.theme.style(for: .bad), Theme.dark.style(for: .bad))
    let (_, simple) = try self.session { $0.basic = (.xterm, 8) }
    expectEqual(simple.theme.style(for: .good).foreground, nil)
    simple.noteUnknownColors()
    expectEqual(
      simple.theme.style(for: .good), Style(foreground: .black, background: .green))
    simple.handle(.colors(dark), at: .now)
    expectEqual(simple.theme.style(for: .good), Style(foreground: .green))
  }

  @Test func `has no colors that the terminal lacks, whatever background it tells`() throws {
    let (_, session) = try session { $0.hasColors = false }
    session.handle(.colors(TerminalColors(background: .rgb(red: 0, green: 0, blue: 0))), at: .now)
    expectTrue(Self.colors(of: session).isEmpty)
  }

  private static func colors(of session: Session) -> Set<Color> {
    let canvas = session.drawInColors()
    return Set(
      (0..<canvas.size.rows).flatMap { canvas.cells(inRow: $0).compactMap(\.style.foreground) })
  }

  @Test func `leaves the mouse to the terminal while a person wants that`() throws {
    let driver = try Driver(at: ["cairn://people"])
    expectTrue(driver.session.usesMouse)
    driver.press("M")
    expectTrue(!driver.session.usesMouse)
    expectTrue(driver.message.contains("M undoes it"))
    driver.press("M")
    expectTrue(driver.session.usesMouse)
    expectTrue(driver.message.contains("Shift"))
  }

  @Test(arguments: [Theme.light, .dark])
  func `has its own background everywhere, whatever that of the terminal is`(theme: Theme) throws {
    let driver = try Driver()
    driver.session.apply([.useTheme(theme)])
    let canvas = driver.session.drawInColors()
    let cells = (0..<canvas.size.rows).flatMap { canvas.cells(inRow: $0) }
    expectTrue(!cells.isEmpty)
    expectTrue(cells.allSatisfy { $0.style.background != nil && $0.style.foreground != nil })
    driver.session.apply([.useTheme(.standard)])
    expectEqual(driver.session.drawInColors(), driver.session.draw())
  }
}
