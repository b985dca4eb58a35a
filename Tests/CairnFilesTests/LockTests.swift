import Glibc
import TestSupport
import Testing

@testable import CairnFiles

@Suite struct `A lock` {
  private func lock(
    _ place: Workplace, byte: Int64 = 0, exclusive: Bool = true, wait: Duration = .zero
  ) throws(FileError) -> any FileLock {
    try place.files.lock(place.path("lock"), byte: byte, exclusive: exclusive, wait: wait)
  }

  @Test(arguments: Kind.allCases)
  func `keeps out others, in the same process too (F9)`(kind: Kind) throws {
    let place = try Workplace(kind)
    let held = try lock(place)
    let busy = FileError.busy(.lock, path: place.path("lock"))
    #expect(throws: busy) { try lock(place) }
    #expect(throws: busy) { try lock(place, exclusive: false) }
    held.release()
    try lock(place).release()
  }

  @Test func `may be taken again, unless it is held or its file was removed`() throws {
    let place = try Workplace(.machine)
    let first = try lock(place)
    try expectTrue(!first.renew(wait: .zero))
    first.release()
    let second = try lock(place)
    #expect(throws: FileError.busy(.lock, path: place.path("lock"))) {
      try first.renew(wait: .zero)
    }
    second.release()
    try expectTrue(first.renew(wait: .zero))
    #expect(throws: FileError.self) { try lock(place) }
    first.release()
    try place.files.remove(place.path("lock"))
    try expectTrue(!first.renew(wait: .zero))
    try lock(place).release()
  }

  @Test(arguments: Kind.allCases)
  func `may be shared, but not by one who wants it alone`(kind: Kind) throws {
    let place = try Workplace(kind)
    let first = try lock(place, exclusive: false)
    let second = try lock(place, exclusive: false)
    first.release()
    first.release()
    #expect(throws: FileError.self) { try lock(place) }
    second.release()
    try lock(place).release()
  }

  @Test(arguments: Kind.allCases)
  func `covers one byte`(kind: Kind) throws {
    let place = try Workplace(kind)
    let held = try [lock(place, byte: 0), lock(place, byte: 1), lock(place, byte: 1 << 40)]
    #expect(throws: FileError.self) { try lock(place, byte: 1) }
    for lock in held { lock.release() }
  }

  @Test(arguments: Kind.allCases)
  func `ends with the last reference to it`(kind: Kind) throws {
    let place = try Workplace(kind)
    do { _ = try lock(place) }
    try lock(place).release()
  }

  @Test func `is tried again until it is free, and once without a wait`() throws {
    var tries = 0
    let taken = try waitForLock("lock", .seconds(60)) { () throws(FileError) -> Int? in
      tries += 1
      return tries < 4 ? nil : tries
    }
    expectEqual(taken, 4)
    #expect(throws: FileError.busy(.lock, path: "lock")) {
      try waitForLock("lock", .zero) { () throws(FileError) -> Int? in
        tries += 1
        return nil
      }
    }
    expectEqual(tries, 5)
  }

  @Test func `is waited for by the pauses, not by a clock that runs on while nothing else can`() {
    var tries = 0
    #expect(throws: FileError.busy(.lock, path: "lock")) {
      try waitForLock("lock", .milliseconds(60)) { () throws(FileError) -> Int? in
        tries += 1
        usleep(70_000)
        return nil
      }
    }
    expectTrue(tries > 5)
  }

  @Test(arguments: Kind.allCases)
  func `goes to one who waits`(kind: Kind) async throws {
    let place = try Workplace(kind)
    let (files, path) = (place.files, place.path("lock"))
    let held = try lock(place)
    let waiting = Task.detached {
      try files.lock(path, byte: 0, exclusive: true, wait: .seconds(60))
    }
    held.release()
    try await waiting.value.release()
  }

  @Test(arguments: Kind.allCases)
  func `does not change the file, and a shared one needs no right to write`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "lock")
    let held = try lock(place, exclusive: false)
    try expectEqual(place.text("lock"), "tea")
    held.release()
  }

  @Test(arguments: Kind.allCases)
  func `on a file that was removed keeps nobody out of the next one`(kind: Kind) throws {
    let place = try Workplace(kind)
    let held = try lock(place)
    try place.files.remove(place.path("lock"))
    try lock(place).release()
    held.release()
  }

  @Test(arguments: Kind.allCases)
  func `needs its folder`(kind: Kind) throws {
    let place = try Workplace(kind)
    #expect(throws: FileError.notFound(.lock, path: place.path("x/lock"))) {
      try place.files.lock(place.path("x/lock"), byte: 0, exclusive: true, wait: .zero)
    }
  }

  @Test func `keeps out another process, until it is released`() async throws {
    let place = try Workplace(.machine)
    let path = place.path("lock")
    let held = try lock(place)
    await #expect(processExitsWith: .success) { [path = path as String] in
      #expect(throws: FileError.busy(.lock, path: path)) {
        try RealFileSystem().lock(path, byte: 0, exclusive: true, wait: .zero)
      }
    }
    held.release()
    await #expect(processExitsWith: .success) { [path = path as String] in
      try RealFileSystem().lock(path, byte: 0, exclusive: true, wait: .zero).release()
    }
  }

  @Test func `ends with its process, however that ends`() async throws {
    let place = try Workplace(.machine)
    let path = place.path("lock")
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let held = try RealFileSystem().lock(path, byte: 0, exclusive: true, wait: .zero)
      try withExtendedLifetime(held) {
        let file = try RealFileSystem().open(path + ".held", .create)
        withExtendedLifetime(file) { preconditionFailure("the end of this process") }
      }
    }
    try expectTrue(place.files.exists(path + ".held"))
    try lock(place).release()
  }
}
