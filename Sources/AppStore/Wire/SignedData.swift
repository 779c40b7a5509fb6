public import Notation

/// An object that Apple signed, still closed: the text of a compact JWS, as bytes.
///
/// Nothing about it has been checked; whatever string the field held is here.
public struct SignedData: Hashable, Sendable {
    /// The text's UTF-8.
    public let bytes: [UInt8]

    /// Signed data from the bytes of its text.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Signed data from its text.
    public init(_ text: String) {
        self.bytes = Array(text.utf8)
    }
}

extension SignedData: WireValue {
    /// Reads a string; an empty object, which some logged payloads have instead, counts as absent.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> SignedData? {
        if reader.readEmptyObject() { return nil }
        return SignedData(try reader.readStringBytes())
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(utf8: self.bytes)
    }
}
