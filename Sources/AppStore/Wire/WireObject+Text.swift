public import Foundation

extension WireObject {
    /// Reads one JSON text that is this object, as a request's body or a file has it.
    ///
    /// Absent fields, `null`, and `{}` where an object or signed data belongs, all become nil.
    public init(json: some DataProtocol) throws(JSONError) {
        let bytes: [UInt8] = Array(json)
        try self.init(json: bytes)
    }

    /// Reads one JSON text that is this object.
    ///
    /// Absent fields, `null`, and `{}` where an object or signed data belongs, all become nil.
    public init(json: some StringProtocol) throws(JSONError) {
        let bytes: [UInt8] = Array(json.utf8)
        try self.init(json: bytes)
    }
}

extension Timestamp {
    /// An instant to the millisecond.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// The instant as Foundation's.
    public var date: Date { Date(timeIntervalSince1970: Double(self.milliseconds) / 1000) }
}
