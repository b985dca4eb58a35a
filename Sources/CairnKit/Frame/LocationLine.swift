internal import CairnInterface
internal import CairnNavigation
internal import CairnScreens

/// The first row: the steps back and forward, the favorite's star, the alert, the breadcrumb and
/// the URL.
struct LocationLine {
  /// One level of the breadcrumb.
  struct Crumb: Hashable {
    var title: String
    /// The URL of a click; nil for the last crumb, which is the present screen.
    var url: ScreenURL?
  }

  var back = 0
  var forward = 0
  /// The number of the tab, from 1, and the number of tabs.
  ///
  /// A single tab is not shown.
  var tab = 1
  var tabCount = 1
  var isFavorite = false
  var alert: Alert?
  var crumbs: [Crumb] = []
  var url = ""

  /// Below this width, the URL and the alert's word leave their room to the breadcrumb.
  private static let widthForURL = 60

  func layOut(columns: Int, glyphs: GlyphSet) -> Line<Effect> {
    var line = Line<Effect>()
    line.add(" ")
    addCounts(to: &line, glyphs)
    let star = isFavorite ? glyphs.starFilled : glyphs.starEmpty
    line.add(star, isFavorite ? .accent : .dim, target: .perform(.keepFavorite))
    line.add(" ")
    if let alert {
      let isShort = columns < Self.widthForURL
      let isBad = alert.tone == .bad
      let word = isBad ? "! \(alert.word)" : alert.word
      line.add(
        isShort ? "!" : word, isBad ? .bad : .accent,
        target: .say(Message(alert.text, tone: alert.tone)))
      line.add(isShort ? " " : " \(glyphs.separator) ", .dim)
    }
    addCrumbs(to: &line, columns: columns, glyphs: glyphs)
    addURL(to: &line, columns: columns, glyphs: glyphs)
    return line
  }

  /// Adds the numbers of earlier and later screens, and the tab; words stand only for what is there.
  private func addCounts(to line: inout Line<Effect>, _ glyphs: GlyphSet) {
    let tabs = glyphs.hasWords ? "tab \(tab) of \(tabCount)" : "\(tab)/\(tabCount)"
    if !glyphs.hasWords || back > 0 {
      line.add(glyphs.back + Self.number(back), .dim, target: .back)
      line.add(" ")
    }
    if !glyphs.hasWords || forward > 0 {
      line.add(glyphs.forward + Self.number(forward), .dim, target: .forward)
      line.add(forward == 0 ? "  " : " ")
    }
    if tabCount > 1 {
      line.add(tabs, .dim, target: .perform(.nextTab))
      line.add(" ")
    }
  }

  private func addCrumbs(to line: inout Line<Effect>, columns: Int, glyphs: GlyphSet) {
    let room = columns - 1
    for (index, crumb) in crumbs.enumerated() {
      if index > 0 { line.add(" \(glyphs.crumb) ", .dim) }
      let isLast = index == crumbs.count - 1
      // The last crumb is the present screen, so the crumbs before leave room for it.
      let limit = isLast ? room - line.end : max(4, (room - line.end) / 2)
      let title = TextLayout.truncate(
        crumb.title, columns: max(0, min(limit, room - line.end)), ellipsis: glyphs.ellipsis)
      line.add(title, isLast ? .bold : .normal, target: isLast ? nil : crumb.url.map(Effect.open))
    }
  }

  private func addURL(to line: inout Line<Effect>, columns: Int, glyphs: GlyphSet) {
    let room = columns - 1 - line.end - 2
    guard columns >= Self.widthForURL, room >= 12 else { return }
    let shown = TextLayout.truncate(url, columns: room, at: .middle, ellipsis: glyphs.ellipsis)
    line.end = columns - 1 - GlyphWidth.columns(of: shown)
    line.add(shown, .dim, target: .perform(.editURL))
  }

  private static func number(_ count: Int) -> String { count == 0 ? "" : String(count) }
}

extension Session {
  var locationLine: LocationLine {
    let tab = navigator.state.tab
    let url = place.url
    return LocationLine(
      back: tab.back.count, forward: tab.forward.count,
      tab: navigator.state.selectedTab + 1, tabCount: navigator.state.tabs.count,
      isFavorite: application.favorites?.isKept(url.text) ?? false,
      alert: application.alert(currentURL), crumbs: crumbs, url: application.shown(url).text)
  }

  /// The parents of the screen, the outermost first; not the way that the person came.
  private var crumbs: [LocationLine.Crumb] {
    var crumbs = [LocationLine.Crumb(title: screen.crumb, url: nil)]
    if let focused = screen.focusedURL { crumbs.append(crumb(of: focused)) }
    var url = currentURL
    while let parent = navigator.parent(of: url), parent != navigator.map.home, crumbs.count < 8 {
      crumbs.insert(crumb(of: parent), at: 0)
      url = parent
    }
    return crumbs
  }

  /// The title of a recent entry with this URL, or else the application's title.
  private func crumb(of url: ScreenURL) -> LocationLine.Crumb {
    // Only a few entries, since an entry may have to be decoded for its URL.
    let near = navigator.state.tab.back.suffix(6).last { $0.url.segments == url.segments }
    if let near { return LocationLine.Crumb(title: near.title, url: near.url) }
    let word = url.segments.last.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
    return LocationLine.Crumb(title: application.title(url) ?? word, url: url)
  }
}
