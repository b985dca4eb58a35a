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
  /// - Throws: ``AppError`` unless the array has an object for each record.
  func grouped(_ array: [UInt8]) throws(AppError) -> [JSONValue] {
    let objects: [JSONObject]
    do throws(JSONError) {
      objects = try JSONValue(reading: array).array?.compactMap(\.object) ?? []
    } catch {
      throw .failed("the records cannot be grouped: \(error)")
    }
    let numbers = groupNumbers
    guard objects.count == numbers.count else {
      throw .failed(
        "the records cannot be grouped: \(objects.count) were exported, and \(numbers.count) found")
    }
    return zip(objects, numbers).map { object, number in
      var object = object
      object.members.append(
        JSONObject.Member(name: "@group", value: .number(JSONNumber(Int64(number)))))
      return .object(object)
    }
  }
}
