import CairnFiles
import Glibc

/// Data too large to ship with the tests, in the folder that CAIRN_TEST_DATA names.
public enum TestData {
  /// The path of what lies under `name` in the folder, or `nil` if there is no such data here.
  ///
  /// Tests that need it are enabled by its presence, so that a run counts and prints those that
  /// were skipped.
  public static func path(_ name: String) -> String? {
    guard let folder = getenv("CAIRN_TEST_DATA") else { return nil }
    let path = String(cString: folder) + "/" + name
    return (try? RealFileSystem().exists(path)) == true ? path : nil
  }
}
