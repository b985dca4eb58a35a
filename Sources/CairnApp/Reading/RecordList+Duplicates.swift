internal import CairnInterchange
internal import CairnJSON
internal import CairnStore

extension RecordList {
  /// Whether the records stand in groups of duplicates.
  var hasDuplicates: Bool { !query.request.likeness.isEmpty }

  /// The number of the group of each record, from 1.
  var groupNumbers: [Int] {
    result.sections.enumerated().flatMap { index, section in
      repeatElement(index + 1, count: section.count)
    }
  }

  /// Adds the number of its group to each record of an array.
  ///
  /// - Parameter array: the bytes of the list's records as an array of JSON.
  /// - Returns: the objects of the records.
  /// - Throws: ``AppError`` if these are no such array.
  func grouped(_ array: [UInt8]) throws(AppError) -> [JSONValue] {
    let objects: [JSONValue]
    do throws(JSONError) {
      objects = try JSONValue(reading: array).array ?? []
    } catch {
      throw .failed("the records cannot be grouped: \(error)")
    }
    return zip(objects, groupNumbers).map { value, number in
      guard var object = value.object else { return value }
      object.members.append(
        JSONObject.Member(name: "@group", value: .number(JSONNumber(Int64(number)))))
      return .object(object)
    }
  }
}
