import CairnFiles
import TestSupport
import Testing

@Suite struct `A file error` {
  @Test(arguments: [
    (FileError.notFound(.read, path: "a"), "cannot read a: no such file or folder"),
    (.alreadyExists(.create, path: "a"), "cannot create a: it already exists"),
    (.notAllowed(.makeFolder, path: "a"), "cannot make the folder a: permission is missing"),
    (.readOnly(.rename, path: "a"), "cannot rename a: the file system is read-only"),
    (.full(.write, path: "a"), "cannot write a: the disk is full"),
    (.busy(.lock, path: "a"), "cannot lock a: another program has locked it"),
    (.notFolder(.list, path: "a"), "cannot list a: it is not a folder"),
    (.isFolder(.open, path: "a"), "cannot open a: it is a folder"),
    (.notFile(.read, path: "a"), "cannot read a: it is a pipe or a device, not a file"),
    (.notEmpty(.remove, path: "a"), "cannot remove a: the folder is not empty"),
    (.tooManyOpen(.open, path: "a"), "cannot open a: too many files are open"),
    (.linkLoop(.examine, path: "a"), "cannot examine a: its links form a circle"),
    (.device(.synchronize, path: "a"), "cannot synchronize a: the device failed"),
    (.system(.exchange, path: "a", code: 18), "cannot exchange a: invalid cross-device link"),
    (.system(.truncate, path: "a", code: 9999), "cannot truncate a: the system says 9999"),
  ])
  func `is a sentence about what was asked`(error: FileError, sentence: String) {
    expectEqual(error.description, sentence)
    expectEqual(error.path, "a")
    expectTrue(sentence.hasPrefix("cannot \(error.action.rawValue) "))
  }

  @Test func `says what would help`() {
    expectTrue(FileError.full(.write, path: "a").isFull)
    expectTrue(FileError.readOnly(.write, path: "a").isReadOnly)
    expectTrue(FileError.notAllowed(.write, path: "a").isReadOnly)
    expectTrue(FileError.busy(.lock, path: "a").isBusy)
    expectTrue(FileError.notFound(.read, path: "a").isNotFound)
    let other = FileError.device(.write, path: "a")
    expectTrue(!other.isFull && !other.isReadOnly && !other.isBusy && !other.isNotFound)
  }

  @Test func `comes from the machine with its meaning`() throws {
    let files = RealFileSystem()
    let long = String(repeating: "x", count: 300)
    #expect(throws: FileError.system(.read, path: long, code: 36)) { try files.read(long) }
    #expect(throws: FileError.full(.write, path: "/dev/full")) {
      try files.open("/dev/full", .readWrite).write([1], at: 0)
    }
  }
}
