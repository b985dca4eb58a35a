internal import CairnFiles

struct GitObject {
  var id: String
  /// "blob", "tree", "commit" or "tag".
  var kind: String
  var bytes: [UInt8]
}

/// Reads git objects through one `git cat-file` process that keeps running.
///
/// In a small sync, a process for each question would take most of the time.
final class ObjectReader {
  private var program: RunningProgram?

  /// The objects with these names, `nil` for those that aren't there.
  ///
  /// Cost: the bytes of all.
  ///
  /// - Parameters:
  ///   - names: ids, or other names of revisions without spaces.
  ///   - git: the git that starts if no process is running.
  /// - Returns: the objects, in the order of their names.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`.
  func objects(named names: [String], _ git: Git) throws(SyncError) -> [GitObject?] {
    guard !names.isEmpty else { return [] }
    try start(git)
    guard let program else { return [] }
    var answers = ObjectAnswers(count: names.count)
    let words = Array(names.map { $0 + "\n" }.joined().utf8)
    let isWhole = program.answer(to: words, isCanceled: git.isCanceled) { answers.add($0) }
    if isWhole { return answers.objects }
    self.program = nil
    if git.isCanceled() { throw .canceled }
    try Git.require(program.end(), Self.arguments)
    throw .git(command: Self.arguments[0], reason: "it ended too early")
  }

  private static let arguments = ["cat-file", "--batch"]

  /// Starts the git process in the background, unless it is already running.
  ///
  /// - Throws: `SyncError.noGit`.
  func start(_ git: Git) throws(SyncError) {
    if program == nil { program = try git.start(Self.arguments, input: .told) }
  }
}

/// A parser for the output of `git cat-file --batch`, part by part.
struct ObjectAnswers {
  private(set) var objects: [GitObject?] = []
  private let count: Int
  private var bytes: [UInt8] = []
  /// The offset of the next answer.
  private var place = 0

  /// Creates a parser for the answers to `count` questions.
  init(count: Int) { self.count = count }

  /// Adds a part of the output, and returns whether all answers are complete.
  mutating func add(_ part: [UInt8]) -> Bool {
    bytes += part
    while objects.count < count, let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
      // "ID KIND SIZE", or "NAME missing".
      let words = String(decoding: bytes[place..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 3, let size = Int(words[2]) else {
        objects.append(nil)
        place = end + 1
        continue
      }
      let last = end + 1 + size
      guard last < bytes.count else { return false }
      objects.append(
        GitObject(id: String(words[0]), kind: String(words[1]), bytes: Array(bytes[end + 1..<last]))
      )
      place = last + 1
    }
    return objects.count == count
  }
}

struct Commit {
  var id: String
  var parents: [String] = []
  var message: String

  /// Parses the object of a commit; `nil` for another kind of object.
  init?(_ object: GitObject) {
    guard object.kind == "commit" else { return nil }
    id = object.id
    let text = String(decoding: object.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines.prefix { !$0.isEmpty }
    parents = head.filter { $0.hasPrefix("parent ") }.map { String($0.dropFirst(7)) }
    message = lines.dropFirst(head.count + 1).joined(separator: "\n")
  }
}

extension GitObject {
  /// The names in a tree.
  var names: [String] {
    var names: [String] = []
    var rest = bytes[...]
    // "MODE NAME", a zero byte, and the bytes of an id.
    while let end = rest.firstIndex(of: 0) {
      let entry = String(decoding: rest[..<end], as: UTF8.self)
      names.append(String(entry.drop { $0 != " " }.dropFirst()))
      rest = rest[end...].dropFirst(1 + id.utf8.count / 2)
    }
    return names
  }
}
