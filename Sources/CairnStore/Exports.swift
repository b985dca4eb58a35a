// A moment and a day, which routes know as well.
@_exported public import CairnTime
