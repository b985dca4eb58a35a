import TestSupport
import Testing

@testable import CairnFiles

@Suite struct `A whole file` {
  // Linux returns at most 2,147,479,552 bytes at once, and a file system may return fewer.
  @Test(arguments: [1, 2, 3, 7, 100], [0, 6, 7, 8, 100])
  func `is read to its end, however few bytes a read returns`(most: Int, size: Int) throws {
    let bytes = Array("0123456".utf8)
    var place = 0
    let found = try wholeFile(ofSize: size) { count throws(FileError) in
      let end = min(place + min(count, most), bytes.count)
      defer { place = end }
      return Array(bytes[place..<end])
    }
    // A read that ends at the expected size may be the end; a larger file has changed.
    expectEqual(found, size == 6 && 6 % most == 0 ? Array(bytes[..<6]) : bytes)
  }
}
