import CLibPQ

/// A value for a parameter of a statement, encoded as the parameter's type requires.
package enum PostgreSQLValue: Sendable, Equatable {
    /// Null.
    case null
    /// An integer, for an integer type of any size, a Boolean (0 or 1), or a text, which gets the decimal digits.
    case integer(Int64)
    /// A text, byte for byte, in the form of `PostgreSQLText`.
    case text(String)
    /// Bytes, or the 16 bytes of a UUID.
    case bytes([UInt8])
    /// An array of integers, for an array of any type that accepts an integer.
    case integers([Int64])
    /// An array of integers and nulls.
    case optionalIntegers([Int64?])
    /// An array of texts and nulls.
    case texts([String?])
    /// An array of bytes and nulls.
    case byteStrings([[UInt8]?])
    /// An array of any of the values above that are not arrays.
    case array([PostgreSQLValue])

    /// Returns a Boolean.
    package static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }

    /// Returns an integer, or null.
    package static func optional(_ integer: Int64?) -> Self { integer.map(Self.integer) ?? .null }

    /// Returns a text, or null.
    package static func optional(_ text: String?) -> Self { text.map(Self.text) ?? .null }

    /// Returns bytes, or null.
    package static func optional(_ bytes: [UInt8]?) -> Self { bytes.map(Self.bytes) ?? .null }
}

/// The server's types that values are encoded for and decoded from, by their fixed object ids.
enum PostgreSQLType: Oid {
    case boolean = 16
    case bytes = 17
    case name = 19
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case oid = 26
    case json = 114
    case unknown = 705
    case paddedText = 1042
    case variableText = 1043
    case uuid = 2950
    case booleans = 1000
    case byteStrings = 1001
    case int2s = 1005
    case int4s = 1007
    case texts = 1009
    case variableTexts = 1015
    case int8s = 1016
    case uuids = 2951

    /// The type of an array's elements; `nil` when this is no array.
    var element: Self? {
        switch self {
        case .booleans: .boolean
        case .byteStrings: .bytes
        case .int2s: .int2
        case .int4s: .int4
        case .int8s: .int8
        case .texts: .text
        case .variableTexts: .variableText
        case .uuids: .uuid
        default: nil
        }
    }
}

/// The form in which texts are stored in PostgreSQL, which accepts no zero byte.
///
/// U+0000 is stored as U+0001 U+0001, and U+0001 as U+0001 U+0002; everything else unchanged. So each text has one form
/// and is read back byte for byte, different texts stay different, and their order by bytes stays the same.
enum PostgreSQLText {
    /// The escape character.
    private static let mark: UInt8 = 1

    /// Appends a text in its stored form.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        guard text.utf8.contains(where: { $0 <= Self.mark }) else { return bytes.append(contentsOf: text.utf8) }
        for byte in text.utf8 {
            if byte <= Self.mark {
                bytes.append(Self.mark)
                bytes.append(byte + 1)
            } else {
                bytes.append(byte)
            }
        }
    }

    /// Returns the text that is stored as these bytes.
    ///
    /// An escape character before any other character was stored before texts had this form, and is kept as it is.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard unsafe bytes.contains(Self.mark) else { return unsafe String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var isMarked = false
        for byte in unsafe Array(bytes) {
            if isMarked, byte == 1 || byte == 2 {
                text[text.count - 1] = byte - 1
                isMarked = false
            } else {
                text.append(byte)
                isMarked = byte == Self.mark
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
