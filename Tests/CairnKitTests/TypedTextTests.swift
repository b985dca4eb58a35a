import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `What is typed in a prompt` {
  @Test func `filters, but is in no URL that nothing could read`() throws {
    let driver = try Driver(at: ["cairn://people"])
    let words = String(repeating: "lyon ", count: 2_000)
    driver.press("/")
    driver.session.handle(.paste(words), at: driver.session.now)
    driver.pass(.milliseconds(250))
    expectEqual(driver.url, "cairn://people")
    expectEqual(driver.message, "too long for a URL; not kept")
    expectEqual(driver.list?.source.count, 2)
  }

  @Test(arguments: ["F4", "C-x C-e"])
  func `goes through a program of the person's own`(keys: String) throws {
    var application = try AddressBook().application(state: nil)
    var edited: [String] = []
    application.edit = { text in
      edited.append(text.text)
      return text.completion(
        WrittenText("lyo\nn\n", in: "") {
        } ask: { _, _ in
          []
        })
    }
    let session = try application.session(
      opening: ["cairn://people"], start: .onTop, size: Size(columns: 80, rows: 24),
      worker: InlineWorker(), now: .now)
    func press(_ keys: String) {
      for key in KeyScript(keys).keys { session.handle(.key(key), at: session.now) }
    }
    let list = try #require(session.screen as? ListScreen)
    press("/ pa \(keys)")
    expectEqual(edited, ["pa"])
    expectTrue(list.filtering.field?.text == "lyo n" && list.source.query.filter == "lyo n")
    press("C-_")
    press("Escape : x \(keys)")
    expectTrue(edited == ["pa", "x"] && session.overlays.last?.typedText == "lyo n")
    press("Escape ? \(keys)")
    expectEqual(session.overlays.last?.typedText, "lyo n")
    press("Escape \(keys)")
    expectEqual(edited.count, 3)
  }
}
