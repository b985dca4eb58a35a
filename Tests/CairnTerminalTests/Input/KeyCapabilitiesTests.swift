import CairnInterface
import TestSupport
import Testing

@testable import CairnTerminal

/// Shows which capabilities of an entry are keys.
@Suite struct `What an entry has for keys` {
  private func events(_ bytes: String, _ entry: [String: String]) -> [Event] {
    var decoder = InputDecoder(keys: KeyCapabilities.table { entry[$0].map { Array($0.utf8) } })
    return decoder.decode(bytes.utf8, at: .zero) + decoder.expire()
  }

  @Test(arguments: [
    ("kcuu1", "\u{B}", "Up"), ("kcud1", "\n", "Down"), ("kcub1", "\u{19}", "Left"),
    ("kcuf1", "\u{18}", "Right"), ("knp", "\u{1B}K", "PageDown"), ("kf1", "\u{1E}q", "F1"),
    ("kf12", "\u{1}K\r", "F12"), ("kcbt", "\u{1B}I", "BTab"), ("kDC", "\u{1B}[3$", "S-Delete"),
    ("kUP5", "\u{1B}Oa", "C-Up"), ("kLFT", "\u{1B}[d", "S-Left"), ("kind", "\u{1B}[b", "S-Down"),
    ("kbs", "\u{1F}", "BSpace"), ("kbs", "\u{13}G", "BSpace"), ("kent", "\n", "Enter"),
  ])
  func `are keys of any bytes`(name: String, bytes: String, key: String) {
    expectEqual(events(bytes, [name: bytes]), [.key(key)])
  }

  @Test(arguments: [
    ("kcuf1", "\t", "Tab"), ("kf1", "\r", "Enter"), ("kf1", "\u{1B}", "Escape"),
    ("kf1", "\u{3}", "C-c"), ("kcub1", "\u{8}", "BSpace"), ("kdch1", "\u{7F}", "BSpace"),
    ("kf1", "a", "a"), ("kent", "\u{1B}[", "M-["),
    ("kri", "\u{1B}[A", "Up"), ("kLFT6", "\u{1B}OD", "Left"),
  ])
  func `are none where typing would suffer`(name: String, bytes: String, key: String) {
    expectEqual(events(bytes, [name: bytes]), [.key(key)])
  }

  @Test func `leave Backspace what it sends, and take the other byte for what they say`() {
    let named = { (bytes: String) in ["kcub1": "\u{8}", "kdch1": "\u{7F}", "kbs": bytes] }
    expectEqual(events("\u{8}\u{7F}", named("\u{8}")), [.key("BSpace"), .key("Delete")])
    expectEqual(events("\u{8}\u{7F}", named("\u{7F}")), [.key("Left"), .key("BSpace")])
  }

  @Test(arguments: [
    ("\t\u{1B}d", ["Tab", "M-d"]), (" \u{8}", ["Space", "BSpace"]), ("ab", ["a", "b"]),
    ("\r\u{B}", ["Enter", "C-k"]), ("~\u{1B}x", ["~", "M-x"]),
  ])
  func `are none that may as well be typed ahead`(bytes: String, keys: [String]) {
    expectEqual(events(bytes, ["kf1": bytes]), keys.map(Event.key))
  }

  @Test func `are taken for the key that is needed more where two have the same bytes`() {
    expectEqual(events("\u{1B}B", ["kf1": "\u{1B}B", "kcud1": "\u{1B}B"]), [.key("Down")])
  }

  @Test func `have the byte 0 in writing that terminfo can hold`() {
    var decoder = InputDecoder(
      keys: KeyCapabilities.table { $0 == "kcud1" ? [0x80, 0x50] : nil })
    expectEqual(decoder.decode([0, 0x50, 0x80, 0x50], at: .zero), [.key("Down"), .key("Down")])
  }
}
