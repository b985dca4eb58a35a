package import CairnFiles
internal import Synchronization

/// A file that a store keeps: a copy in its folder, below the hash of the content.
///
///     Receipt: files/9f86d081884c7d659a2feaa0c55ad015/bill.pdf
///
/// The path is the value of a field of the type `file`. It has the file's own name at the end, so
/// that other programs show it. The same content under the same name is kept once.
///
/// 1. A file is on the disk before a record names it.
/// 2. A kept file never changes; `verify` compares it with its hash.
/// 3. It stays as long as a record or the history names it.
public struct KeptFile: Hashable, Sendable {
  /// The name of the folder of kept files.
  package static let folder = "files"
  /// The longest name in bytes; file systems allow 255.
  private static let longestName = 200
  /// The largest file that programs should keep, in bytes, since synced machines get a copy of each.
  public static let largest = 50_000_000

  /// The first half of the content's SHA-256, in hexadecimal digits.
  public let hash: String
  /// The name of the original file.
  public let name: String

  /// The path within the store's folder, which is the value of a field.
  public var path: String { "\(Self.folder)/\(hash)/\(name)" }

  /// Creates the kept file of a content.
  ///
  /// A name that would be hidden, or that has control characters, is changed.
  init(of content: [UInt8], named name: String) {
    hash = Self.hash(of: content)
    var rest = name[...]
    var excess = name.utf8.count - Self.longestName
    // The end has the type.
    while excess > 0, let first = rest.popFirst() { excess -= first.utf8.count }
    let bare = rest.drop { $0 == "." }.map { $0.isNewline || $0.isControl ? "_" : $0 }
    self.name = bare.isEmpty ? "file" : String(bare)
  }

  /// Reads a field's value; `nil` for any other text, such as the path of a file elsewhere.
  public init?(_ value: String) {
    guard value.hasPrefix("\(Self.folder)/") else { return nil }
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].utf8.count == ContentHash.length,
      parts[1].utf8.allSatisfy(\.isLowercaseHexadecimal),
      !parts[2].isEmpty, !parts[2].hasPrefix("."), parts[2].utf8.count <= Self.longestName,
      !parts[2].contains(where: \.isControl)
    else { return nil }
    (hash, name) = (String(parts[1]), String(parts[2]))
  }

  /// Reads one value of a field, with or without a label.
  public init?(of value: Value) {
    switch value {
    case .text(let text): self.init(text)
    case .labeled(_, let value): self.init(of: value)
    default: return nil
    }
  }

  /// Returns whether a content is the one that was kept.
  public func holds(_ content: [UInt8]) -> Bool { Self.hash(of: content) == hash }

  /// Returns whether a file has the content that was kept.
  ///
  /// Cost: the file is read in parts.
  package func holds(_ file: any OpenFile) throws(FileError) -> Bool {
    try ContentHash.digits(of: file) == hash
  }

  /// Returns the hash of a content.
  static func hash(of content: [UInt8]) -> String {
    var hash = ContentHash()
    hash.add(content)
    return hash.digits
  }

  /// Returns whether a path of a store is the folder of kept files, or a path in it.
  package static func isPlace(_ path: String) -> Bool {
    path == folder || path.hasPrefix("\(folder)/")
  }

  /// The hashes that texts of a store mention, also inside of longer texts.
  static func mentions(in text: [UInt8]) -> Set<String> {
    let start = Array("\(folder)/".utf8)
    var found: Set<String> = []
    var index = 0
    while let slash = text[index...].firstIndex(of: UInt8(ascii: "/")) {
      index = slash + 1
      let end = index + ContentHash.length
      guard slash + 1 >= start.count, end <= text.count,
        text[(index - start.count)..<index].elementsEqual(start),
        text[index..<end].allSatisfy(\.isLowercaseHexadecimal)
      else { continue }
      found.insert(String(decoding: text[index..<end], as: UTF8.self))
    }
    return found
  }
}

extension UInt8 {
  fileprivate var isLowercaseHexadecimal: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

extension ObjectStore {
  /// Keeps a copy of a file in the store's folder.
  ///
  /// The copy is on the disk when the method returns. If no record names it then, it is removed
  /// later. Cost: the content is written and waited for.
  ///
  /// - Parameters:
  ///   - content: the content of the file.
  ///   - name: the name of the file.
  /// - Returns: the kept file; its path is the value of a field.
  /// - Throws: `StoreError.file` if the copy cannot be written; `.readOnly`, `.needsNewer`.
  public func keep(_ content: [UInt8], named name: String) throws(StoreError) -> KeptFile {
    let kept = KeptFile(of: content, named: name)
    let (folder, lock) = try writer.withLock { writer throws(StoreError) in
      try writer.requireWritable()
      let lock = try writer.lockCommits()
      do throws(StoreError) {
        try writer.noteFeatures([.files])
      } catch {
        lock.release()
        throw error
      }
      return (writer.folder, lock)
    }
    // The lock prevents another process from removing the copy as unused before it is complete.
    defer { lock.release() }
    let (place, all) = ("\(folder.path)/\(kept.path)", "\(folder.path)/\(KeptFile.folder)")
    try folder.perform { files throws(FileError) in
      try files.makeFolder(place.parentFolder)
      // Also if the file exists: it may be damaged, and its time tells that it is in use.
      try files.replace(place, with: content)
      try files.synchronizeFolder(all)
      try files.synchronizeFolder(folder.path)
    }
    return kept
  }

  /// The hashes of the kept files that a record or the history names; `nil` if they cannot be read.
  ///
  /// Cost: all texts and the history are read.
  package var usedFiles: Set<String>? {
    let (folder, journals) = writer.withLock { ($0.folder, $0.journal.folder) }
    return try? KeptFile.mentions(in: folder, journals)
  }

  /// Whether the store has a folder of kept files.
  package var keepsFiles: Bool {
    let folder = writer.withLock { $0.folder }
    return (try? folder.fingerprint(of: "\(folder.path)/\(KeptFile.folder)")) != nil
  }

  /// The absolute path of a kept file.
  public func place(of file: KeptFile) -> String {
    "\(writer.withLock { $0.folder.path })/\(file.path)"
  }
}
