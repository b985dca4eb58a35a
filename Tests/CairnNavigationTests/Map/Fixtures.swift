import CairnNavigation

/// The words of a fixture's menu.
enum Menu: String, CaseIterable, CaptureValue {
  case lunch, dinner
}

/// Something of an app's own that has a URL.
class Person {
  var uid = 7
  var city: String?
  var boss: Person?
}

/// A kind of person that inherits its link.
final class Cook: Person {}

/// A screen is its description.
func textMap(
  converters: [CaptureConverter] = [],
  @URLMapBuilder<String> _ items: () -> [MapItem<String>]
) throws(NavigationError) -> URLMap<String> {
  try URLMap<String>(converters: converters) {
    Route("cairn://~launcher") { "home" }
    items()
  }
}

extension URLMap {
  /// What the screen of a URL is, or a word for another result.
  func screen(_ text: String) throws -> Destination? {
    guard case .matched(let match) = match(try ScreenURL(parsing: text)),
      case .destination(let screen) = try match.build()
    else { return nil }
    return screen
  }

  /// The pattern that takes a URL.
  func pattern(of url: ScreenURL) -> String? {
    guard case .matched(let match) = match(url) else { return nil }
    return match.pattern.text
  }
}
