internal import CairnFiles
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A file in which a person edits a text` {
  @Test func `is written where it is, not where a link in its place leads`() throws {
    let files = MemoryFileSystem()
    let file = try EditedFile(Array("one".utf8), named: "recipes", as: "rec", .fixture(), files)
    try files.replace("/home/ann/other", with: Array("mine".utf8))
    try files.remove(file.path)
    try files.makeLink(file.path, to: "/home/ann/other")
    try expectEqual(file.read(), Array("mine".utf8))
    try file.write(Array("two".utf8))
    try expectEqual(files.read("/home/ann/other"), Array("mine".utf8))
    try expectEqual(file.read(), Array("two".utf8))
    try file.write(Array("three".utf8))
    try expectEqual(file.read(), Array("three".utf8))
  }
}
