import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Closing after a moment` {
  let files = MemoryFileSystem()
  let clock = Clock()

  private func options() -> ObjectStore.Options {
    var options = Fixture.options(files)
    let clock = clock
    options.clock = { clock.now }
    return options
  }

  private func add(_ name: String, at second: Double) throws {
    clock.set(seconds: second)
    let store = try ObjectStore.open(options())
    try store.addRecipe(name)
    try store.close(isBrief: true)
  }

  private var text: String {
    get throws {
      String(decoding: try files.read("/store/data/Recipe/0000.rec"), as: UTF8.self)
    }
  }

  init() throws {
    try ObjectStore.create(options(), modelText: Fixture.modelText).close(isBrief: true)
    try add("First", at: 0.5)
  }

  @Test func `folds at once what is the first in the store`() throws {
    try expectTrue(text.contains("First"))
  }

  @Test func `leaves to others what is saved soon after a fold`() throws {
    try add("Second", at: 1)
    try add("Third", at: 2.4)
    try expectTrue(!text.contains("Second"))
    try expectEqual(ObjectStore.open(options()).snapshot.load("Recipe").count, 3)
    try add("Fourth", at: 2.5)
    try expectTrue(text.contains("Second"))
    try expectTrue(text.contains("Fourth"))
  }

  @Test func `lets a program that only reads fold what is left`() throws {
    try add("Second", at: 1)
    clock.set(seconds: 3)
    try ObjectStore.open(options()).close(isBrief: true)
    try expectTrue(text.contains("Second"))
  }

  @Test func `folds when the clock was set back`() throws {
    clock.set(seconds: -5)
    try add("Second", at: -5)
    try expectTrue(text.contains("Second"))
  }

  @Test func `folds what would keep the next one waiting`() throws {
    for number in 0..<40 {
      try add(String(repeating: "long ", count: 500) + "\(number)", at: 0.6)
    }
    try expectTrue(text.contains("long 0"))
  }
}
