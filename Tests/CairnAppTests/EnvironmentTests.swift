internal import CairnFiles
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `An environment` {
  @Test func `has folders after XDG, whose relative values count as none`() throws {
    let plain = try Environment.fixture()
    expectEqual(plain.dataFolder, "/home/ann/.local/share/cairn")
    expectEqual(plain.stateFolder, "/home/ann/.local/state/cairn")
    expectEqual(plain.configurationFolder, "/home/ann/.config/cairn")
    let own = try Environment.fixture(["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "state"])
    expectEqual(own.dataFolder, "/data/cairn")
    expectEqual(own.stateFolder, "/home/ann/.local/state/cairn")
  }

  @Test(arguments: [
    ("a/b", "/home/ann/notes/a/b"), ("/a", "/a"), ("~", "/home/ann"), ("~/a", "/home/ann/a"),
    ("~bob", "/home/ann/notes/~bob"),
  ])
  func `makes paths absolute`(path: String, absolute: String) throws {
    try expectEqual(Environment.fixture().absolute(path), absolute)
  }

  @Test(arguments: [
    ("/home/ann", "~"), ("/home/ann/x", "~/x"), ("/home/anna/x", "/home/anna/x"), ("/x", "/x"),
  ])
  func `shortens only paths in the person's own folder`(path: String, short: String) throws {
    try expectEqual(Environment.fixture().abbreviated(path), short)
  }

  @Test(arguments: [
    ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"), ("2026-01-02", "2026-01-02T00:00:00Z"),
    ("", "2026-11-20T12:00:00Z"),
  ])
  func `has its time held by CAIRN_NOW`(text: String, time: String) throws {
    let environment = try Environment.fixture(["CAIRN_NOW": text])
    expectEqual("\(environment.clock())", time)
  }

  @Test func `has clocks that show the time of each moment's own season`() throws {
    let environment = try Environment(
      variables: [:], currentFolder: "/", terminals: [], clock: { Timestamp(microseconds: 0) },
      localTime: LocalTime("seasons") { $0.microseconds < Timestamp.day ? 0 : 3600 })
    let later = try #require(Timestamp("2026-07-01T12:00:00Z"))
    expectEqual("\(environment.wallClock.local(later))", "2026-07-01T13:00:00Z")
  }

  @Test(arguments: [("CAIRN_NOW", "noon"), ("CAIRN_SEED", "-1"), ("CAIRN_SEED", "x")])
  func `refuses what it can't read`(variable: String, value: String) {
    #expect { try Environment.fixture([variable: value]) } throws: { error in
      (error as? AppError)?.exitStatus == 64 && "\(error)".contains(variable)
    }
  }

  @Test func `draws the same numbers from the same CAIRN_SEED`() throws {
    func numbers(_ seed: String) throws -> [UInt64] {
      var random = try Environment.fixture(["CAIRN_SEED": seed]).random
      return (0..<4).map { _ in random.next() }
    }
    try expectEqual(numbers("5"), numbers("5"))
    try expectTrue(numbers("5") != numbers("6"))
    expectEqual(Set(try numbers("5")).count, 4)
  }

  @Test func `names its terminal the same each time`() throws {
    try expectEqual(Environment.fixture(["TMUX_PANE": "%3"]).terminalName, "tmux-3")
    try expectEqual(Environment.fixture().terminalName, nil)
  }
}

@Suite struct `The location of a store` {
  @Test func `is what is asked for, else the variable's, else the nearest, else the home's`()
    throws
  {
    let files = MemoryFileSystem()
    func place(_ requested: String?, _ variables: [String: String] = [:], in folder: String)
      throws -> String
    {
      StoreLocation.resolve(
        requested, environment: try .fixture(variables, currentFolder: folder), fileSystem: files)
    }
    try expectEqual(place(nil, in: "/home/ann/notes"), "/home/ann/.local/share/cairn")
    try files.makeFolder("/home/ann/.cairn")
    try files.makeFolder("/home/ann/notes/deep/er")
    try expectEqual(place(nil, in: "/home/ann/notes/deep/er"), "/home/ann/.cairn")
    try files.makeFolder("/home/ann/notes/.cairn")
    try expectEqual(place(nil, in: "/home/ann/notes/deep/er"), "/home/ann/notes/.cairn")
    try expectEqual(place(nil, in: "/"), "/home/ann/.local/share/cairn")
    let variables = ["CAIRN_STORE": "other"]
    try expectEqual(place(nil, variables, in: "/home/ann/notes"), "/home/ann/notes/other")
    try expectEqual(place("/x", variables, in: "/home/ann/notes"), "/x")
  }

  @Test func `is no file called .cairn`() throws {
    let files = MemoryFileSystem()
    try files.makeFolder("/home/ann/notes")
    try files.replace("/home/ann/notes/.cairn", with: [])
    let place = StoreLocation.resolve(nil, environment: try .fixture(), fileSystem: files)
    expectEqual(place, "/home/ann/.local/share/cairn")
  }

  @Test func `of a demo is never a person's own`() throws {
    let environment = try Environment.fixture()
    let place = StoreLocation.demo("recipes", environment: environment)
    expectTrue(!place.hasPrefix(environment.dataFolder + "/"))
  }
}
