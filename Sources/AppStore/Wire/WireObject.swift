public import Notation

/// An object of Apple's JSON with named fields.
///
/// A conforming type is a struct with one stored optional property for each field, and a table that names them. What
/// the table does not name is kept in `unknownFields` and written again, so that nothing Apple adds is lost.
public protocol WireObject: WireValue {
    /// An object with no fields.
    init()

    /// The known fields, in the order of Apple's documentation.
    static var fields: WireFields<Self> { get }

    /// The members that the table does not name, in the order of the text.
    var unknownFields: [JSONMember] { get set }
}

extension WireObject {
    /// Returns an object whose fields the closure sets; the fields that it leaves alone are absent.
    ///
    ///     let transaction = TransactionPayload.with {
    ///         $0.transactionId = "2000000000000001"
    ///         $0.productId = "pro.monthly"
    ///     }
    public static func with(_ fill: (inout Self) throws -> Void) rethrows -> Self {
        var object = Self()
        try fill(&object)
        return object
    }

    /// Reads one JSON text that is this object.
    ///
    /// Absent fields, `null`, and `{}` where an object or signed data belongs, all become nil.
    public init(json: [UInt8]) throws(JSONError) {
        self = try JSONReader.read(json) { (reader: inout JSONReader) throws(JSONError) in
            try Self.readMembers(from: &reader)
        }
    }

    /// Reads what has the documented form in one JSON text that is this object; fields of another form become nil.
    ///
    /// For finding out whose something is, never for acting on it.
    init(readableIn json: [UInt8]) throws(JSONError) {
        self = try JSONReader.read(json, passingOverOtherForms: true) { (reader: inout JSONReader) throws(JSONError) in
            try Self.readMembers(from: &reader)
        }
    }

    /// The object as compact JSON: its fields in the table's order, then the unknown ones.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        self.write(to: &writer)
        return writer.bytes
    }

    /// Reads an object; `{}` counts as absent.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> Self? {
        if reader.readEmptyObject() { return nil }
        return try Self.readMembers(from: &reader)
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        unsafe withUnsafePointer(to: self) { object in
            for slot in Self.fields.slots { unsafe slot.write(to: &writer, from: UnsafeRawPointer(object)) }
        }
        for member in self.unknownFields { writer.write(member) }
        writer.endObject()
    }

    private static func readMembers(from reader: inout JSONReader) throws(JSONError) -> Self {
        var object = Self()
        let slots = Self.fields.slots
        let unknown = try unsafe withUnsafeMutablePointer(to: &object) { pointer throws(JSONError) in
            try unsafe reader.readMembers(slots, into: UnsafeMutableRawPointer(pointer))
        }
        if !unknown.isEmpty { object.unknownFields = unknown }
        return object
    }
}
