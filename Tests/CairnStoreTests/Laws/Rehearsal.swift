import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// Runs steps on a store and on a naive world beside it, and says where they differ.
final class Rehearsal {
  /// What should make no difference.
  struct Setting: CustomTestStringConvertible {
    var segmentSize = 65_536
    var foldsAfterSave = false
    var reopensAfterSave = false
    var storeCount = 1

    var testDescription: String {
      "segments of \(segmentSize), \(storeCount) stores"
        + (foldsAfterSave ? ", folds" : "") + (reopensAfterSave ? ", reopens" : "")
    }
  }

  /// A context and the worlds that it went through.
  struct Level {
    var context: ObjectContext
    var world: NaiveWorld
    var done: [NaiveWorld] = []
    var undone: [NaiveWorld] = []
  }

  private let files = MemoryFileSystem()
  let setting: Setting
  var stores: [ObjectStore] = []
  var turn = 0
  var levels: [Level] = []
  var saved = NaiveWorld()
  var history: [NaiveWorld] = []
  var ids: [Int: ObjectID] = [:]
  var last = 0

  init(_ setting: Setting = Setting()) throws {
    self.setting = setting
    stores = [try ObjectStore.create(options(0), model: Library.model)]
    for number in 1..<max(1, setting.storeCount) {
      stores.append(try ObjectStore.open(options(number)))
    }
    startOver()
  }

  /// Runs the steps; the sentence says what differs after which of them.
  static func failure(of steps: [Step], _ setting: Setting = Setting()) -> String? {
    do {
      let rehearsal = try Rehearsal(setting)
      for (index, step) in steps.enumerated() {
        try rehearsal.run(step)
        if index % 8 == 7 || index == steps.count - 1, let difference = rehearsal.difference() {
          return "after step \(index), \(step): \(difference)"
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The store's whole text after all is saved and folded, by file.
  func text() throws -> [String: String] {
    try stores[turn].fold()
    var text: [String: String] = [:]
    guard try files.exists("/store/data") else { return text }
    for entity in try files.list("/store/data") {
      for file in try files.list("/store/data/\(entity)") {
        let path = "/store/data/\(entity)/\(file)"
        text[path] = String(decoding: try files.read(path), as: UTF8.self)
      }
    }
    return text
  }

  func options(_ number: Int) -> ObjectStore.Options {
    var options = ObjectStore.Options(
      folder: "/store", fileSystem: files, random: SeededGenerator(seed: UInt64(number)),
      clock: { Library.clock.now })
    options.segmentSize = setting.segmentSize
    return options
  }

  /// Another context may give the same temporary keys to other records.
  func forgetTemporary() { ids = ids.filter { !$0.value.isTemporary } }

  /// The one context that is left starts from what is saved.
  func startOver() {
    forgetTemporary()
    levels = [Level(context: stores[turn].newContext(), world: saved)]
  }
}
