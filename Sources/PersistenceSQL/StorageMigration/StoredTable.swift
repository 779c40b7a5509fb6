import Crypto
import Notation

/// A table of the data, as a database's own catalog describes it.
package struct StoredTable: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The names of its columns.
    package let columns: [String]
    /// The names of the columns of its primary key, in the key's order.
    package let key: [String]

    /// A table of these columns.
    package init(name: String, columns: [String], key: [String]) {
        self.name = name
        self.columns = columns
        self.key = key
    }
}

/// The one kind of value that a column takes.
package enum ColumnForm: Hashable, Sendable {
    /// Integers.
    case integer
    /// Text.
    case text
    /// Bytes.
    case bytes
}

/// Some rows of one table, one after the other by its primary key.
package struct StoredRows: Sendable {
    /// The values, column by column, in the order of the table's columns.
    package private(set) var columns: [[StoredValue]]
    /// The number of rows.
    package private(set) var count = 0
    /// About how many bytes they take.
    package private(set) var byteCount = 0

    /// No rows of so many columns yet.
    package init(columnCount: Int) {
        self.columns = Array(repeating: [], count: columnCount)
    }

    /// Adds a value to the row that is being added, from the left; `endRow` ends it.
    package mutating func append(_ value: StoredValue, column: Int) {
        self.columns[column].append(value)
        self.byteCount += value.byteCount
    }

    /// Ends the row that is being added.
    package mutating func endRow() { self.count += 1 }

    /// Returns the values of a row in some columns.
    package func row(_ row: Int, _ columns: [Int]) -> [StoredValue] {
        columns.map { self.columns[$0][row] }
    }
}

/// One value as it lies in a row, byte for byte, whatever it means.
package enum StoredValue: Hashable, Sendable {
    /// Null.
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

    /// Returns the value as a column of one kind keeps it that has no other: as a repository would have written it
    /// there.
    ///
    /// Where a column takes one kind only, an identifier that is spelled as an integer lies there in its digits, the
    /// mark of a value that lies elsewhere is no text, and a UUID in an odd spelling is that spelling. `nil` for what
    /// the column cannot take: text that is no UTF-8, and what no repository writes.
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

/// Up to which row a table was read, as bytes that can be kept.
package enum StoredPosition {
    /// Returns the bytes for the key of a row.
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

    /// Returns the key that bytes stand for; `nil` when they stand for none.
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

/// Which data this is, and in which state: what is asked before a copy of them is gone on with.
package struct StorageMigrationIdentity: Hashable, Sendable {
    /// A digest over what data begin with and keep; other data have another.
    package let origin: [UInt8]
    /// A digest over the first and last row of each table, their numbers and the counters.
    ///
    /// A server that opens the data changes a counter, and so the state, before it does anything else.
    package let state: [UInt8]

    /// An identity of these digests.
    package init(origin: [UInt8], state: [UInt8]) {
        self.origin = origin
        self.state = state
    }

    /// Returns the digest over groups of values.
    package static func digest(over groups: [(name: String, values: [StoredValue])]) -> [UInt8] {
        var hash = SHA256()
        for group in groups {
            hash.update(data: StoredPosition.encode([.text(Array(group.name.utf8))] + group.values))
        }
        return Array(hash.finalize())
    }
}
