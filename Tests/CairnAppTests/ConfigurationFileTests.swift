internal import CairnFiles
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The file of the settings` {
  private static let own = "/home/ann/.config/cairn"
  private static let above = "/home/ann/.config"

  @Test(arguments: [
    ([], []), ([Self.above], [Self.own, Self.above]), ([Self.above, Self.own], [Self.own]),
  ])
  func `is followed in its own folder, and never in the person's home`(
    made: [String], followed: [String]
  ) throws {
    let files = MemoryFileSystem()
    try files.makeFolder("/home/ann")
    for folder in made { try files.makeFolder(folder) }
    let file = ConfigurationFile(try .fixture(), files)
    expectEqual(file.foldersToFollow, followed)
  }

  @Test(arguments: ["/home/ann/dotfiles/config.toml", "../../dotfiles/config.toml"])
  func `is followed where it lies, too, if it is a link`(target: String) throws {
    let files = MemoryFileSystem()
    for folder in [Self.own, "/home/ann/dotfiles"] { try files.makeFolder(folder) }
    try files.replace("/home/ann/dotfiles/config.toml", with: [])
    try files.makeLink(Self.own + "/config.toml", to: target)
    let followed = ConfigurationFile(try .fixture(), files).foldersToFollow
    expectEqual(followed.first, Self.own)
    expectEqual(followed.count, 2)
    expectEqual(followed.last?.hasSuffix("/dotfiles"), true)
    try expectTrue(followed.allSatisfy { try files.exists($0) })
  }
}
