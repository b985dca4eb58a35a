#if canImport(Testing)
import Testing

// The tests call these functions eight thousand times. They are not the macro #expect, because the
// compiler type checks a call of a function four times as fast.

/// Records an issue if two values differ, at the place of the call.
///
/// `found` is the value under test and `expected` the one that it should have. `comment` has what
/// the reader of a failure needs besides, such as the seed; it is computed only then.
public func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ comment: @autoclosure () -> String = "",
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if found == expected { return }
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  record("found \(found), expected \(expected)", comment(), place)
}

/// Records an issue if a condition does not hold, at the place of the call.
///
/// `comment` has what the reader of a failure needs besides, such as the values; it is computed
/// only then.
public func expectTrue(
  _ condition: Bool, _ comment: @autoclosure () -> String = "",
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if condition { return }
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  record("the condition does not hold", comment(), place)
}

private func record(_ finding: String, _ comment: String, _ place: SourceLocation) {
  let text = comment.isEmpty ? finding : "\(comment): \(finding)"
  Issue.record(Comment(rawValue: text), sourceLocation: place)
}
#endif
