import Ledger
import PersistenceSQL

/// Rows that lie in memory, one after the other.
final class KnownRows: SQLRows {
    private let rows: [[SQLValue]]
    private var row = -1

    /// The rows of an answer that is known.
    init(_ rows: [[SQLValue]]) { self.rows = rows }

    /// Goes on to the next row and says whether there is one.
    func next() -> Bool {
        self.row += 1
        return self.row < self.rows.count
    }

    /// Does nothing, because all rows are there.
    func finish() {}

    /// What a column holds.
    func kind(of column: Int) -> SQLKind {
        switch self.rows[self.row][column] {
        case .null: .null
        case .integer: .integer
        case .text: .text
        case .bytes, .token: .bytes
        }
    }

    /// The integer in a column.
    func integer(at column: Int) -> Int64 {
        if case .integer(let integer) = self.rows[self.row][column] { integer } else { 0 }
    }

    /// The text in a column.
    func text(at column: Int) -> String {
        if case .text(let text) = self.rows[self.row][column] { text } else { "" }
    }

    /// The bytes in a column.
    func bytes(at column: Int) -> [UInt8] {
        switch self.rows[self.row][column] {
        case .bytes(let bytes): bytes
        case .token(let token): token.bytes
        default: []
        }
    }

    /// How many bytes are in a column.
    func byteCount(at column: Int) -> Int { self.bytes(at: column).count }

    /// The 16 bytes in a column.
    func halves(at column: Int) -> (high: UInt64, low: UInt64) {
        if case .token(let token) = self.rows[self.row][column] { return (token.high, token.low) }
        let bytes = self.bytes(at: column)
        func half(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        return (high: half(bytes.prefix(8)), low: half(bytes.dropFirst(8).prefix(8)))
    }

    /// Whether a column has the mark in it that stands for a value which lies elsewhere.
    func isMark(at column: Int) -> Bool {
        switch self.rows[self.row][column] {
        case .bytes(let bytes): bytes.isEmpty
        case .text(let text): text.isEmpty
        default: false
        }
    }
}

extension PostgreSQLResult {
    /// The values of a row from a column on.
    func values(row: Int, from first: Int = 0) -> [SQLValue] {
        (first..<self.columnCount).map { column in
            switch self.kind(row: row, column: column) {
            case .null: .null
            case .integer: .integer(self.knownInteger(row: row, column: column))
            case .text: .text(self.knownText(row: row, column: column))
            case .bytes: .bytes(unsafe Array(self.knownBytes(row: row, column: column)))
            }
        }
    }
}
