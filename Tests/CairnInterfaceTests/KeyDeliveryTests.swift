import CairnInterface
import TestSupport
import Testing

@Suite struct `A key that a terminal can't send` {
  @Test(arguments: [
    "C-i", "C-m", "C-[", "C-h", "C-1", "C-;", "S-a", "C-Enter", "S-Enter", "C-Tab", "S-Escape",
    "C-BSpace", "M-BTab", "F13", "C-S-q",
  ])
  func `is known`(text: String) throws {
    try expectTrue(#require(Key(text)).obstacle != nil)
  }

  @Test(arguments: [
    "j", "J", "C-a", "C-z", "C-\\", "M-x", "M-Enter", "C-M-a", "Enter", "Tab", "BTab", "Escape",
    "Up", "M-Up", "C-Right", "S-Left", "PageDown", "F1", "F12", "Space", "é",
  ])
  func `is none of these`(text: String) throws {
    try expectEqual(#require(Key(text)).obstacle, nil)
  }
}
