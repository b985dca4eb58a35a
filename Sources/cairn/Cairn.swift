internal import ArgumentParser
internal import TOMLKit
internal import CResources

@main struct Cairn: ParsableCommand {
  func run() throws {
    let t = try TOMLTable(string: "a = 1")
    print("hi", t["a"]?.int ?? 0, cairn_resource_count)
  }
}
