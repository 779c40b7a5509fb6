import CLibPQ

/// One value on its way into a statement; what the parameter's own type wants is made of it.
package enum PostgreSQLValue: Sendable, Equatable {
    /// No value.
    case null
    /// An integer, for an integer of any size, a truth value (0 or 1), or a text, which gets its decimal digits.
    case integer(Int64)
    /// Text, byte for byte, in the form of `PostgreSQLText`.
    case text(String)
    /// Bytes, or the 16 bytes of a UUID.
    case bytes([UInt8])
    /// An array of integers, for an array of any of the types that take one.
    case integers([Int64])
    /// An array of integers, some of which may be missing.
    case optionalIntegers([Int64?])
    /// An array of texts, some of which may be missing.
    case texts([String?])
    /// An array of bytes, some of which may be missing.
    case byteStrings([[UInt8]?])
    /// An array of any of the values above it that are not arrays.
    case array([PostgreSQLValue])

    /// A truth value.
    package static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }

    /// An integer, or no value.
    package static func optional(_ integer: Int64?) -> Self { integer.map(Self.integer) ?? .null }

    /// A text, or no value.
    package static func optional(_ text: String?) -> Self { text.map(Self.text) ?? .null }

    /// Bytes, or no value.
    package static func optional(_ bytes: [UInt8]?) -> Self { bytes.map(Self.bytes) ?? .null }
}

/// The types of the server that values are made for and read from, by their fixed numbers.
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

    /// The type of an array's elements, or `nil` when this is no array.
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

/// Text as PostgreSQL keeps it, which takes no zero byte.
///
/// U+0000 is kept as U+0001 U+0001, and U+0001 as U+0001 U+0002; everything else as it is. So each text has one form
/// and comes back byte for byte, different texts stay different, and their order by bytes stays the same.
enum PostgreSQLText {
    /// What the other two are kept behind.
    private static let mark: UInt8 = 1

    /// Appends a text in the form in which it is kept.
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

    /// The text that is kept as these bytes.
    ///
    /// A mark before anything else is one that was kept before texts had this form, and stands for itself.
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
