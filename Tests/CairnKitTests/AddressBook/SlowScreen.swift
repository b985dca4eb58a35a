@testable import CairnKit

/// A screen that takes letters: `!` thinks until the test says so, `w` writes as long, `B` does
/// and can be canceled, `r` gives a reason to stay.
final class SlowScreen: Screen {
  private(set) var pressed: [String] = []
  private(set) var lookCount = 0
  private(set) var reasonToStay: String?
  let progress = JobProgress()
  let title = "Slow"
  let contexts: [ActionContext] = [.browsing]
  var status: ScreenStatus { ScreenStatus(pressed.joined()) }

  func draw(on canvas: inout Canvas, theme: Theme) {}
  func perform(_ action: ActionName) -> [Effect]? { nil }

  func refresh(_ surroundings: Surroundings) -> [Effect] {
    lookCount += 1
    return []
  }

  func insert(_ text: String) -> [Effect]? {
    switch text {
    case "q", "o", "H": return nil
    case "!":
      let job = BackgroundJob("thinking", holdsKeys: true, work: { 42 }) { [weak self] answer in
        self?.pressed.append("<\(answer)>")
        return []
      }
      return [.run(job)]
    case "?":
      let job = BackgroundJob("looking", holdsKeys: true, work: { 7 }) { [weak self] answer in
        self?.pressed.append("<\(answer)>")
        return []
      } abandon: { [weak self] in
        self?.pressed.append("<left>")
        return []
      }
      return [.run(job)]
    case "B":
      let job = BackgroundJob("changing many", lane: .long, progress: progress, work: {}) { [] }
      return [.run(job)]
    case "w": return [.run(BackgroundJob("writing it down", lane: .writer, work: {}) { [] })]
    case "r": reasonToStay = "this is worth a look"
    default: pressed.append(text)
    }
    return []
  }
}
