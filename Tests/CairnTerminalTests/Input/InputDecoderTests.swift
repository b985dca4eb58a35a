import CairnInterface
import CairnTerminal
import TestSupport
import Testing

/// Shows what terminals send, and invariant 2 of `InputDecoder`.
@Suite struct `The input decoder` {
  @Test(arguments: [
    ("j", "j"), ("é", "é"), ("日", "日"), ("👍", "👍"), (" ", "Space"), ("\r", "Enter"), ("\n", "C-j"),
    ("\t", "Tab"), ("\u{7F}", "BSpace"), ("\u{8}", "BSpace"), ("\u{0}", "C-Space"),
    ("\u{1}", "C-a"), ("\u{1A}", "C-z"), ("\u{1C}", "C-\\"), ("\u{1F}", "C-_"),
    ("\u{1B}x", "M-x"), ("\u{1B}é", "M-é"), ("\u{1B}\u{4}", "C-M-d"), ("\u{1B}\r", "M-Enter"),
    ("\u{1B}\u{7F}", "M-BSpace"),
    ("\u{1B}[A", "Up"), ("\u{1B}OA", "Up"), ("\u{1B}[1;5A", "C-Up"), ("\u{1B}[1;3D", "M-Left"),
    ("\u{1B}[1;2C", "S-Right"), ("\u{1B}[1;7B", "C-M-Down"), ("\u{1B}[1;9B", "M-Down"),
    ("\u{1B}[H", "Home"), ("\u{1B}OF", "End"), ("\u{1B}[1~", "Home"), ("\u{1B}[4~", "End"),
    ("\u{1B}[7~", "Home"), ("\u{1B}[2~", "Insert"), ("\u{1B}[3~", "Delete"),
    ("\u{1B}[5~", "PageUp"), ("\u{1B}[6;5~", "C-PageDown"), ("\u{1B}[Z", "BTab"),
    ("\u{1B}OP", "F1"), ("\u{1B}[[E", "F5"), ("\u{1B}[15~", "F5"), ("\u{1B}[24~", "F12"),
    ("\u{1B}[25~", "F13"), ("\u{1B}[1;5P", "C-F1"), ("\u{1B}OM", "Enter"), ("\u{1B}Oq", "1"),
    ("\u{1B}OX", "="), ("\u{1B}[13;5u", "C-Enter"), ("\u{1B}[97;5u", "C-a"),
    // xterm with modifyOtherKeys.
    ("\u{1B}[27;5;112~", "C-p"), ("\u{1B}[27;6;80~", "C-p"), ("\u{1B}[27;3;120~", "M-x"),
    ("\u{1B}[27;4;88~", "M-X"), ("\u{1B}[27;2;71~", "G"), ("\u{1B}[27;2;33~", "!"),
    ("\u{1B}[27;5;13~", "C-Enter"), ("\u{1B}[27;2;9~", "BTab"), ("\u{1B}[27;5;233~", "C-é"),
    // Kitty's protocol, and xterm with formatOtherKeys.
    ("\u{1B}[97u", "a"), ("\u{1B}[97;2u", "A"), ("\u{1B}[97:65;2u", "A"), ("\u{1B}[49:33;2u", "!"),
    ("\u{1B}[97;1:1u", "a"), ("\u{1B}[97;1:2u", "a"), ("\u{1B}[1;1:2B", "Down"),
    ("\u{1B}[5;1:2~", "PageUp"), ("\u{1B}[97;4u", "M-A"), ("\u{1B}[97;6u", "C-a"),
    ("\u{1B}[97;65u", "A"), ("\u{1B}[97;66u", "a"), ("\u{1B}[97;129u", "a"),
    ("\u{1B}[97;33u", "M-a"),
    ("\u{1B}[9;2u", "BTab"), ("\u{1B}[27u", "Escape"), ("\u{1B}[127;5u", "C-BSpace"),
    ("\u{1B}[57414u", "Enter"), ("\u{1B}[57399u", "0"), ("\u{1B}[57410u", "/"),
    ("\u{1B}[57419;5u", "C-Up"), ("\u{1B}[57376u", "F13"), ("\u{1B}[1089::99;5u", "C-с"),
    // A meta key that sends ESC.
    ("\u{1B}\u{1B}[A", "M-Up"), ("\u{1B}\u{1B}OA", "M-Up"), ("\u{1B}\u{1B}[5~", "M-PageUp"),
    ("\u{1B}\u{1B}[1;5C", "C-M-Right"), ("\u{1B}\u{1B}[[A", "M-F1"), ("\u{1B}\u{1B}OM", "M-Enter"),
    // Only these end in R and are F3.
    ("\u{1B}[128512u", "😀"), ("\u{1B}[27;1;128512~", "😀"), ("\u{1B}[R", "F3"), ("\u{1B}OR", "F3"),
    ("\u{1B}[1;5R", "C-F3"), ("\u{1B}[1;1R", "F3"),
  ])
  func `knows the keys of terminals`(bytes: String, key: String) {
    var decoder = InputDecoder()
    expectEqual(decoder.decode(bytes.utf8, at: .zero), [.key(key)])
    expectEqual(decoder.deadline, nil)
    // A slow line may part the bytes anywhere.
    for place in 1..<max(2, bytes.utf8.count) {
      var slow = InputDecoder()
      let first = slow.decode(bytes.utf8.prefix(place), at: .zero)
      let rest = slow.decode(bytes.utf8.dropFirst(place), at: .milliseconds(20))
      expectEqual(first + rest, [.key(key)], "parted after \(place) bytes")
    }
  }

