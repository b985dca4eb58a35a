import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Searching text by words` {
  @Test(arguments: SeededGenerator.seeds(200))
  func `finds the first place that a search byte by byte finds`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [0, 1, 9, 10, 11, 0x7F, 0x80, 0x8A, 0xFF]
    let bytes = (0..<generator.number(0...40)).map { _ in alphabet[generator.number(0...8)] }
    for start in 0...bytes.count {
      for byte in alphabet {
        let expected = bytes[start...].firstIndex(of: byte) ?? bytes.count
        expectEqual(bytes.span.firstIndex(of: byte, from: start), expected)
      }
      for end in start...bytes.count {
        let expected = bytes[start..<end].firstIndex { $0 >= 0x80 } ?? end
        expectEqual(bytes.span.firstNonASCII(in: start..<end), expected)
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(400))
  func `takes for UTF-8 what the standard library takes for it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scalars: [Unicode.Scalar] = [
      "a", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}",
      "\u{10000}", "\u{10FFFF}",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<generator.number(0...12) { bytes.append(scalars[generator.number(0...9)]) }
    for _ in 0..<generator.number(0...2) where !bytes.isEmpty {
      let place = generator.number(0...bytes.count - 1)
      switch generator.number(0...2) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0x80...0xFF, using: &generator), at: place)
      }
    }
    let expected = (try? UTF8Span(validating: bytes.span)) != nil
    expectEqual(bytes.span.isValidUTF8, expected, "\(bytes)")
  }

  @Test func `takes for UTF-8 no sequence of four bytes that the standard library refuses`() {
    for first in UInt8(0xC0)...0xFF {
      for second in UInt8(0x70)...0xC1 {
        for rest in [[], [0x80], [0x80, 0x80], [0xBF, 0xC0], [0x41, 0x41]] as [[UInt8]] {
          let bytes = [first, second] + rest
          expectEqual(bytes.span.isValidUTF8, ((try? UTF8Span(validating: bytes.span)) != nil))
        }
      }
    }
  }
}
