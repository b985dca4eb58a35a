internal import CResources

/// A file of `Resources/` that the program contains.
struct EmbeddedFile: Hashable, Sendable {
  /// The path below `Resources/`, split at its slashes: `["samples", "books", "Book.rec"]`.
  let path: [String]
  private let index: Int

  /// All embedded files, in the order of their paths.
  static let all: [EmbeddedFile] = (0..<cairn_resource_count).map { index in
    let path = unsafe String(cString: cairn_resource_at(index).path)
    return EmbeddedFile(path: path.split(separator: "/").map(String.init), index: index)
  }

  /// The content, copied at each call.
  var bytes: [UInt8] {
    let resource = unsafe cairn_resource_at(index)
    return unsafe Array(UnsafeBufferPointer(start: resource.bytes, count: resource.size))
  }

  /// The content as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
