internal import CairnKit
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The list of all jobs, the newest first.
final class JobListSource: ListSource {
  private let screens: JobScreens
  private var jobs: JobDesk { screens.desk }
  private let list: ArrayListSource<JobReport>

  init(_ screens: JobScreens, _ query: CairnScreens.ListQuery) {
    self.screens = screens
    let (jobs, clock) = (screens.desk, screens.clock)
    list = ArrayListSource(
      "Jobs", query: query,
      columns: [
        .init(ListColumn("number", title: "#", alignment: .trailing, width: 2...4)) {
          "\($0.number)"
        } sort: {
          $0.number < $1.number
        },
        .init(ListColumn("job", width: 18...48)) { $0.title },
        .init(ListColumn("state", width: 8...11)) { $0.stateText },
        .init(ListColumn("result", width: 10...80)) { $0.outcome.result },
        .init(ListColumn("started", title: "age", alignment: .trailing, width: 4...7)) {
          JobReport.age(of: $0.started, at: clock())
        } sort: {
          $0.started < $1.started
        },
      ],
      id: { "\($0.number)" }, open: { [.open(JobScreens.url(of: $0.number))] }, add: screens.start,
      elements: { jobs.reports })
  }

  var title: String { list.title }
  var columns: [ListColumn] { list.columns }
  var count: Int { list.count }
  var total: Int { list.total }
  var query: CairnScreens.ListQuery { list.query }
  var changes: ChangeOptions { list.changes }
  var emptyHint: String { "a starts one; imports and exports are jobs" }
  var pace: Duration? { jobs.pace }

  func row(at index: Int) -> ListRow {
    var row = list.row(at: index)
    row.tone = Int(row.id).flatMap(jobs.report)?.tone ?? .plain
    return row
  }

  func index(of id: String) -> Int? { list.index(of: id) }
  var targets: RowTargets { .alike }
  func url(of id: String) -> ScreenURL? { Int(id).map(JobScreens.url(of:)) }
  func id(leadingTo url: ScreenURL) -> String? { url.segments.last }
  func apply(_ query: CairnScreens.ListQuery) -> [Effect] { list.apply(query) }
  func refresh() -> [Effect] { list.refresh() + jobs.look() }
  func open(_ id: String) -> [Effect] { list.open(id) }
  func add() -> [Effect]? { list.add() }

  func perform(_ action: ActionName, on id: String) -> [Effect]? {
    guard action == .actions, let number = Int(id) else { return nil }
    return [.present(JobSheet(number: number, jobs: jobs, undo: screens.undo).menu)]
  }
}
