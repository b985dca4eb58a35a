public import CairnInterchange
public import CairnJSON
internal import CairnStore

extension ImportReport {
  /// The report for programs: collections with their counts, notices, refused rows, and values that
  /// found no place.
  public var json: JSONValue {
    .object([
      "collections": .array(collections.map(\.json)),
      "notices": .array(notices.map(JSONValue.string)),
      "refusedCount": .number(JSONNumber(Int64(badRowCount))),
      "refused": .array(badRows.map(\.json)),
      "lostCount": .number(JSONNumber(Int64(lostValueCount))),
      "lost": .array(lostValues.map(\.json)),
      "change": transaction.map { .number(JSONNumber(Int64(clamping: $0))) } ?? .null,
    ])
  }
}

extension ImportReport.Collection {
  fileprivate var json: JSONValue {
    let counts = [
      ("new", inserted), ("updated", updated), ("unchanged", unchanged), ("relinked", relinked),
      ("deleted", deleted),
    ]
    return .object(
      JSONObject(
        [
          JSONObject.Member(name: "collection", value: .string(entity.plural)),
          JSONObject.Member(name: "isNew", value: .boolean(isNew)),
        ]
          + counts.map {
            JSONObject.Member(name: $0.0, value: .number(JSONNumber(Int64($0.1))))
          }))
  }
}

extension ImportReport.BadRow {
  fileprivate var json: JSONValue {
    .object([
      "file": .string(input), "line": .number(JSONNumber(Int64(problemLine))),
      "field": problem.field.map(JSONValue.string) ?? .null,
      "value": problem.value.map(JSONValue.string) ?? .null, "reason": .string(problem.cause),
    ])
  }
}
