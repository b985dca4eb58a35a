internal import CairnFiles

/// An open segment of the journal: a file that was written full of line ends before its use.
///
/// A frame overwrites line ends and leaves the file's size alone, so that waiting for the disk
/// means waiting for data only.
struct Segment: Sendable {
  /// The usual size, in bytes.
  static let usualSize = 1 << 20

  let header: SegmentHeader
  private(set) var size: Int
  /// How long the file is at least; one that was made for a large frame grows with it.
  private var length: Int
  private let file: any OpenFile
  private var reader: FrameReader
  /// How many line ends, and nothing else, stood behind the end when it was read last.
  private var blankCount = 0
  /// Whether all frames before the end are on the disk for certain; who wrote one of them may have
  /// died before it waited.
  private(set) var isSettled = true

  /// The segment that `file` holds, `nil` if its first line is none.
  static func open(_ file: any OpenFile) throws(FileError) -> Segment? {
    let start = try file.read(at: 0, count: 256)
    let size = try file.size()
    return SegmentHeader(start.span).map { Segment($0, file, size: size) }
  }

  private init(_ header: SegmentHeader, _ file: any OpenFile, size: Int, length: Int? = nil) {
    self.header = header
    self.file = file
    self.size = size
    self.length = length ?? size
    reader = FrameReader(
      offset: header.text.utf8.count, number: header.base, seed: header.seed)
  }

  /// Writes a new segment to `file`, which is empty, and waits for the disk.
  static func create(
    _ header: SegmentHeader, in file: any OpenFile, size usual: Int, room: Int
  ) throws(FileError) -> Segment {
    let text = Array(header.text.utf8)
    let size = max(usual, text.count + room + 1)
    // One made for a large frame is written once, with the frame.
    let length = size == usual ? size : text.count + 1
    try fill(file, from: text, count: length)
    try file.synchronize()
    return Segment(header, file, size: size, length: length)
  }

  /// Writes a file that is to become a segment: line ends, with room for the first line.
  static func writeSpare(to file: any OpenFile, size: Int) throws(FileError) {
    try fill(file, count: size)
    try file.synchronize()
  }

  /// Writes `count` bytes to an empty file: `start`, and line ends behind it.
  ///
  /// Piece by piece, since the system keeps what was written at once as one piece of its memory,
  /// and a frame into a piece of a megabyte costs it three times that into a small one (Linux
  /// 6.18).
  private static func fill(
    _ file: any OpenFile, from start: [UInt8] = [], count: Int
  ) throws(FileError) {
    let blank = [UInt8](repeating: .newline, count: min(count, 1 << 14))
    var piece = blank
    piece.replaceSubrange(..<start.count, with: start)
    for offset in stride(from: 0, to: count, by: blank.count) {
      let rest = count - offset
      try file.write(rest < piece.count ? Array(piece[..<rest]) : piece, at: offset)
      piece = blank
    }
  }

  /// Puts the first line on a spare file of `size` bytes, and waits for the disk.
  ///
  /// It needs no room on the disk. The room of any first line is written, since an attempt may have
  /// failed before.
  static func create(
    _ header: SegmentHeader, inSpare file: any OpenFile, size: Int
  ) throws(FileError) -> Segment {
    let text = Array(header.text.utf8)
    let blank = [UInt8](repeating: .newline, count: SegmentHeader.longest - text.count)
    try file.write(text + blank, at: 0)
    try file.synchronize()
    return Segment(header, file, size: size)
  }

  /// The same segment, to be read once more.
  var fromItsStart: Segment { Segment(header, file, size: size, length: length) }

  /// The number that the next frame will have.
  var nextNumber: UInt64 { reader.number }
  /// The checksum that the next frame continues from.
  var seed: UInt32 { reader.seed }
  /// Where the next frame will stand.
  var end: Int { reader.offset }
  /// The number of frames before that place.
  var frameCount: Int { Int(clamping: reader.number - header.base) }
  /// Whether no frame was written.
  var isEmpty: Bool { reader.number == header.base }

  /// Whether a frame of `count` bytes has room, with a line end after it.
  func hasRoom(for count: Int) -> Bool { end + count < size }

  /// Whether the file has lost its name, as when a tool cleaned the folder.
  func isGone() throws(FileError) -> Bool { try file.linkCount() == 0 }

