// An application imports CairnKit alone.
@_exported public import CairnFiles
@_exported public import CairnInterface
@_exported public import CairnNavigation
@_exported public import CairnScreens
@_exported public import CairnTime
@_exported public import enum CairnTerminal.ProcessExit
@_exported public import enum CairnTerminal.ProcessSignal
