import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Kept files` {
  private let files = MemoryFileSystem()
  private let model =
    "%rec: Bill\n%title: Name\n%attribute: Name string\n%attribute: Receipt file\n"

  /// A store on day `day` that keeps history for five days.
  private func options(day: Int64 = 0) -> ObjectStore.Options {
    var options = Fixture.options(files)
    let start = Timestamp("2026-11-20T12:00:00Z")?.microseconds ?? 0
    options.clock = { Timestamp(microseconds: start + day * 86_400_000_000) }
    options.historyDays = 5
    return options
  }

  private func makeStore() throws -> ObjectStore {
    try ObjectStore.create(options(), modelText: model)
  }

  /// Saves a bill with a receipt.
  @discardableResult
  private func addBill(_ store: ObjectStore, _ receipt: String) throws -> ObjectID {
    let context = store.newContext()
    let bill = try context.create("Bill")
    bill["Name"] = .text("Bill")
    bill["Receipt"] = .text(receipt)
    try context.save(title: "add")
    return bill.id
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb924"), ("abc", "ba7816bf8f01cfea414140de5dae2223"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039"
    ),
  ])
  func `have the hash of FIPS 180-4`(content: String, hash: String) {
    expectEqual(KeptFile.hash(of: Array(content.utf8)), hash)
  }

  @Test func `have the hash of any length`() {
    // Another program made these hashes of the letter a, which is repeated.
    let all = (0...200).map { KeptFile.hash(of: [UInt8](repeating: 97, count: $0)) }
    expectEqual(Set(all).count, 201)
    expectEqual(all[55], "9f4390f8d30c2dd92ec9f095b65e2b9a")
    expectEqual(all[56], "b35439a4ac6f0948b6d6f9e3c6af0f5f")
    expectEqual(all[64], "ffe054fe7ae0cb6dc65c3af9b61d5209")
    expectEqual(
      KeptFile.hash(of: [UInt8](repeating: 97, count: 1_000_000)),
      "cdc76e5c9914fb9281a1c7e284d73e67")
  }

  @Test func `have the same hash in parts of any size`() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in [1, 3, 63, 64, 65, 130, 999] {
      var hash = ContentHash()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.add(Array(bytes[start..<min(start + size, bytes.count)]))
        hash.add([])
      }
      expectEqual(hash.digits, KeptFile.hash(of: bytes), "parts of \(size)")
    }
  }

  @Test func `have a path that is read back`() throws {
    let kept = try makeStore().keep(Array("abc".utf8), named: "bill 3.pdf")
    expectEqual(kept.path, "files/ba7816bf8f01cfea414140de5dae2223/bill 3.pdf")
    expectEqual(KeptFile(kept.path), kept)
    try expectEqual(files.read("/store/\(kept.path)"), Array("abc".utf8))
    for other in [
      "bill.pdf", "files/bill.pdf", "files/ba7816/bill.pdf", "/\(kept.path)", "\(kept.path)/x",
      "files/BA7816BF8F01CFEA414140DE5DAE2223/a", "files/ba7816bf8f01cfea414140de5dae2223/.a",
      "files/ba7816bf8f01cfea414140de5dae2223/..", "files/ba7816bf8f01cfea414140de5dae2223/",
    ] {
      expectTrue(KeptFile(other) == nil, other)
    }
  }

  @Test(arguments: [
    (".profile", "profile"), ("a\nb.pdf", "a_b.pdf"), ("..", "file"), ("Zoë.png", "Zoë.png"),
  ])
  func `have a name that every tool shows`(name: String, kept: String) {
    let file = KeptFile(of: [1], named: name)
    expectEqual(file.name, kept)
    expectEqual(KeptFile(file.path), file)
  }

  @Test func `have a short name with its type`() {
    let file = KeptFile(of: [1], named: String(repeating: "é", count: 300) + ".pdf")
    expectTrue(file.name.utf8.count <= 200 && file.name.hasSuffix(".pdf"))
    let points = KeptFile(of: [1], named: String(repeating: ".a", count: 150))
    expectEqual(KeptFile(points.path), points)
  }

  @Test func `are not for programs of earlier versions`() throws {
    let store = try makeStore()
    let header = try String(decoding: files.read("/store/STORE"), as: UTF8.self)
    expectTrue(!header.contains("Needs"))
    _ = try store.keep([1], named: "a")
    let noted = try String(decoding: files.read("/store/STORE"), as: UTF8.self)
    expectTrue(noted.contains("Needs: files"))
  }

  @Test func `stay while a record or the history names them, and then go`() throws {
    let clock = Clock()
    var options = options()
    options.clock = { clock.now }
    let store = try ObjectStore.create(options, modelText: model)
    let kept = try store.keep(Array("abc".utf8), named: "bill.pdf")
    let unused = try store.keep(Array("def".utf8), named: "draft.pdf")
    let place = "/store/\(kept.path)"
    let bill = try addBill(store, kept.path)
    func pass(_ days: ClosedRange<Int>) throws {
      for day in days {
        clock.set(days: day)
        try addBill(store, "elsewhere.pdf")
        try store.fold()
      }
    }
    try pass(0...20)
    try expectTrue(files.exists(place))
    try expectTrue(!files.exists("/store/\(unused.path)"), "no record ever named it")
    let context = store.newContext()
    try context.delete([bill])
    try context.save(title: "delete")
    try pass(21...24)
    try expectTrue(files.exists(place), "the deletion can be undone")
    try pass(25...40)
    try expectTrue(!files.exists(place.parentFolder))
  }

  @Test func `stay on the day they came, also without a record`() throws {
    let folder = try TemporaryFolder()
    var options = Fixture.options(RealFileSystem(), folder: folder.path + "/store")
    options.historyDays = 0
    let now = try #require(try RealFileSystem().status(of: folder.path)).modified
    options.clock = { Timestamp(microseconds: now / 1_000) }
    let store = try ObjectStore.create(options, modelText: model)
    let kept = try store.keep([1], named: "a")
    try store.compact()
    try expectTrue(RealFileSystem().exists(store.place(of: kept)))
  }

  @Test func `are in backups`() throws {
    let store = try makeStore()
    let kept = try store.keep(Array("abc".utf8), named: "bill.pdf")
    try addBill(store, kept.path)
    try store.backUp(to: "/backup.tar", on: files)
    var copy = options()
    copy.folder = "/copy"
    try ObjectStore.restore(copy, from: "/backup.tar", on: files)
    try expectEqual(files.read("/copy/\(kept.path)"), Array("abc".utf8))
    let restored = try ObjectStore.open(copy)
    try expectTrue(restored.verify().isEmpty)
  }

  @Test func `are missed by a check if they are gone or changed`() throws {
    let store = try makeStore()
    let kept = try store.keep(Array("abc".utf8), named: "bill.pdf")
    try addBill(store, kept.path)
    try store.fold()
    try expectTrue(store.verify().isEmpty)
    try files.replace("/store/\(kept.path)", with: Array("abd".utf8))
    let changed = try store.verify()
    expectEqual(changed.map(\.severity), [.damage])
    expectTrue(changed.first?.message.contains("bills/p1, Receipt: files/") == true)
    expectTrue(changed.first?.message.contains("was changed") == true)
    try files.remove("/store/\(kept.path)")
    let gone = try store.verify()
    expectTrue(gone.first?.message.contains("is missing") == true)
  }

  @Test func `are whole or not there, whichever call fails`() throws {
    let folder = "/store/files/ba7816bf8f01cfea414140de5dae2223"
    for call in 1... {
      let files = MemoryFileSystem()
      var options = options()
      options.fileSystem = files
      try ObjectStore.create(options, modelText: model).close()
      let faulty = FaultyFileSystem(files, Fault(at: call, FileError.full, effect: .part))
      options.fileSystem = faulty
      let kept = try? ObjectStore.open(options).keep(Array("abc".utf8), named: "bill.pdf")
      let names = ((try? files.list(folder)) ?? []).filter { !$0.hasPrefix(".") }
      for name in names { try expectEqual(files.read("\(folder)/\(name)"), Array("abc".utf8)) }
      expectTrue(kept == nil || names == ["bill.pdf"])
      guard faulty.failureCount > 0 else {
        expectTrue(kept != nil && call > 10)
        break
      }
    }
  }

  @Test func `are found inside of longer texts`() {
    let hash = "ba7816bf8f01cfea414140de5dae2223"
    let text = "Receipt: files/\(hash)/a.pdf\nfiles/x\n+ see files/\(hash.uppercased())/b"
    expectEqual(KeptFile.mentions(in: Array(text.utf8)), [hash])
    expectEqual(KeptFile.mentions(in: Array("files/".utf8)), [])
  }
}
