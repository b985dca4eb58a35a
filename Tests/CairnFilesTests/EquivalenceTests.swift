import CairnFiles
import TestSupport
import Testing

/// The strongest law: whatever is asked, both file systems answer alike.
@Suite struct `The machine's files and files in memory` {
  private static let names = [
    "a", "b", "x", "x/a", "x/b", "x/y", "x/y/a", "link", "x/link", "no/a",
  ]

  @Test(arguments: SeededGenerator.seeds(60))
  func `answer alike`(seed: UInt64) throws {
    let places = try Kind.allCases.map(Workplace.init)
    for step in 0..<80 {
      let answers = places.map { place in
        var random = SeededGenerator(seed: seed << 16 + UInt64(step))
        return Self.answer(place, &random)
      }
      try #require(answers[0] == answers[1], "step \(step)")
    }
    try expectEqual(Self.picture(places[0]), Self.picture(places[1]))
  }

  /// Does something random and tells what came of it, errors included.
  private static func answer(_ place: Workplace, _ random: inout SeededGenerator) -> String {
    let files = place.files
    let name = names.randomElement(using: &random) ?? ""
    let other = names.randomElement(using: &random) ?? ""
    let (path, second) = (place.path(name), place.path(other))
    let bytes = [UInt8](repeating: .random(in: 65...70, using: &random), count: 5)
    let action = Int.random(in: 0..<13, using: &random)
    let asked = "\(action) \(name) \(other): "
    do throws(FileError) {
      switch action {
      case 0: return asked + "\(try files.read(path))"
      case 1: return asked + "\(try files.list(path))"
      case 2: try files.makeFolder(path)
      case 3: try files.makeLink(path, to: other)
      case 4: return asked + "\(try files.target(ofLink: path) ?? "no link")"
      case 5: try files.rename(path, to: second)
      case 6: return asked + "\(try files.exchange(path, second))"
      case 7: try files.remove(path)
      case 8: try files.open(path, .create).write(bytes, at: 3)
      case 9: try files.open(path, .readWrite).write(bytes, at: 1)
      case 10: try files.open(path, .readWrite).truncate(to: 4)
      case 11: try files.replace(path, with: bytes)
      default:
        let status = try files.status(of: path)
        let size = status?.kind == .file ? status?.size : nil
        return asked + "\(status?.kind as Any) \(size as Any) \(status?.permissions as Any)"
      }
      return asked + "done"
    } catch {
      return asked + error.description.replacing(place.folder, with: "")
    }
  }

  /// All that is in a place, in a text.
  private static func picture(_ place: Workplace, _ folder: String = "") throws -> String {
    var lines = ""
    for name in try place.files.list(place.folder + folder) {
      let path = "\(folder)/\(name)"
      if let target = try place.files.target(ofLink: place.folder + path) {
        lines += "\(path) -> \(target)\n"
      } else if try place.files.status(of: place.folder + path)?.kind == .folder {
        lines += "\(path)/\n" + (try picture(place, path))
      } else {
        lines += "\(path) = \(try place.files.read(place.folder + path))\n"
      }
    }
    return lines
  }
}