  /// Whether something stands in the `count` bytes where the next frame will, which was never
  /// saved as a whole.
  ///
  /// Power that fails during the next save could make a whole of its first half and the old one.
  func hasTornTail(within count: Int = 1) throws(FileError) -> Bool {
    if count <= blankCount { return false }
    return try file.read(at: end, count: count).contains { $0 != .newline }
  }

  /// Whether the file is larger than both the usual size and its frames.
  func isOversized(forUsual usual: Int) throws(FileError) -> Bool {
    try file.size() > max(end + 1, usual)
  }

  /// Truncates an oversized file whose last frame is incomplete.
  ///
  /// A process that is killed during a large save leaves such a file. The caller holds the commit
  /// lock.
  mutating func cutTornTail(toUsual usual: Int) throws(FileError) {
    guard try hasTornTail() else { return }
    let room = max(end + 1, usual)
    try file.truncate(to: room)
    (size, length) = (room, min(length, room))
  }

  /// The frames that were added since the last call, by any process.
  mutating func readFrames() throws(FileError) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    // Small at first, as mostly there is nothing, but enough for what most saves write.
    var window = 1 << 8
    while true {
      let start = end
      let bytes = try file.read(at: start, count: window)
      guard bytes.first == UInt8(ascii: "%") else {
        blankCount = bytes.firstIndex { $0 != .newline } ?? bytes.count
        return frames
      }
      frames += reader.frames(in: bytes, start: start)
      if end > start { isSettled = false }
      if end == start, bytes.count < window {
        // The bytes behind the end are an incomplete frame.
        blankCount = 0
        return frames
      }
      window *= 4
    }
  }

  /// The bytes behind the end, and where in them the frames stand that were added since the last
  /// call; of a long history that is a third of what the frames alone would cost.
  mutating func readFramesInPlace() throws(FileError) -> (bytes: [UInt8], frames: [Range<Int>]) {
    let start = end
    // Mostly there is little in the newest segment, and as much as there can be in all others.
    let window = 1 << 14
    var bytes = try file.read(at: start, count: window)
    // Two line ends in a row stand behind the last frame only.
    if bytes.count == window, bytes.suffix(2) != [.newline, .newline] {
      bytes = try file.read(at: start, count: size - start)
    }
    var frames: [Range<Int>] = []
    while let frame = reader.next(in: bytes.span, start: start) {
      frames.append(frame.range.lowerBound - start..<frame.range.upperBound - start)
    }
    if !frames.isEmpty { isSettled = false }
    return (bytes, frames)
  }

  /// Whether a whole frame stands behind one that is not, so that a saved one was damaged.
  func hasDamage() throws(FileError) -> Bool {
    guard try hasTornTail() else { return false }
    return FrameReader.hasFrame(behindFirstLineOf: try file.read(at: end, count: size - end))
  }

  /// Returns the names of records in the frames that can't be read because of damage, such as
  /// `Recipe/p3`.
  func namesBehindDamage() throws(FileError) -> [ArraySlice<UInt8>] {
    let bytes = try file.read(at: end, count: size - end)
    return FrameOutline(bytes.span).changes.map { bytes[$0.name] }
  }

  /// Writes a frame behind the last one; it is not saved before `synchronize` returns.
  func write(_ frame: [UInt8]) throws(FileError) {
    try file.write(frame, at: end)
  }

  /// Takes back a frame of `count` bytes that could not be written as a whole.
  ///
  /// What the file got longer by is cut off, as it takes the room that was missing.
  mutating func takeBack(_ count: Int) throws(FileError) {
    let kept = max(length, end)
    if try file.size() > kept { try file.truncate(to: kept) }
    // The next frame goes where there is room for it already.
    size = min(size, kept)
    let written = min(count, kept - end)
    if written > 0 { try file.write([UInt8](repeating: .newline, count: written), at: end) }
  }

  /// Waits until what was written is on the disk; never to be repeated after it failed.
  func synchronize() throws(FileError) {
    try file.synchronize()
  }

  /// Takes note that a frame of `count` bytes with `checksum` is saved.
  mutating func advance(by count: Int, checksum: UInt32) {
    reader = FrameReader(offset: end + count, number: nextNumber + 1, seed: checksum)
    length = max(length, end)
    blankCount = max(0, blankCount - count)
    isSettled = true
  }
}
