import Notation

/// One value as it lies in a row, byte for byte, whatever it means.
package enum StoredValue: Hashable, Sendable {
    /// No value.
    case null
    /// An integer.
    case integer(Int64)
    /// Text, as its bytes in UTF-8.
    case text([UInt8])
    /// Bytes.
    case bytes([UInt8])

    /// About how many bytes it takes in a row.
    package var byteCount: Int {
        switch self {
        case .null: 0
        case .integer: 8
        case .text(let bytes), .bytes(let bytes): bytes.count
        }
    }

    /// The value as a column of one kind keeps it that has no other: as a repository would have written it there.
    ///
    /// Where a column takes one kind only, an identifier that is spelt as an integer lies there in its digits, the mark
    /// of a value that lies elsewhere is no text, and a UUID in an odd spelling is that spelling. `nil` for what the
    /// column cannot take: text that is no UTF-8, and what no repository writes.
    package func asStored(in form: ColumnForm) -> Self? {
        switch (form, self) {
        case (_, .null), (.integer, .integer), (.bytes, .bytes): self
        case (.text, .integer(let integer)): .text(Array(String(integer).utf8))
        case (.text, .text(let bytes)): Self.isText(bytes) ? self : nil
        case (.text, .bytes(let bytes)): bytes.isEmpty ? .text([]) : nil
        case (.bytes, .text(let bytes)): .bytes(bytes)
        case (.integer, _), (.bytes, .integer): nil
        }
    }

    /// Whether bytes are UTF-8.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }
}

extension StoredValue: CustomStringConvertible {
    /// The value for a sentence: a number, a short text, or bytes in hexadecimal digits.
    package var description: String {
        switch self {
        case .null: return "nothing"
        case .integer(let integer): return String(integer)
        case .text(let bytes):
            let text = String(decoding: bytes.prefix(80), as: UTF8.self)
            let shown = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
            return "\"\(String(shown))\""
        case .bytes(let bytes):
            return Hexadecimal.text(bytes.prefix(16)) + (bytes.count > 16 ? "…" : "")
        }
    }
}
