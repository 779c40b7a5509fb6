public import Notation

/// An object that Apple signed, not verified or decoded: the bytes of a compact JWS.
///
/// It contains the string of the field, which has not been checked.
public struct SignedData: Hashable, Sendable {
    /// The UTF-8 bytes of the text.
    public let bytes: [UInt8]

    /// Creates signed data from the bytes of its text.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates signed data from its text.
    public init(_ text: String) {
        self.bytes = Array(text.utf8)
    }
}

extension SignedData: WireValue {
    /// Reads a string; an empty object, which some logged payloads have instead, is treated as absent.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> SignedData? {
        if reader.readEmptyObject() { return nil }
        return SignedData(try reader.readStringBytes())
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(utf8: self.bytes)
    }
}
