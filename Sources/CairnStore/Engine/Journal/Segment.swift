internal import CairnFiles

/// An open segment of the journal: a file that is filled with line ends before its use.
///
/// A frame overwrites line ends and does not change the file's size. So a sync only has to write
/// data.
struct Segment: Sendable {
  /// The usual size, in bytes.
  static let usualSize = 1 << 20

  let header: SegmentHeader
  private(set) var size: Int
  /// The least length of the file; a file that was made for a large frame grows with it.
  private var length: Int
  private let file: any OpenFile
  /// The status of the file at its opening, which tells it from another file of its name.
  private let opened: FileStatus
  private var reader: FrameReader
  /// The number of line ends that the last read found behind the last frame.
  private var blankCount = 0
  /// Whether all frames before the end are certainly on the disk.
  ///
  /// The process that wrote a frame may have been killed before its sync.
  private(set) var isSettled = true

  /// Opens the segment in `file`; `nil` if its first line is not a segment's.
  static func open(_ file: any OpenFile) throws(FileError) -> Segment? {
    let start = try file.read(at: 0, count: 256)
    let opened = try file.status()
    return SegmentHeader(start.span).map { Segment($0, file, opened, size: opened.size) }
  }

  private init(
    _ header: SegmentHeader, _ file: any OpenFile, _ opened: FileStatus, size: Int,
    length: Int? = nil
  ) {
    self.header = header
    self.file = file
    self.opened = opened
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
    // A segment for a large frame is written once, together with the frame.
    let length = size == usual ? size : text.count + 1
    try fill(file, from: text, count: length)
    try file.synchronize()
    return Segment(header, file, try file.status(), size: size, length: length)
  }

  /// Writes a spare file for a segment: line ends, with room for the first line.
  static func writeSpare(to file: any OpenFile, size: Int) throws(FileError) {
    try fill(file, count: size)
    try file.synchronize()
  }

  /// Writes `count` bytes to an empty file: `start`, and then line ends.
  ///
  /// It writes in small pieces, because the system keeps each written piece as one piece of its
  /// memory. Writing a frame into a piece of a megabyte takes three times as long as into a small
  /// one (Linux 6.18).
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

  /// Writes the first line to a spare file of `size` bytes, and waits for the disk.
  ///
  /// It needs no new space on the disk. It overwrites the space of the longest first line, because
  /// an earlier attempt may have failed.
  static func create(
    _ header: SegmentHeader, inSpare file: any OpenFile, size: Int
  ) throws(FileError) -> Segment {
    let text = Array(header.text.utf8)
    let blank = [UInt8](repeating: .newline, count: SegmentHeader.longest - text.count)
    try file.write(text + blank, at: 0)
    try file.synchronize()
    return Segment(header, file, try file.status(), size: size)
  }

  /// The segment, with its frames unread.
  var fromItsStart: Segment { Segment(header, file, opened, size: size, length: length) }

  /// The number that the next frame will have.
  var nextNumber: UInt64 { reader.number }
  /// The checksum that the next frame continues from.
  var seed: UInt32 { reader.seed }
  /// The offset of the next frame.
  var end: Int { reader.offset }
  /// The number of frames before that offset.
  var frameCount: Int { Int(clamping: reader.number - header.base) }
  /// Whether no frame was written.
  var isEmpty: Bool { reader.number == header.base }

  /// Whether a frame of `count` bytes and a line end after it fit.
  func hasRoom(for count: Int) -> Bool { end + count < size }

  /// Whether the file has lost its name, for example because a tool cleaned the folder.
  func isGone() throws(FileError) -> Bool { try file.status().linkCount == 0 }

  /// Whether `status`, of a file with the segment's name, is the status of this file.
  func isFile(of status: FileStatus?) -> Bool { status?.isSameFile(as: opened) == true }

  /// Whether the `count` bytes for the next frame hold parts of an incomplete frame.
  ///
  /// After a power failure during the next save, its first half and the old bytes could form a
  /// valid frame.
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
    guard try hasTornTail(), try !hasDamage() else { return }
    let room = max(end + 1, usual)
    try file.truncate(to: room)
    (size, length) = (room, min(length, room))
  }

  /// Reads the frames that any process added since the last call.
  mutating func readFrames() throws(FileError) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    // Small at first, because there are mostly no new frames, but large enough for most saves.
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
        // The bytes after the end are an incomplete frame.
        blankCount = 0
        return frames
      }
      window *= 4
    }
  }

  /// Reads the bytes after the end, and the ranges of the frames in them that are new.
  ///
  /// For a long history, this takes a third of the time that copying the frames takes.
  mutating func readFramesInPlace() throws(FileError) -> (bytes: [UInt8], frames: [Range<Int>]) {
    let start = end
    // The newest segment mostly has few frames; all others are full.
    let window = 1 << 14
    var bytes = try file.read(at: start, count: window)
    // Two line ends in a row are only after the last frame.
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

  /// Whether a saved frame was damaged: a broken frame has all its bytes, or a frame follows it.
  func hasDamage() throws(FileError) -> Bool {
    // The first byte may be the wrong one.
    guard try hasTornTail(within: 2) else { return false }
    let rest = try file.read(at: end, count: size - end)
    return FrameReader.hasFrame(behindFirstLineOf: rest)
      || FrameReader.isComplete(rest, number: nextNumber)
  }

  /// Returns the names of records in frames that damage makes unreadable.
  func damagedFrames() throws(FileError) -> DamagedFrames {
    DamagedFrames(try file.read(at: end, count: size - end))
  }

  /// Writes a frame after the last one; it is not saved before `synchronize` returns.
  func write(_ frame: [UInt8]) throws(FileError) {
    try file.write(frame, at: end)
  }

  /// Removes a frame of `count` bytes that could not be written completely.
  ///
  /// If the file grew, it is truncated, because it takes the space that was missing.
  mutating func takeBack(_ count: Int) throws(FileError) {
    let kept = max(length, end)
    if try file.size() > kept { try file.truncate(to: kept) }
    // The next frame goes to space that the file already has.
    size = min(size, kept)
    let written = min(count, kept - end)
    if written > 0 { try file.write([UInt8](repeating: .newline, count: written), at: end) }
  }

  /// Waits until the written data is on the disk; never call it again after a failure.
  func synchronize() throws(FileError) {
    try file.synchronize()
  }

  /// Notes that a frame of `count` bytes with `checksum` is saved.
  mutating func advance(by count: Int, checksum: UInt32) {
    reader = FrameReader(offset: end + count, number: nextNumber + 1, seed: checksum)
    length = max(length, end)
    blankCount = max(0, blankCount - count)
    isSettled = true
  }
}
