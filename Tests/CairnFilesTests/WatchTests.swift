import CairnFiles
import Glibc
import TestSupport
import Testing

@Suite struct `A watch on folders` {
  private let place: Workplace
  private let watch: any FolderWatch

  init() throws {
    place = try Workplace(.machine)
    watch = try #require(try place.files.makeWatch())
  }

  private static func hasSomething(_ watch: any FolderWatch) -> Bool {
    var entry = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }

  // W1
  @Test(arguments: Kind.allCases)
  func `tells of names and of bytes, once`(kind: Kind) throws {
    let place = try Workplace(kind)
    let watch = try #require(try place.files.makeWatch())
    watch.follow([place.folder])
    expectTrue(!watch.takeChanges())
    try place.write("one", to: "a")
    expectTrue(watch.takeChanges())
    expectTrue(!watch.takeChanges())
    let file = try place.files.open(place.path("a"), .readWrite)
    _ = watch.takeChanges()
    try file.write([1], at: 0)
    expectTrue(watch.takeChanges())
    try place.files.rename(place.path("a"), to: place.path("b"))
    expectTrue(watch.takeChanges())
    try place.files.remove(place.path("b"))
    expectTrue(watch.takeChanges())
    expectEqual(watch.problem, nil)
  }

  @Test(arguments: Kind.allCases)
  func `says nothing of reading, nor of folders that it doesn't follow`(kind: Kind) throws {
    let place = try Workplace(kind)
    let watch = try #require(try place.files.makeWatch())
    try place.write("one", to: "a")
    try place.files.makeFolder(place.path("below"))
    watch.follow([place.folder, place.path("missing")])
    _ = try place.text("a")
    try place.files.waitForWriters(of: place.path("a"), atMost: .zero)
    try place.write("two", to: "below/b")
    expectTrue(!watch.takeChanges())
    expectEqual(watch.problem, nil)
  }

  // W1
  @Test func `wakes whoever waits`() throws {
    watch.follow([place.folder])
    expectTrue(!Self.hasSomething(watch))
    try place.write("one", to: "a")
    expectTrue(Self.hasSomething(watch))
    expectTrue(watch.takeChanges())
    expectTrue(!Self.hasSomething(watch))
  }

  @Test func `follows a folder that was removed and made again`() throws {
    let folder = place.path("below")
    try place.files.makeFolder(folder)
    watch.follow([place.folder, folder])
    try place.files.remove(folder)
    try place.files.makeFolder(folder)
    watch.follow([place.folder, folder])
    expectTrue(watch.takeChanges())
    try place.write("two", to: "below/b")
    expectTrue(watch.takeChanges())
  }

  // W3
  @Test func `has a problem until the folder that can't be followed is followed`() throws {
    let folder = place.path("circle")
    try place.files.makeLink(folder, to: folder)
    watch.follow([folder])
    let problem = try #require(watch.problem)
    watch.follow([place.folder])
    expectEqual(watch.problem, problem)
    try place.files.remove(folder)
    try place.files.makeFolder(folder)
    watch.follow([folder])
    expectEqual(watch.problem, nil)
  }

  // W2
  @Test func `tells of more changes than the system remembers`() throws {
    watch.follow([place.folder])
    let file = try place.files.open(place.path("a"), .create)
    for number in 0..<40_000 {
      // Alternating, as the system makes one report of equal ones.
      try file.write([1], at: 0)
      if number.isMultiple(of: 2) { try place.files.rename(place.path("a"), to: place.path("b")) }
      if !number.isMultiple(of: 2) { try place.files.rename(place.path("b"), to: place.path("a")) }
    }
    expectTrue(watch.takeChanges())
    try file.write([2], at: 0)
    expectTrue(watch.takeChanges())
  }
}

@Suite struct `Waiting for writers` {
  @Test(arguments: Kind.allCases)
  func `ends when nobody can write to the file any more`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = try place.write("one", to: "a")
    let reader = try place.files.open(path, .read)
    // A child of a test beside this one has every open file until it runs its own program.
    try place.files.waitForWriters(of: path, atMost: .seconds(20))
    do {
      let writer = try place.files.open(path, .readWrite)
      #expect(throws: FileError.busy(.lock, path: path)) {
        try place.files.waitForWriters(of: path, atMost: .milliseconds(5))
      }
      withExtendedLifetime(writer) {}
    }
    try place.files.waitForWriters(of: path, atMost: .seconds(20))
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: Kind.allCases)
  func `doesn't wait for a file that isn't there`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.waitForWriters(of: place.path("a"), atMost: .zero)
    try place.files.waitForWriters(of: place.path("x/a"), atMost: .zero)
  }
}
