internal import CairnNavigation
internal import CairnScreens

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

  /// What contains what, from the outermost screen in; not the way that one came.
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

  /// The screen of `url` as it was left if it is close by, else what the application calls it.
  private func crumb(of url: ScreenURL) -> LocationLine.Crumb {
    // Only a few entries: asking an entry for its URL may decode it.
    let near = navigator.state.tab.back.suffix(6).last { $0.url.segments == url.segments }
    if let near { return LocationLine.Crumb(title: near.title, url: near.url) }
    let word = url.segments.last.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
    return LocationLine.Crumb(title: application.title(url) ?? word, url: url)
  }
}
