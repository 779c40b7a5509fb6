public import Notation

/// A JSON object of Apple's with named fields.
///
/// A conforming type is a struct with a stored optional property for each field, and a table that names them. Members
/// that the table does not name are kept in `unknownFields` and written again, so that no addition of Apple's is lost.
public protocol WireObject: WireValue {
    /// Creates an object without any field.
    init()

    /// The known fields, in the order of Apple's documentation.
    static var fields: WireFields<Self> { get }

    /// The members that the table does not name, in the order of the JSON text.
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

    /// Reads this object from a JSON text.
    ///
    /// Absent fields, `null`, and `{}` in place of an object or signed data become `nil`.
    public init(json: [UInt8]) throws(JSONError) {
        self = try JSONReader.read(json) { (reader: inout JSONReader) throws(JSONError) in
            try Self.readMembers(from: &reader)
        }
    }

    /// Reads the fields that have the documented form from a JSON text; fields of another form become `nil`.
    ///
    /// Use it only to find out what the object belongs to, never to act on the object.
    init(readableIn json: [UInt8]) throws(JSONError) {
        self = try JSONReader.read(json, passingOverOtherForms: true) { (reader: inout JSONReader) throws(JSONError) in
            try Self.readMembers(from: &reader)
        }
    }

    /// Returns the object as compact JSON: its fields in the table's order, then the unknown ones.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        self.write(to: &writer)
        return writer.bytes
    }

    /// Reads an object; `{}` is treated as absent.
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
