public import Foundation

extension WireObject {
    /// Reads this object from a JSON text, such as a request's body or a file.
    ///
    /// Absent fields, `null`, and `{}` in place of an object or signed data become `nil`.
    public init(json: some DataProtocol) throws(JSONError) {
        let bytes: [UInt8] = Array(json)
        try self.init(json: bytes)
    }

    /// Reads this object from a JSON text.
    ///
    /// Absent fields, `null`, and `{}` in place of an object or signed data become `nil`.
    public init(json: some StringProtocol) throws(JSONError) {
        let bytes: [UInt8] = Array(json.utf8)
        try self.init(json: bytes)
    }
}

extension Timestamp {
    /// Creates an instant with a precision of a millisecond.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// The instant as a date of Foundation.
    public var date: Date { Date(timeIntervalSince1970: Double(self.milliseconds) / 1000) }
}