  @Test(arguments: [
    "\u{1B}[99~", "\u{1B}[?62;22c", "\u{1B}[>0;276;0c", "\u{1B}[5n", "\u{1B}[12;40R\u{1B}[0n",
    "\u{1B}]12;rgb:ffff/ffff/ffff\u{7}", "\u{1B}]0;title\u{1B}\\", "\u{1B}P1+r544e\u{1B}\\",
    "\u{1B}[201~", "\u{1B}[97;1:3u", "\u{1B}[1;1:3A", "\u{1B}[24;1R", "\u{1B}[1;17R",
    "\u{1B}[57441u",
    "\u{1B}[99999999u", "\u{1B}[55296u", "\u{1B}[1;99999999999999A", "\u{1B}[1;2;3;4;5;6;7;8;9;10A",
    "\u{1B}[ q", "\u{1B}OZ",
    "\u{1B}[99999999999999999999999999~", "\u{85}", "\u{1B}[<1;2M", "\u{1B}[<64;1M",
  ])
  func `swallows what means nothing`(bytes: String) {
    var decoder = InputDecoder()
    expectEqual(decoder.decode(bytes.utf8, at: .zero), [])
    expectEqual(decoder.decode("x".utf8, at: .zero), [.key("x")])
  }

  @Test(arguments: [
    [0x80], [0xFF, 0xFE], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xC3, 0x28],
  ])
  func `takes no harm from bytes that are no UTF-8`(bytes: [UInt8]) {
    var decoder = InputDecoder()
    let after = decoder.decode(bytes + Array("x".utf8), at: .zero)
    expectEqual(after.last, .key("x"))
    expectTrue(after.allSatisfy { $0 == .key("x") || $0 == .key("(") })
  }

  @Test(arguments: [
    ("\u{1B}\u{1B}[I", Event.focus(true)), ("\u{1B}\u{1B}[200~a\u{1B}[201~", .paste("a")),
    ("\u{1B}\u{1B}x", .key("M-x")), ("\u{1B}\u{1B}[?62c\u{1B}[B", .key("Down")),
    ("\u{1B}\u{1B}]12;rgb:f/f/f\u{7}q", .key("q")), ("\u{1B}\u{1B}OZz", .key("z")),
  ])
  func `takes Escape before what is no key of its own`(bytes: String, next: Event) {
    var decoder = InputDecoder()
    expectEqual(decoder.decode(bytes.utf8, at: .zero), [.key("Escape"), next])
  }

  @Test func `reports the focus of the window`() {
    var decoder = InputDecoder()
    expectEqual(decoder.decode("\u{1B}[O\u{1B}[I".utf8, at: .zero), [.focus(false), .focus(true)])
  }
}

extension Event {
  /// The press of a key in writing.
  static func key(_ text: String) -> Event {
    guard let key = Key(text) else { preconditionFailure("'\(text)' is no key") }
    return .key(key)
  }
}
