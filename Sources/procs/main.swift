// The processes of this machine, as /proc has them: filter, sort, look, and end one with `d`.
import CairnKit

/// A process as the system described it a moment ago.
struct RunningProcess {
  let id: Int, command: String
  private let status: [Substring: Substring]

  init(_ number: Int) throws {
    let status = try RealFileSystem().read("/proc/\(number)/status")
    let command = try RealFileSystem().read("/proc/\(number)/cmdline")
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: ":\t", maxSplits: 1) }.filter { $0.count == 2 }
    id = number
    self.status = Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
    self.command = String(decoding: command.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
  }

  subscript(key: Substring) -> String { status[key].map(String.init) ?? "" }
  var memory: Int { Int(self["VmRSS"].filter(\.isNumber)) ?? 0 }

  static var all: [RunningProcess] {
    let names = (try? RealFileSystem().list("/proc")) ?? []
    return names.compactMap { Int($0) }.sorted().compactMap { try? RunningProcess($0) }
  }

  var keys: [Substring] { status.keys.sorted() }

  func end() -> [Effect] { [.open("procs://all/\(id)/end")] }

  var menu: Menu {
    let items = [Menu.Item("t", "Ask it to end"), Menu.Item("k", "Kill it at once")]
    return Menu("End \(self["Name"])?", items) { tell($0 == 0 ? .terminate : .kill) }
  }

  private func tell(_ signal: ProcessSignal) -> [Effect] {
    do { try signal.send(to: Int32(id)) } catch { return [.say(Message("\(error)", tone: .bad))] }
    return [.refresh, .say(Message("told \(self["Name"])", tone: .good))]
  }

  static func list(_ url: ScreenURL) -> ArrayListSource<RunningProcess> {
    let kib = ListColumn("kib", alignment: .trailing, width: 8...8)
    let list = ArrayListSource(
      "Processes", query: ListQuery(url),
      columns: [
        .init(ListColumn("pid", width: 7...7), text: { "\($0.id)" }) { $0.id < $1.id },
        .init(ListColumn("name", width: 8...16)) { $0["Name"] },
        .init(kib, text: { "\($0.memory)" }) { $0.memory < $1.memory },
        .init(ListColumn("command", width: 10...200)) { $0.command },
      ], id: { "\($0.id)" }, delete: { $0.end() }, elements: { all })
    list.repeats = { .seconds(2) }
    return list
  }
}

/// A page of a process, which keeps whether it shows all that the system says.
final class ProcessDetail: DetailSource, StatefulSource {
  let changes = ChangeOptions.delete, pace: Duration? = .seconds(2)
  private var process: RunningProcess, isWhole = false
  init(_ number: Int) throws { process = try RunningProcess(number) }
  var title: String { process["Name"] }
  var subtitle: String { process.command }
  var fields: [DetailField] {
    let keys = isWhole ? process.keys : ["Pid", "PPid", "State", "Threads", "VmRSS"]
    return keys.map { DetailField("\($0)", process[$0]) }
  }
  func perform(_ action: ActionName) -> [Effect]? {
    guard action == "procs.whole" else { return nil }
    isWhole.toggle()
    return [.refresh]
  }
  func encodeState(to encoder: inout StateEncoder) { encoder.encode(isWhole, as: "whole") }
  func decodeState(from decoder: StateDecoder) { isWhole = decoder.decode("whole") ?? false }
  func refresh(_ surroundings: Surroundings) -> [Effect] {
    do { process = try RunningProcess(process.id) } catch { return [.close] }
    return []
  }
  func delete() -> [Effect]? { process.end() }
}

do {
  let map = try URLMap<any Screen>(home: "procs://all") {
    Route("procs://all") { (url: ScreenURL) in ListScreen(RunningProcess.list(url)) }
    Route("procs://all/(number)", parent: "procs://all") { (number: Int) in
      DetailScreen(try ProcessDetail(number))
    }
    Route("procs://first", .modal) { DetailScreen(try ProcessDetail(1)) }.listed("The first one")
    Route("procs://all/(number)/end", .popover) { (number: Int) in try RunningProcess(number).menu }
    Link(from: RunningProcess.self, to: "procs://all/(number)", \.id)
    Redirect("procs://manual", to: "https://docs.kernel.org/filesystems/proc.html")
  }
  var app = Application(map)
  app.actions.add([
    Action("procs.whole", title: "Show all values, or few", keys: ["V"], in: [.detail])
  ])
  try app.run()
} catch { ProcessExit.fail("procs: \(error)") }
