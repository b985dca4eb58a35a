import CairnFiles
import TestSupport
import Testing

@testable import CairnSync
@testable import CairnStore

@Suite struct `Git as a program` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
}
