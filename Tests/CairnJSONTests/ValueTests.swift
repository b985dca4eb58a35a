import CairnJSON
import Testing

@Suite struct `A JSON value` {
  @Test func `is asked for what it may be`() throws {
    let value: JSONValue = ["a": [1, "b", true]]
    #expect(value["a"]?[0]?.integer == 1)
    #expect(value["a"]?[0]?.double == 1)
    #expect(value["a"]?[1]?.string == "b")
    #expect(value["a"]?[2]?.boolean == true)
    #expect(value["a"]?[3] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["b"] == nil)
    #expect(value[0] == nil)
    #expect(value["a"]?["a"] == nil)
    #expect(value.string == nil && value.integer == nil && value.boolean == nil)
    #expect(value.array == nil && value.object?.members.count == 1 && !value.isNull)
    #expect(JSONValue.null.isNull)
  }

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0),
    ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil),
  ])
  func `is an integer only if it fits and is written as one`(text: String, integer: Int64?) {
    #expect(JSONNumber(text)?.integer == integer)
  }

  @Test(arguments: [
    ("1e3", 1000), ("0.1", 0.1), ("1e400", Double.infinity),
    ("5e-324", Double.leastNonzeroMagnitude),
  ])
  func `is the nearest double`(text: String, double: Double) {
    #expect(JSONNumber(text)?.double == double)
  }

  @Test func `is not made from infinity or what is no number`() {
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(1e300)?.text == "1e+300")
  }

  @Test func `is an object whose members change in place`() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    object["a"] = 4
    #expect(object == ["a": 1, "b": 2, "a": 4])
    object["c"] = .null
    #expect(object == ["a": 1, "b": 2, "a": 4, "c": .null])
    object["a"] = nil
    #expect(object == ["b": 2, "c": .null])
  }
}
