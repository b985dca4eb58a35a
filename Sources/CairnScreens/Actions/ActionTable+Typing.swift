internal import CairnInterface

/// The actions of whatever takes text.
extension ActionTable {
  static let prompt: [Action] = [
    Action(
      .complete, title: "Go on with this", hint: "complete", keys: ["Tab"],
      in: [.palette, .filter, .path], isHinted: true),
    Action(
      .accept, title: "Take this", hint: "take", keys: ["Enter"], in: [.columns, .prompt],
      isHinted: true),
    Action(
      .editTyped, title: "Edit what is typed in your editor", keys: ["C-x C-e", "F4"],
      in: [.prompt]),
    Action(
      .actOnPick, title: "Export, mail, copy what the cursor is on", keys: ["C-x x"],
      in: [.palette]),
    Action(.promptDown, title: "Down", keys: ["Down", "C-n", "C-j", "Tab"], in: [.prompt]),
    Action(.promptUp, title: "Up", keys: ["Up", "C-p", "BTab"], in: [.prompt]),
    Action(.promptFirst, title: "To the first", keys: ["M-<"], in: [.prompt]),
    Action(.promptLast, title: "To the last", keys: ["M->"], in: [.prompt]),
    Action(
      .filterHelp, title: "How conditions are written, by examples", hint: "conditions",
      keys: ["C-x /"], in: [.filter], isHinted: true),
  ]

  static let picker: [Action] = [
    Action(.lookAtPick, title: "Show beside what the cursor is on", keys: ["C-_"], in: [.picker]),
    Action(
      .pickDown, title: "Down in what is beside", keys: ["M-Down", "S-Down"], in: [.picker]),
    Action(.pickUp, title: "Up in what is beside", keys: ["M-Up", "S-Up"], in: [.picker]),
  ]

  static let form: [Action] = [
    Action(
      .save, title: "Save", hint: "save", keys: ["C-s", "F2"], in: [.form], isHinted: true),
    Action(
      .completeValue, title: "Complete with what other records have", keys: ["C-Space", "M-/"],
      in: [.form]),
    Action(
      .undoTyping, title: "Take the last typing back", keys: ["C-_", "C-x u"],
      in: [.form, .text]),
    Action(.redoTyping, title: "Type it again", keys: ["M-_", "C-x r"], in: [.form, .text]),
    Action(.discard, title: "Discard the changes", keys: ["F6", "C-x k"], in: [.form]),
    Action(
      .nextField, title: "Next field", hint: "next", keys: ["Tab", "Down", "Enter"], in: [.form],
      isHinted: true),
    Action(
      .previousField, title: "Previous field", keys: ["BTab", "Up"],
      in: [.form]),
    Action(.firstField, title: "First field", keys: ["C-Home"], in: [.form]),
    Action(.lastField, title: "Last field", keys: ["C-End"], in: [.form]),
    Action(
      .nextForm, title: "Edit the next record, keeping a draft", keys: ["C-PageDown"],
      in: [.form]),
    Action(
      .previousForm, title: "Edit the previous record, keeping a draft", keys: ["C-PageUp"],
      in: [.form]),
    Action(
      .revertField, title: "Put the field back as it was", hint: "revert field", keys: ["C-r"],
      in: [.form], isHinted: true),
    Action(
      .editField, title: "Edit the text in your editor", hint: "editor",
      keys: ["F4", "C-x C-e", "C-o"], in: [.form], isHinted: true),
    Action(.nextChoice, title: "Next choice", keys: ["Right"], in: [.pick]),
    Action(.previousChoice, title: "Previous choice", keys: ["Left"], in: [.pick]),
    Action(.clearField, title: "Empty the field", keys: ["BSpace", "Delete"], in: [.pick]),
  ]

  static let text: [Action] = [
    Action(.textLeft, title: "A character left", keys: ["Left", "C-b"], in: [.text]),
    Action(.textRight, title: "A character right", keys: ["Right", "C-f"], in: [.text]),
    Action(.textWordLeft, title: "A word left", keys: ["M-b", "C-Left"], in: [.text]),
    Action(.textWordRight, title: "A word right", keys: ["M-f", "C-Right"], in: [.text]),
    Action(.textStart, title: "To the start", keys: ["Home", "C-a"], in: [.text]),
    Action(.textEnd, title: "To the end", keys: ["End", "C-e"], in: [.text]),
    Action(.textDeleteLeft, title: "Delete to the left", keys: ["BSpace", "C-h"], in: [.text]),
    Action(.textDeleteRight, title: "Delete to the right", keys: ["Delete", "C-d"], in: [.text]),
    Action(.textCutWordLeft, title: "Cut the word before", keys: ["C-w", "M-BSpace"], in: [.text]),
    Action(.textCutWordRight, title: "Cut the word after", keys: ["M-d"], in: [.text]),
    Action(.textCutToStart, title: "Cut all before", keys: ["C-u"], in: [.text]),
    Action(.textCutToEnd, title: "Cut all after", keys: ["C-k"], in: [.text]),
    Action(.textYank, title: "Put back what was cut", keys: ["C-y"], in: [.text]),
    Action(.copyText, title: "Copy all of it", keys: ["M-w"], in: [.form, .palette]),
    Action(.areaNewline, title: "New line", keys: ["Enter"], in: [.area]),
    Action(.lineUp, title: "Move the line up", keys: ["M-Up"], in: [.lines]),
    Action(.lineDown, title: "Move the line down", keys: ["M-Down"], in: [.lines]),
    Action(.areaUp, title: "A line up", keys: ["Up"], in: [.area]),
    Action(.areaDown, title: "A line down", keys: ["Down"], in: [.area]),
  ]
}
