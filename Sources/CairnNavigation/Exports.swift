// A moment and a day, which records know as well.
@_exported public import CairnTime
