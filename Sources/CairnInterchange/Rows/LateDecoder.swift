/// Reads an input whose first block is ASCII, and so leaves open what its encoding is.
///
/// ASCII is the same in UTF-8 and Windows-1252, and the first byte of anything else decides: where
/// it begins a character of UTF-8, so is the input, and what is not UTF-8 later is damage. Else it
/// is Windows-1252 from there on, and nothing before has to be read again.
struct LateDecoder {
  /// The encoding, `nil` for as long as all is ASCII.
  private(set) var encoding: TextEncoding?

  /// The next block of `source` as UTF-8, none at its end.
  mutating func next(from source: ByteStream) throws(InterchangeError) -> [UInt8] {
    guard var block = try source.nextBlock() else { return [] }
    if encoding == nil, block.reduce(0, |) >= 0x80,
      let place = block.firstIndex(where: { $0 >= 0x80 })
    {
      // The character may go on in the next block.
      while block.count - place < 4, let more = try source.nextBlock() { block += more }
      encoding = Self.beginsCharacter(block[place...].prefix(4)) ? .utf8 : .windows1252
    }
    return encoding == .windows1252 ? Windows1252.decode(block) : block
  }

  private static func beginsCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      return error.byteOffsets.lowerBound > 0
    }
  }
}
