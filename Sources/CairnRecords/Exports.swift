// An application over records imports CairnRecords alone.
@_exported public import CairnKit
@_exported public import CairnStore
