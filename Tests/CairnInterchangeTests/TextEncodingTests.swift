import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An encoding` {
  /// What an input is read as, with the notices that it gets.
  private func read(
    _ bytes: [UInt8], blockSize: Int = 1000
  ) throws -> (text: [UInt8], notice: String?) {
    let file = try OpenedInput(source(bytes: bytes, blockSize: blockSize))
    let text = try file.blocks().joined()
    return (Array(text), file.notice)
  }

  private func wide(_ text: String, _ width: Int, isBig: Bool) -> [UInt8] {
    let units = width == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
    return units.flatMap { unit in
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * $0)) }
      return isBig ? bytes.reversed() : bytes
    }
  }

  @Test(arguments: [1, 2, 3, 5, 100], [false, true])
  func `of two or four bytes is told by its mark, or its zeros, and read across blocks`(
    blockSize: Int, isBig: Bool
  ) throws {
    let text = "name,b\r\n駅🪨é,1\r\n"
    for (width, mark) in [(2, "\u{FEFF}"), (2, ""), (4, "\u{FEFF}"), (4, "")] {
      let bytes = wide(mark + text, width, isBig: isBig)
      let (read, notice) = try read(bytes, blockSize: blockSize)
      expectEqual(String(decoding: read, as: UTF8.self), text)
      expectEqual(notice, "things.csv was read as UTF-\(8 * width)\(isBig ? "BE" : "LE")")
    }
  }

  @Test func `of two bytes is told by its zeros where they are few, and letters have some`() throws
  {
    let text = "名前,一月\n北京,1\nĀ　一,2\n"
    for isBig in [false, true] {
      try expectEqual(read(wide(text, 2, isBig: isBig)).text, Array(text.utf8))
    }
  }

  @Test func `is UTF-8 where a text has a zero or two`() throws {
    for text in ["a,b\nx\0,1\n2,3\n", "n\0m\0", "é\0é\0é\0é\0", "a\0\0\0b,c\n"] {
      let isWide = text == "n\0m\0"
      try expectEqual(
        read(Array(text.utf8)).notice, (isWide ? "things.csv was read as UTF-16LE" : nil))
    }
  }

  @Test func `keeps apart half a character at the end, or half a pair, as no text`() throws {
    let text = "a\n1\n"
    for isBig in [false, true] {
      let whole = wide("\u{FEFF}" + text, 2, isBig: isBig)
      try expectEqual(read(whole + [0x34]).text, Array(text.utf8) + [0xFF])
      let half = wide("x", 2, isBig: isBig)
      let lone: [UInt8] = isBig ? [0xD8, 0x3E] : [0x3E, 0xD8]
      try expectEqual(read(whole + lone + half).text, Array(text.utf8) + [0xFF, 0x78])
      try expectEqual(read(whole + lone).text, Array(text.utf8) + [0xFF])
      let quads = wide("\u{FEFF}" + text, 4, isBig: isBig)
      try expectEqual(read(quads + [0x34, 0, 0]).text, Array(text.utf8) + [0xFF])
    }
  }

  @Test(arguments: [
    "a\ncafé\nÅngström €\n", "Größe\n1\n", "çà\n", "é", "café",
    "CAFÉ\u{A0}!\né è à ç ê ë ï î ô ù û ü",
  ])
  func `is Windows-1252 where letters are not UTF-8, however few there are`(text: String) throws {
    let bytes = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
    for size in [1, 2, 3, 1000] {
      let (read, notice) = try read(bytes, blockSize: size)
      expectEqual(String(decoding: read, as: UTF8.self), text)
      expectEqual(notice, "things.csv was read as Windows-1252")
    }
  }

  @Test(arguments: [
    Array("plain".utf8), Array("é and 駅 and ö".utf8), Array("é, then broken ".utf8) + [0xE9, 0x61],
    Array("é, then broken ".utf8) + [0xE9, 0x61, 0xE8, 0x62],
  ])
  func `everything else is UTF-8, damage included`(bytes: [UInt8]) throws {
    let (read, notice) = try read(bytes)
    expectEqual(read, bytes)
    expectEqual(notice, nil)
  }

  @Test(arguments: [1011, 1 << 16, 1 << 20])
  func `is told by the first letter that is not ASCII, however late it comes`(
    blockSize: Int
  ) throws {
    let start = Array(String(repeating: "plain,1\n", count: 20_000).utf8)
    for cut in 0..<4 {
      let start = start + Array(repeating: 0x78, count: cut)
      let windows = try read(start + [0xE9, 0x2C, 0xE8], blockSize: blockSize)
      expectEqual(windows.text, start + Array("é,è".utf8))
      expectEqual(windows.notice, "things.csv was read as Windows-1252")
      let utf8 = try read(start + Array("駅,".utf8) + [0xE8], blockSize: blockSize)
      expectEqual(utf8.text, start + Array("駅,".utf8) + [0xE8])
      expectEqual(utf8.notice, nil)
    }
  }

  @Test func `leaves a byte that has no character in Windows-1252 as no text`() throws {
    let file = try OpenedInput(source(bytes: [0x4D, 0x81, 0x6C]), encoding: .windows1252)
    try expectEqual(Array(file.blocks().joined()), [0x4D, 0xFF, 0x6C])
    expectEqual(file.notice, nil)
  }
}

@Suite struct `A file that is no text` {
  @Test(arguments: [
    ("x.csv.gz", [0x1F, 0x8B, 8, 0], "x.csv.gz is compressed with gzip; gunzip -c FILE | "),
    ("x.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "x.xz is compressed with xz; xz -dc FILE | "),
    ("x.zst", [0x28, 0xB5, 0x2F, 0xFD], "x.zst is compressed with Zstandard; zstd -dc FILE | "),
    ("x.zip", [0x50, 0x4B, 3, 4], "x.zip is a zip archive; unzip -p FILE | "),
    ("x.XLSX", [0x50, 0x4B, 3, 4], "x.XLSX is a spreadsheet; save it as CSV"),
    ("x.csv", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "x.csv is an image"),
    ("x", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0], "x is a program"),
    ("x.csv", (0...255).map { UInt8($0) }, "x.csv is not text in UTF-8, UTF-16"),
  ])
  func `is refused with what it is`(name: String, bytes: [UInt8], message: String) throws {
    for format in [nil, InterchangeFormat.csv, .json] {
      let error = #expect(throws: InterchangeError.self) {
        try InspectedInputs([ImportInput(source(bytes: bytes, name: name), format: format)])
      }
      let words = error?.sentence(.commandOptions) ?? ""
      expectTrue(words.hasPrefix(message), words)
      expectTrue(error?.description.contains("cairn") == false, words)
    }
  }
}
