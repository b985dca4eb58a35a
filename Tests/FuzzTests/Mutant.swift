import TestSupport

/// Inputs made from others, as a fuzzer makes them, without looking where they lead.
enum Mutant {
  /// One of `kept` with some bytes flipped, cut out, doubled, or taken from another.
  static func of(_ kept: [[UInt8]], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = kept.randomElement(using: &generator) ?? []
    for _ in 0..<generator.number(1...6) { change(&bytes, kept, &generator) }
    return bytes
  }

  private static func change(
    _ bytes: inout [UInt8], _ kept: [[UInt8]], _ generator: inout SeededGenerator
  ) {
    let place = piece(of: bytes, &generator)
    switch generator.number(0...5) {
    case 0: bytes.removeSubrange(place)
    case 1: bytes.insert(contentsOf: bytes[place], at: place.lowerBound)
    case 2: bytes.insert(contentsOf: generator.bytes(atMost: 4), at: place.lowerBound)
    case 3:
      let other = kept.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(place, with: other[piece(of: other, &generator)])
    case 4: bytes.insert(special.randomElement(using: &generator) ?? 0, at: place.lowerBound)
    default:
      if !place.isEmpty { bytes[place.lowerBound] ^= 1 << UInt8(generator.number(0...7)) }
    }
  }

  private static let special = Array("\0\n\r\t \"'\\%:+-_/()[]{}<>=&?#,.;|~".utf8) + [0xFF, 0xC3]

  /// Up to sixteen bytes, or now and then any number.
  private static func piece(
    of bytes: [UInt8], _ generator: inout SeededGenerator
  ) -> Range<Int> {
    let start = generator.number(0...bytes.count)
    let most = generator.number(0...9) == 0 ? bytes.count : min(bytes.count, start + 16)
    return start..<generator.number(start...max(start, most))
  }
}
