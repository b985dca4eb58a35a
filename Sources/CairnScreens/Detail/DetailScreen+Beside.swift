internal import CairnInterface
internal import CairnNavigation

/// What the link under the cursor leads to, beside the page.
extension DetailScreen {
  /// Where the page lies, and what its link leads to.
  var parts: (rows: Region, linked: Region?) {
    guard pane.isWanted, hasFocus else { return (Region(whole), nil) }
    return Region(whole).sharedWithLinked(isSpoken: isSpoken)
  }

  /// Shows and hides what the link under the cursor leads to.
  func togglePreview() -> [Effect] {
    pane.isWanted.toggle()
    layOut(in: whole)
    // In another width long texts are laid out anew.
    let effects: [Effect] = page.unfinished.isEmpty ? [] : [.lookBeside]
    guard pane.isWanted, parts.linked == nil else { return effects }
    return effects + [.say(Message("no room here for a preview"))]
  }

  /// Lets what is beside follow the cursor.
  func followLink() -> [Effect] { pane.follow(selection, in: parts.linked) }
}
