import Glibc

/// The functions of SQLite's library, found at run time, so that nothing needs it to be built.
struct SQLiteLibrary {
  typealias Handle = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Use = @convention(c) (Handle) -> Int32
  typealias Open = @convention(c) (Text, UnsafeMutablePointer<Handle?>) -> Int32
  typealias Message = @convention(c) (Handle) -> Text
  typealias Prepare =
    @convention(c) (
      Handle, Text, Int32, UnsafeMutablePointer<Handle?>, UnsafeMutableRawPointer?
    ) -> Int32
  typealias BindInteger = @convention(c) (Handle, Int32, Int64) -> Int32
  typealias BindDouble = @convention(c) (Handle, Int32, Double) -> Int32
  typealias BindNull = @convention(c) (Handle, Int32) -> Int32
  typealias BindText = @convention(c) (Handle, Int32, Text, Int32, Int) -> Int32
  typealias ReadInteger = @convention(c) (Handle, Int32) -> Int64
  typealias ReadDouble = @convention(c) (Handle, Int32) -> Double
  typealias ReadText = @convention(c) (Handle, Int32) -> UnsafePointer<UInt8>?
  typealias ReadCount = @convention(c) (Handle, Int32) -> Int32

  let open: Open
  let close: Use
  let message: Message
  let prepare: Prepare
  let finalize: Use
  let step: Use
  let reset: Use
  let bindInteger: BindInteger
  let bindDouble: BindDouble
  let bindNull: BindNull
  let bindText: BindText
  let columnType: ReadCount
  let columnInteger: ReadInteger
  let columnDouble: ReadDouble
  let columnText: ReadText
  let columnBytes: ReadCount

  /// The library of this machine, or `nil` if it isn't installed.
  static let shared = dlopen("libsqlite3.so.0", RTLD_NOW).map(SQLiteLibrary.init)

  private init(_ library: UnsafeMutableRawPointer) {
    func function<Function>(_ name: String) -> Function {
      guard let address = dlsym(library, "sqlite3_\(name)") else {
        preconditionFailure("every SQLite of version 3 has sqlite3_\(name)")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    open = function("open")
    close = function("close")
    message = function("errmsg")
    prepare = function("prepare_v2")
    finalize = function("finalize")
    step = function("step")
    reset = function("reset")
    bindInteger = function("bind_int64")
    bindDouble = function("bind_double")
    bindNull = function("bind_null")
    bindText = function("bind_text")
    columnType = function("column_type")
    columnInteger = function("column_int64")
    columnDouble = function("column_double")
    columnText = function("column_text")
    columnBytes = function("column_bytes")
  }
}
