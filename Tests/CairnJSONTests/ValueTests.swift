import CairnJSON
import TestSupport
import Testing

@Suite struct `A JSON value` {
  @Test func `is asked for what it may be`() throws {
    let value: JSONValue = ["a": [1, "b", true]]
    expectEqual(value["a"]?[0]?.integer, 1)
    expectEqual(value["a"]?[0]?.double, 1)
    expectEqual(value["a"]?[1]?.string, "b")
    expectEqual(value["a"]?[2]?.boolean, true)
    expectEqual(value["a"]?[3], nil)
    expectEqual(value["a"]?[-1], nil)
    expectEqual(value["b"], nil)
    expectEqual(value[0], nil)
    expectEqual(value["a"]?["a"], nil)
    expectTrue(value.string == nil && value.integer == nil && value.boolean == nil)
    expectTrue(value.array == nil && value.object?.members.count == 1 && !value.isNull)
    expectTrue(JSONValue.null.isNull)
  }

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0),
    ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil),
  ])
  func `is an integer only if it fits and is written as one`(text: String, integer: Int64?) {
    expectEqual(JSONNumber(text)?.integer, integer)
  }

  @Test(arguments: [
    ("1e3", 1000), ("0.1", 0.1), ("1e400", Double.infinity),
    ("5e-324", Double.leastNonzeroMagnitude),
  ])
  func `is the nearest double`(text: String, double: Double) {
    expectEqual(JSONNumber(text)?.double, double)
  }

  @Test func `is not made from infinity or what is no number`() {
    expectEqual(JSONNumber(Double.infinity), nil)
    expectEqual(JSONNumber(-Double.infinity), nil)
    expectEqual(JSONNumber(Double.nan), nil)
    expectEqual(JSONNumber(1e300)?.text, "1e+300")
  }

  @Test func `is an object whose members change in place`() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    object["a"] = 4
    expectEqual(object, ["a": 1, "b": 2, "a": 4])
    object["c"] = .null
    expectEqual(object, ["a": 1, "b": 2, "a": 4, "c": .null])
    object["a"] = nil
    expectEqual(object, ["b": 2, "c": .null])
  }
}
