import Glibc
import TestSupport
import Testing

@testable import CairnFiles

@Suite struct `A program's folders` {
  @Test func `are where the variables say`() {
    let folders = ProgramFolders(
      "zones",
      variables: ["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "/state", "HOME": "/home/ada"])
    expectEqual(folders.data, "/data/zones")
    expectEqual(folders.state, "/state/zones")
    expectEqual(folders.configuration, "/home/ada/.config/zones")
  }

  @Test func `are in the home that the database of users has, if no variable names one`() throws {
    let entry = unsafe getpwuid(getuid())
    let folder = unsafe entry.map { unsafe String(cString: $0.pointee.pw_dir) }
    let home = try #require(folder)
    expectEqual(Machine.homeFolder(variables: [:]), home)
    expectEqual(Machine.homeFolder(variables: ["HOME": ""]), home)
    expectEqual(Machine.homeFolder(variables: ["HOME": "/home/ada"]), "/home/ada")
  }

  @Test(arguments: [["HOME": "/home/ada"], ["HOME": "/home/ada", "XDG_STATE_HOME": "relative"]])
  func `are in the person's own where no variable names an absolute one`(
    variables: [String: String]
  ) {
    let folders = ProgramFolders("zones", variables: variables)
    expectEqual(folders.data, "/home/ada/.local/share/zones")
    expectEqual(folders.state, "/home/ada/.local/state/zones")
  }
}
