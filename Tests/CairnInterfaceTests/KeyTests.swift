import CairnInterface
import TestSupport
import Testing

@Suite struct `A key in writing` {
  @Test(arguments: [
    ("j", Key(.character("j"))), ("J", Key(.character("J"))), ("é", Key(.character("é"))),
    ("-", Key(.character("-"))), ("C-d", Key(.character("d"), modifiers: .control)),
    ("M-x", Key(.character("x"), modifiers: .alt)),
    ("C-M-x", Key(.character("x"), modifiers: [.control, .alt])),
    ("M--", Key(.character("-"), modifiers: .alt)), ("Space", Key(.character(" "))),
    ("C-Space", Key(.character(" "), modifiers: .control)), ("Enter", Key(.enter)),
    ("Escape", Key(.escape)), ("Tab", Key(.tab)), ("BTab", Key(.backtab)),
    ("BSpace", Key(.backspace)), ("Delete", Key(.delete)), ("PageDown", Key(.pageDown)),
    ("S-Up", Key(.up, modifiers: .shift)), ("F2", Key(.function(2))), ("F12", Key(.function(12))),
  ])
  func `is read and written`(text: String, key: Key) {
    expectEqual(Key(text), key)
    expectEqual(key.description, text)
  }

  @Test(arguments: [
    ("M-C-x", "C-M-x"), ("C-D", "C-d"), ("NPage", "PageDown"), ("DC", "Delete"), ("^S", "C-s"),
    ("Ctrl-S", "C-s"), ("Alt-Up", "M-Up"), ("Esc", "Escape"), ("^", "^"),
  ])
  func `may be spelled otherwise`(text: String, usual: String) {
    expectEqual(Key(text)?.description, usual)
  }

  @Test(arguments: ["", " ", "jj", "C-", "F0", "F99", "F+1", "Fx", "enter", "X-a"])
  func `is refused if there is no such key`(text: String) {
    expectEqual(Key(text), nil)
  }

  @Test func `is text only without modifiers`() {
    expectEqual(Key(.character("a")).text, "a")
    expectEqual(Key(.character("a"), modifiers: .alt).text, nil)
    expectEqual(Key(.enter).text, nil)
  }

  @Test(arguments: [("g  g", "g g"), ("Home", "Home"), ("", nil), ("g nonsense", nil)])
  func `is one of a sequence`(text: String, usual: String?) {
    expectEqual(KeySequence(text)?.description, usual)
  }
}
