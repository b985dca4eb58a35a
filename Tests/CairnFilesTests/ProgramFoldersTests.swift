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

  @Test(arguments: [["HOME": "/home/ada"], ["HOME": "/home/ada", "XDG_STATE_HOME": "relative"]])
  func `are in the person's own where no variable names an absolute one`(
    variables: [String: String]
  ) {
    let folders = ProgramFolders("zones", variables: variables)
    expectEqual(folders.data, "/home/ada/.local/share/zones")
    expectEqual(folders.state, "/home/ada/.local/state/zones")
  }
}
