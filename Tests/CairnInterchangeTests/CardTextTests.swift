import CairnFiles
import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `The multibyte values of cards` {
  /// Cards in Shift JIS: each with a name, and with a note of two lines.
  private func cards(_ count: Int) -> String {
    (0..<count).map { number in
      let start = ";CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:"
      return
        "BEGIN:VCARD\nVERSION:2.1\nFN\(start)=96=BC=91=4F\(number)\n"
        + "NOTE\(start)=96=BC=0A=91=4F \(number)\nEND:VCARD\n"
    }.joined()
  }

  @Test func `are decoded together, and each is the text of its own bytes`() throws {
    let text = cards(40)
    let texts = try CardTexts { () throws(InterchangeError) in source(text, name: "x.vcf") }
    expectEqual(texts.count, 80)
    let store = try makeStore()
    let report = try store.take(text, as: "contacts.vcf")
    expectEqual(report.lostValueCount, 0)
    let names = try store.texts("Name", of: "Contact")
    expectEqual(names, (0..<40).map { "名前\($0)" })
    try expectEqual(store.texts("Note", of: "Contact")[7], "名\n前 7")
  }

  @Test func `cost only themselves where they are invalid`() throws {
    let bad =
      "BEGIN:VCARD\nVERSION:2.1\nFN:Ann\n"
      + "NOTE;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=96\nEND:VCARD\n"
    let store = try makeStore()
    let report = try store.take(cards(3) + bad, as: "contacts.vcf")
    expectEqual(report.lostValues.map(\.reason), ["the value of NOTE is not Shift_JIS"])
    try expectEqual(store.texts("Name", of: "Contact"), ["名前0", "名前1", "名前2", "Ann"])
  }

  @Test func `need no program where no property names an encoding`() throws {
    let texts = try CardTexts { () throws(InterchangeError) in
      source("BEGIN:VCARD\nFN;TYPE=x:Ann\nEND:VCARD\n", name: "x.vcf")
    }
    expectEqual(texts.count, 0)
  }
}

@Suite struct `The kept files beside an export` {
  @Test func `fail the import where their folder can't be read`() throws {
    let files = MemoryFileSystem()
    try files.makeFolder("/export")
    try files.makeFolder("/export/files")
    try expectEqual(ImportedFiles(in: "/export", files).files.count, 0)
    #expect(throws: FileError.self) {
      try ImportedFiles(in: "/export", UnreadableFolders(files))
    }
  }

  @Test func `are none without their folder`() throws {
    try expectEqual(ImportedFiles(in: "/export", MemoryFileSystem()).notices, [])
  }
}

/// Files whose folders can't be listed.
private final class UnreadableFolders: ForwardingFileSystem {
  let inner: any FileSystem

  init(_ inner: any FileSystem) { self.inner = inner }

  func list(_ folder: String) throws(FileError) -> [String] {
    throw .notAllowed(.read, path: folder)
  }
}
