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
