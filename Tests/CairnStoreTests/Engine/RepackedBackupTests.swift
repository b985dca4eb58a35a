import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// Backups that a person unpacked and packed again.
@Suite struct `A backup that another program packed` {
  private let files = MemoryFileSystem()
  private let long = "conflicts/" + String(repeating: "n", count: 200)

  private func restore(_ archive: [UInt8]) throws -> ObjectStore {
    try files.write(archive, to: "/archive.tar")
    let options = Fixture.options(files, folder: "/copy", seed: 5)
    try ObjectStore.restore(options, from: "/archive.tar", on: files)
    return try ObjectStore.open(options)
  }

  private static let formats = [
    ("tar", "gnu"), ("tar", "oldgnu"), ("tar", "posix"), ("tar", "ustar"), ("bsdtar", "pax"),
    ("bsdtar", "gnutar"), ("bsdtar", "ustar"),
  ].filter { Program($0.0) != nil }

  @Test(arguments: formats)
  func `is a backup, with its long names`(program: String, format: String) throws {
    let place = try TemporaryFolder()
    defer { withExtendedLifetime(place) {} }
    let real = RealFileSystem()
    let store = try Fixture.makeStore(real, folder: place.path("store"))
    try store.addRecipe("Soup")
    try real.makeFolder(place.path("store/conflicts"))
    // The oldest of the formats splits a name, but only where a slash is.
    let name = format == "ustar" ? "conflicts/" + String(repeating: "n", count: 99) : long
    try real.replace(place.path("store/\(name)"), with: [7, 8])
    try store.close()
    let outcome = try #require(Program(program)).run([
      "-C", place.path("store"), "--exclude", "./.local", "--format", format, "-cf",
      place.path("packed.tar"), ".",
    ])
    expectEqual(outcome.status, 0, "\(outcome.output)")
    let copy = try restore(try real.read(place.path("packed.tar")))
    expectEqual(copy.recipesAsText, store.recipesAsText)
    try expectEqual(files.read("/copy/\(name)"), [7, 8])
  }

  /// An archive with the files of a store, after `first`, which is blocks of an archive.
  private func archive(_ first: [UInt8], _ last: [UInt8] = []) throws -> [UInt8] {
    if try !files.exists("/store") { try Fixture.makeStore(files).close() }
    let file = try files.open("/made-\(UInt64.random(in: 0 ... .max))", .create)
    var writer = TarWriter(file)
    for own in ["STORE", "model/1.rec"] {
      try writer.add(own, try files.read("/store/\(own)"), modified: 0)
    }
    try writer.finish()
    let bytes = try files.read(file.path)
    return first + bytes.dropLast(1024) + last + bytes.suffix(1024)
  }

  /// What GNU tar writes before a file whose name is long.
  private func note(_ kind: TarHeader.Kind, _ text: [UInt8], size: Int? = nil) throws -> [UInt8] {
    let header = TarHeader(
      name: "././@LongLink", kind: kind, size: size ?? text.count, modified: 0)
    return try #require(header.block) + text
      + [UInt8](repeating: 0, count: TarHeader.padding(after: text.count))
  }

  private func file(_ name: String) throws -> [UInt8] {
    try #require(TarHeader(name: name, kind: .file, size: 0, modified: 0).block)
  }

  @Test func `may have a name in a block of its own`() throws {
    let name = try note(.longName, Array("\(long)\0".utf8))
    let bytes = try archive(name + file("cut"))
    _ = try restore(bytes)
    try expectTrue(files.exists("/copy/\(long)"))
    try expectTrue(!files.exists("/copy/cut"))
  }

  @Test(arguments: [
    "../" + String(repeating: "x", count: 200), "/etc/passwd", "", "a/../../b", ".git/x",
  ])
  func `is refused where a long name leads elsewhere`(name: String) throws {
    let length = (8...).first { "\($0) path=\(name)\n".utf8.count == $0 } ?? 0
    for (kind, text) in [
      (TarHeader.Kind.longName, "\(name)\0"), (.attributes, "\(length) path=\(name)\n"),
    ] {
      let bytes = try archive(note(kind, Array(text.utf8)) + file("conflicts/a"))
      let error = #expect(throws: StoreError.self) { try restore(bytes) }
      expectEqual(error?.description.contains("not belong in a backup"), true, "\(kind)")
      try expectTrue(!files.exists("/copy"))
    }
  }

  @Test(arguments: [TarHeader.Kind.longName, .attributes, .globalAttributes])
  func `is refused where a name is longer than any, before it is read`(
    kind: TarHeader.Kind
  ) throws {
    let bytes = try archive(note(kind, [], size: 0o777_7777_7777) + file("conflicts/a"))
    let error = #expect(throws: StoreError.self) { try restore(bytes) }
    expectEqual(error?.description.hasSuffix("header of the archive is too long"), true)
  }

  @Test func `is refused where it ends within a long name, or behind it`() throws {
    let name = try note(.longName, Array("\(long)\0".utf8))
    for bytes in [
      try archive([], name), Array(try archive([]).dropLast(1024)) + name.prefix(600),
      Array(try archive([]).dropLast(1024)) + name,
    ] {
      let error = #expect(throws: StoreError.self) { try restore(bytes) }
      expectEqual(error?.description.hasSuffix("the archive is cut"), true)
      try expectTrue(!files.exists("/copy"))
    }
  }
}
