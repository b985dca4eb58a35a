import CairnInterface
import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `What can be changed` {
  @Test(arguments: [
    (ActionName.add, ChangeOptions.add, "nothing can be added here"),
    (.edit, .edit, "this can't be edited"), (.delete, .delete, "this can't be deleted"),
    (.changeField, .field, "no field can be changed here"),
    (.mergeRecords, .merge, "nothing can be merged here"),
    (.linkRecords, .link, "nothing can be linked here"),
  ])
  func `refuses what it doesn't name, and nothing else`(
    action: ActionName, option: ChangeOptions, reason: String
  ) {
    expectEqual(ChangeOptions().refusal(of: action), reason)
    let all: ChangeOptions = [.all, .link, .merge]
    expectEqual(all.subtracting(option).refusal(of: action), reason)
    expectEqual(option.refusal(of: action), nil)
    expectEqual(all.refusal(of: action), nil)
  }

  @Test(arguments: [ActionName.open, .filter, .rowDown, .leave])
  func `has nothing to say of what is no change`(action: ActionName) {
    expectEqual(ChangeOptions().refusal(of: action), nil)
    expectTrue(ChangeOptions().allows(action))
  }
}
