internal import CairnInterface

/// The width of a character as ncurses asks the C library for it.
///
/// The executable's own `wcwidth` takes the place of the C library's, which is some versions of
/// Unicode behind: an emoji that it does not know would be drawn as a blank. So a canvas, ncurses
/// and the cursor go by one table.
@c(wcwidth) public func columnsForCurses(_ character: Int32) -> Int32 {
  guard let scalar = Unicode.Scalar(UInt32(bitPattern: character)) else { return -1 }
  switch scalar.value {
  case 0: return 0
  case 0x01..<0x20, 0x7F..<0xA0: return -1
  default: return Int32(GlyphWidth.columns(of: scalar))
  }
}
