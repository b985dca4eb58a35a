internal import CairnInterface
internal import CairnNavigation

/// What the link under the cursor leads to, beside the page.
extension DetailScreen {
  /// Where the page lies, and what its link leads to.
  var parts: (rows: Region, linked: Region?) {
    guard showsPreview, hasFocus else { return (Region(whole), nil) }
    return Region(whole).sharedWithLinked(isSpoken: surroundings.isSpoken)
  }

  /// Shows and hides what the link under the cursor leads to.
  func togglePreview() -> [Effect] {
    showsPreview.toggle()
    layOut(in: whole)
    guard showsPreview, parts.linked == nil else { return [] }
    return [.say(Message("there is no room here for what links lead to"))]
  }

  /// Shows what the link under the cursor leads to now.
  func followLink() -> [Effect] {
    guard let region = parts.linked, let url = selection else {
      linked = nil
      return []
    }
    guard url != linked?.link else { return [] }
    return makeLinked(url, in: region)
  }

  /// Takes in what was saved since where the link leads.
  func refreshLinked() -> [Effect] {
    guard let region = parts.linked, let url = selection else { return followLink() }
    return makeLinked(url, in: region)
  }

  private func makeLinked(_ url: ScreenURL, in region: Region) -> [Effect] {
    var linked = LinkedScreen(url, from: .link, after: linked, surroundings)
    let effects = linked.refresh(in: region, surroundings)
    self.linked = linked
    return effects
  }

  /// Takes a click or a turn of the wheel on what the link leads to; two clicks open it.
  func mouse(_ event: MouseEvent, onLinkedIn region: Region) -> [Effect] {
    switch event.kind {
    case .wheelUp, .wheelDown: linked?.turn(event, in: region) ?? []
    case .press where event.clicks == 2: linked.map { [.open($0.link)] } ?? []
    case .press, .release: []
    }
  }
}
