import CairnInterface
import Testing

@testable import CairnScreens

@Suite struct `What can be changed` {
  @Test(arguments: [
    (ActionName.add, ChangeOptions.add, "nothing can be added here"),
    (.edit, .edit, "this can't be edited"), (.delete, .delete, "this can't be deleted"),
    (.changeField, .field, "no field can be changed here"),
    (.linkRecords, .link, "nothing can be linked here"),
  ])
  func `refuses what it doesn't name, and nothing else`(
    action: ActionName, option: ChangeOptions, reason: String
  ) {
    #expect(ChangeOptions().refusal(of: action) == reason)
    let all: ChangeOptions = [.all, .link]
    #expect(all.subtracting(option).refusal(of: action) == reason)
    #expect(option.refusal(of: action) == nil)
    #expect(all.refusal(of: action) == nil)
  }

  @Test(arguments: [ActionName.open, .filter, .rowDown, .leave])
  func `has nothing to say of what is no change`(action: ActionName) {
    #expect(ChangeOptions().refusal(of: action) == nil)
    #expect(ChangeOptions().allows(action))
  }
}
