import CairnFiles

/// Small files of text, the system's own under /proc among them.
enum Text {
  static func lines(of path: String) throws -> [Substring] {
    String(decoding: try RealFileSystem().read(path), as: UTF8.self).split(separator: "\n")
  }

  static func write(_ text: String, to path: String) throws {
    try RealFileSystem().replace(path, with: Array((text + "\n").utf8))
  }
}
