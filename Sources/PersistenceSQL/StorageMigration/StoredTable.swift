import Crypto
import Notation

/// A table of the data, as the database's own catalog describes it.
package struct StoredTable: Hashable, Sendable {
    /// The name of the table.
    package let name: String
    /// The names of its columns.
    package let columns: [String]
    /// The names of the columns of its primary key, in the key's order.
    package let key: [String]

    /// Creates a table with these columns.
    package init(name: String, columns: [String], key: [String]) {
        self.name = name
        self.columns = columns
        self.key = key
    }
}

/// The single type of value that a column accepts.
package enum ColumnForm: Hashable, Sendable {
    /// Integers.
    case integer
    /// Text.
    case text
    /// Bytes.
    case bytes
}

/// Some rows of one table, in the order of its primary key.
package struct StoredRows: Sendable {
    /// The values, column by column, in the order of the table's columns.
    package private(set) var columns: [[StoredValue]]
    /// The number of rows.
    package private(set) var count = 0
    /// The approximate size of the rows in bytes.
    package private(set) var byteCount = 0

    /// Creates an empty value for rows of `columnCount` columns.
    package init(columnCount: Int) {
        self.columns = Array(repeating: [], count: columnCount)
    }

    /// Adds a value to the current row, from the left; `endRow` ends the row.
    package mutating func append(_ value: StoredValue, column: Int) {
        self.columns[column].append(value)
        self.byteCount += value.byteCount
    }

    /// Ends the current row.
    package mutating func endRow() { self.count += 1 }

    /// Returns the values of a row in some columns.
    package func row(_ row: Int, _ columns: [Int]) -> [StoredValue] {
        columns.map { self.columns[$0][row] }
    }
}

/// A value as a row stores it, byte for byte.
package enum StoredValue: Hashable, Sendable {
    /// Null.
    case null
    /// An integer.
    case integer(Int64)
    /// Text, as its bytes in UTF-8.
    case text([UInt8])
    /// Bytes.
    case bytes([UInt8])

    /// The approximate size of the value in a row, in bytes.
    package var byteCount: Int {
        switch self {
        case .null: 0
        case .integer: 8
        case .text(let bytes), .bytes(let bytes): bytes.count
        }
    }

    /// Returns the value in the form in which a repository would have written it into a column of a single type.
    ///
    /// In such a column, an identifier that is spelled as an integer is stored as its digits, the mark of a value that
    /// is stored elsewhere as an empty text, and a UUID in an unusual spelling in that spelling. Returns `nil` for a
    /// value that the column cannot store: text that is not UTF-8, and values that no repository writes.
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

    /// Returns whether bytes are UTF-8.
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

/// The encoding of the last row that was copied of a table.
package enum StoredPosition {
    /// Encodes the key of a row.
    package static func encode(_ key: [StoredValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in key {
            switch value {
            case .null: bytes.append(0)
            case .integer(let integer):
                bytes.append(1)
                bytes += UInt64(bitPattern: integer).bigEndianBytes
            case .text(let content), .bytes(let content):
                if case .text = value { bytes.append(2) } else { bytes.append(3) }
                bytes += UInt64(content.count).bigEndianBytes
                bytes += content
            }
        }
        return bytes
    }

    /// Decodes the key of a row; returns `nil` for bytes that are no key.
    package static func decode(_ bytes: [UInt8]) -> [StoredValue]? {
        var key: [StoredValue] = []
        var rest = bytes[...]
        while let tag = rest.popFirst() {
            guard tag > 0 else {
                key.append(.null)
                continue
            }
            guard tag <= 3, rest.count >= 8 else { return nil }
            let number = UInt64(bigEndianBytes: rest.prefix(8))
            rest = rest.dropFirst(8)
            if tag == 1 {
                key.append(.integer(Int64(bitPattern: number)))
                continue
            }
            guard number <= rest.count else { return nil }
            let content = Array(rest.prefix(Int(number)))
            rest = rest.dropFirst(content.count)
            key.append(tag == 2 ? .text(content) : .bytes(content))
        }
        return key
    }
}

/// The identity and state of data, which decide whether a copy of it may be continued.
package struct StorageMigrationIdentity: Hashable, Sendable {
    /// A digest over what the data begins with and never changes; it distinguishes the data from any other.
    package let origin: [UInt8]
    /// A digest over the first and last row of each table, their numbers and the counters.
    ///
    /// A server that opens the data changes a counter, and so the state, before it does anything else.
    package let state: [UInt8]

    /// Creates an identity of these digests.
    package init(origin: [UInt8], state: [UInt8]) {
        self.origin = origin
        self.state = state
    }

    /// Returns a digest over groups of values.
    package static func digest(over groups: [(name: String, values: [StoredValue])]) -> [UInt8] {
        var hash = SHA256()
        for group in groups {
            hash.update(data: StoredPosition.encode([.text(Array(group.name.utf8))] + group.values))
        }
        return Array(hash.finalize())
    }
}
