public import CairnInterface
public import CairnNavigation

/// What a screen asks the session to do, since it can't do it itself.
public enum Effect {
  /// Opens a URL on top of this screen, which becomes the list that the new one came from.
  case open(ScreenURL)
  /// Opens a draft of the own session, or of one that no process has.
  case continueDraft(WaitingDraft.ID)
  /// Puts a draft at another place, in this screen's place.
  case moveDraft(Visit)
  /// Opens what a person typed or keeps as a favorite; malformed text is explained.
  case openText(String, Origin)
  /// Puts the screen of another URL in this one's place.
  case replace(ScreenURL)
  /// Sets or removes a query item in this screen's URL; the screen stays, and so does the history.
  case setQuery(name: String, value: String?)
  /// Puts other query items in this screen's URL; the screen stays, and so does the history.
  case setItems([QueryItem])
  /// Goes to the screen before this one.
  case back
  /// Goes to the screen before this one, or to the first of all where there is none before.
  case leave
  /// Goes to the screen that `back` left.
  case forward
  /// Goes to the screen that contains this one, by URL.
  case up
  /// Goes to the first screen of all.
  case home
  /// Leaves this screen for good: no draft is kept, and nothing remains to go forward to.
  case close
  /// Puts the cursor on the first thing seen that leads to one of some URLs, where the screen that is
  /// shown by then has one; where its filter leaves them out, what was said last says so.
  case reveal([ScreenURL])
  /// Opens by another map what is opened from then on; screens that are open stay as they are.
  case useMap(URLMap<any Screen>)
  /// Looks keys up in another keymap from then on.
  case useKeys(Keymap)
  /// Lets everything look otherwise from then on.
  case useTheme(Theme)
  /// Lets clicks and the wheel come here from then on, or leaves them to the terminal.
  case useMouse(Bool)
  /// Marks this screen's record in the list that it was opened from, or takes the mark away.
  case markInList
  /// Makes this screen anew, without what it remembered, after it couldn't be made.
  case retry
  /// Puts an overlay over the screen.
  case present(any Overlay)
  /// Takes the topmost overlay away.
  case dismiss
  /// Says what happened.
  case say(Message)
  /// Starts work off the drawing thread.
  case run(Job)
  /// Does something when the keys have rested for a while.
  case after(Delay)
  /// Does an action as if its key had been pressed.
  case perform(ActionName)
  /// Tells every screen and the launcher that data changed.
  case refresh
  /// Lets what stands beside rows or a page show where the cursor leads by now.
  case lookBeside
  /// Asks whether to hand an address to the system's opener, and does so if told.
  case external(String)
  /// Puts a text where other programs paste from, and says what it was.
  case copy(String, what: String)
  /// Lets a person edit a text in their own editor, and goes on with what it says then.
  case edit(EditedText)
  /// Gives the terminal to another program until that ends, and goes on with its exit status.
  case hand(ForegroundProgram)
  /// Gives the terminal back to the shell until the program is continued.
  case suspend
  /// Ends the program; everything is restored at the next start.
  case quit
}

/// Effects that wait until nothing of the same name has been asked for during a time.
public struct Delay {
  /// Which wait this is; a new one replaces a waiting one of the same name.
  public var name: String
  /// How long to wait.
  public var duration: Duration
  /// What happens then.
  public var effects: [Effect]
  /// Whether they are of no use any more once something leads to another screen; else they happen
  /// before that.
  public var lapses: Bool

  /// Effects that follow a rest of the keys.
  public init(
    _ name: String, _ duration: Duration, _ effects: [Effect], lapses: Bool = false
  ) {
    self.lapses = lapses
    self.name = name
    self.duration = duration
    self.effects = effects
  }
}

/// A program that has the terminal to itself for a while, such as an editor or a mail program.
public struct ForegroundProgram {
  /// How the program ended, or why it never began.
  public enum End: Hashable, Sendable {
    /// With an exit status; 128 and a signal's number where a signal ended it.
    case exited(Int32)
    /// It could not be started, for a reason in words.
    case failed(String)
  }

  /// The program, looked up in `PATH` unless it is a path, and its arguments.
  public var arguments: [String]
  /// What follows once it has ended.
  public var completion: (End) -> [Effect]

  /// A program with its arguments, and what follows.
  public init(_ arguments: [String], completion: @escaping (End) -> [Effect]) {
    self.arguments = arguments
    self.completion = completion
  }
}

/// A text that a person wants to edit in a program of their own.
public struct EditedText {
  /// What is edited, in a word or two; the file is called so.
  public var name: String
  /// What it says now.
  public var text: String
  /// Whether it is stored nowhere, so that it counts as written even where nobody changes it.
  public var isUnsaved: Bool
  /// What follows where it says something else afterwards, or is stored nowhere.
  public var completion: (WrittenText) -> [Effect]

  /// A text, what it is called, and what follows.
  public init(
    _ name: String, text: String, isUnsaved: Bool = false,
    completion: @escaping (WrittenText) -> [Effect]
  ) {
    self.name = name
    self.text = text
    self.isUnsaved = isUnsaved
    self.completion = completion
  }
}

/// What a person wrote in their own program: it stays in its file until somebody else has it.
public struct WrittenText {
  /// What they wrote; its lines end with line feeds.
  public let text: String
  /// The path of its file, as a person reads it.
  public let place: String
  private let remove: () -> Void

  /// What was written, where it is, and what removes it there.
  public init(_ text: String, in place: String, remove: @escaping () -> Void) {
    self.text = text
    self.place = place
    self.remove = remove
  }

  /// Removes the file, once the text is elsewhere.
  public func release() { remove() }
}
