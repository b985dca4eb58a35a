import Testing

@testable import CairnInterchange

@Suite struct `An encoding` {
  private func decode(_ bytes: [UInt8], blockSize: Int) throws -> String {
    let input = source(bytes: bytes, blockSize: blockSize)
    let decoded = try TextEncoding.detect(in: bytes).decoded(input).remainingBlocks()
    return String(decoding: decoded.joined(), as: UTF8.self)
  }

  @Test(arguments: [false, true], [1, 2, 3, 5, 100])
  func `UTF-16 is told by its mark and read across blocks`(isBig: Bool, blockSize: Int) throws {
    let text = "name,b\r\n駅🪨é,1\r\n"
    let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
      let high = UInt8(unit >> 8)
      let low = UInt8(unit & 0xFF)
      return isBig ? [high, low] : [low, high]
    }
    #expect(try decode(bytes, blockSize: blockSize) == text)
  }

  @Test func `Windows-1252 is told by several letters that are not UTF-8`() throws {
    let bytes: [UInt8] =
      Array("a\ncaf".utf8) + [0xE9, 0x0A, 0xC5] + Array("ngstr".utf8) + [0xF6]
      + Array("m ".utf8) + [0x80, 0x0A]
    #expect(try decode(bytes, blockSize: 3) == "a\ncafé\nÅngström €\n")
  }

  @Test(arguments: [
    Array("plain".utf8), Array("é and 駅 and ö".utf8),
    Array("one stray caf".utf8) + [0xE9], Array("é, then broken ".utf8) + [0xE9, 0x61, 0xE8, 0x62],
  ])
  func `everything else is UTF-8, damage included`(bytes: [UInt8]) {
    #expect(TextEncoding.detect(in: bytes) == .utf8)
  }
}
