internal import CairnFiles
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
    #expect(file.foldersToFollow == followed)
  }
}
