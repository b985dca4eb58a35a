import CairnInterface
import CairnTerminal
import TestSupport
import Testing

/// Invariant 1 of `InputDecoder` for each form of input that is no single key: a slow line may part
/// the bytes anywhere.
@Suite struct `Input in parts` {
  @Test(arguments: [
    // The mouse, as xterm, rxvt and older terminals send it.
    ("\u{1B}[<0;5;3M", 1), ("\u{1B}[<0;5;3m", 1), ("\u{1B}[<64;5;3M", 1),
    ("\u{1B}[<65;500;300M", 1),
    ("\u{1B}[<16;1;1M", 1), ("\u{1B}[M !!", 1), ("\u{1B}[M`!!", 1), ("\u{1B}[M#!!", 1),
    // The focus of the window.
    ("\u{1B}[I", 1), ("\u{1B}[O", 1),
    // Pastes: of nothing, of keys, of marks that are none, and with characters of several bytes.
    ("\u{1B}[200~a\u{1B}[201~", 1), ("\u{1B}[200~é日👍\r\n\u{1B}[201~", 1),
    ("\u{1B}[200~\u{1B}[A\u{1B}[20\u{1B}[201\u{1B}[201~", 1),
    ("\u{1B}[200~x\u{1B}[200~y\u{1B}[201~", 1),
    // Escape before an input.
    ("\u{1B}\u{1B}[I", 2), ("\u{1B}\u{1B}[200~a\u{1B}[201~", 2), ("\u{1B}\u{1B}[<0;5;3M", 2),
    // Inputs after each other.
    ("jé\u{1B}[A\u{1B}[<0;5;3M\u{1B}OPq", 6), ("\u{1B}[200~a\u{1B}[201~\u{1B}[Bj", 3),
    ("\u{1B}\u{1B}[A\u{1B}[97;5uj", 3), ("\u{1B}[27;5;112~\u{1B}[1;5R\u{1B}[24;1Rk", 3),
    // Replies and sequences that mean nothing here.
    ("\u{1B}[?62;22c", 0), ("\u{1B}[24;1R", 0), ("\u{1B}]0;title\u{1B}\\", 0),
    ("\u{1B}]12;rgb:ffff/ffff/ffff\u{7}", 0), ("\u{1B}P1+r544e\u{1B}\\", 0), ("\u{1B}[97;1:3u", 0),
  ])
  func `is the same as in one piece`(bytes: String, count: Int) {
    let bytes = Array(bytes.utf8) + Array("x".utf8)
    var decoder = InputDecoder()
    let whole = decoder.decode(bytes, at: .zero)
    expectEqual(whole.count, count + 1, "\(whole)")
    expectEqual(whole.last, .key("x"))
    for place in 1..<bytes.count {
      var slow = InputDecoder()
      let first = slow.decode(bytes[..<place], at: .zero)
      let rest = slow.decode(bytes[place...], at: .milliseconds(20))
      expectEqual(first + rest, whole, "parted after \(place) bytes")
    }
    var slowest = InputDecoder()
    let events = bytes.enumerated().flatMap { place, byte in
      slowest.decode([byte], at: .milliseconds(20 * place))
    }
    expectEqual(events, whole, "byte by byte")
    expectEqual(slowest.deadline, nil)
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\",
    "\u{1B}]10;rgb:e5e5/e5e5/e5e5\u{7}\u{1B}]11;rgb:0000/0000/0000\u{7}",
  ])
  func `tells colors wherever the reply is parted`(reply: String) {
    let bytes = Array(reply.utf8)
    var decoder = InputDecoder()
    let whole = decoder.decode(bytes, at: .zero)
    for place in 1..<bytes.count {
      var slow = InputDecoder()
      let first = slow.decode(bytes[..<place], at: .zero)
      let rest = slow.decode(bytes[place...], at: .milliseconds(20))
      expectEqual(first + rest, whole, "parted after \(place) bytes")
    }
  }
}
