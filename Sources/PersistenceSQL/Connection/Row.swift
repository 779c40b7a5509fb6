import Ledger

/// One row of a result, read column by column from the left.
///
/// Reading in order keeps the code in step with the columns of a query. A value of another kind than the schema allows
/// throws `RepositoryError.corrupt`.
struct Row: ~Copyable {
    private let rows: any SQLRows
    private var column: Int

    /// Creates the current row of a statement, which is read from a column on.
    init(_ rows: any SQLRows, from column: Int = 0) {
        self.rows = rows
        self.column = column
    }

    /// Returns the next column, an integer.
    mutating func integer() throws(RepositoryError) -> Int64 {
        guard let integer = try self.optionalInteger() else { throw .corrupt }
        return integer
    }

    /// Returns the next column, an integer or null.
    mutating func optionalInteger() throws(RepositoryError) -> Int64? {
        let column = self.next()
        switch self.rows.kind(of: column) {
        case .integer: return self.rows.integer(at: column)
        case .null: return nil
        default: throw .corrupt
        }
    }

    /// Returns the next column, an identifier stored as integer or text.
    mutating func identifier() throws(RepositoryError) -> String {
        guard let text = try self.optionalIdentifier() else { throw .corrupt }
        return text
    }

    /// Returns the next column, an identifier stored as integer or text, or null.
    mutating func optionalIdentifier() throws(RepositoryError) -> String? {
        let column = self.next()
        switch self.rows.kind(of: column) {
        case .integer: return String(self.rows.integer(at: column))
        case .text: return self.rows.text(at: column)
        case .null: return nil
        default: throw .corrupt
        }
    }

    /// Returns the next column, text.
    mutating func text() throws(RepositoryError) -> String {
        guard let text = try self.optionalText() else { throw .corrupt }
        return text
    }

    /// Returns the next column, text or null.
    mutating func optionalText() throws(RepositoryError) -> String? {
        let column = self.next()
        switch self.rows.kind(of: column) {
        case .text: return self.rows.text(at: column)
        case .null: return nil
        default: throw .corrupt
        }
    }

    /// Returns the next column, bytes.
    mutating func bytes() throws(RepositoryError) -> [UInt8] {
        let column = self.next()
        guard self.rows.kind(of: column) == .bytes else { throw .corrupt }
        return self.rows.bytes(at: column)
    }

    /// Returns the next column, bytes or null.
    mutating func optionalBytes() throws(RepositoryError) -> [UInt8]? {
        guard self.rows.kind(of: self.column) != .null else {
            _ = self.next()
            return nil
        }
        return try self.bytes()
    }

    /// Returns the next column, a hash of the audit log.
    mutating func auditHash() throws(RepositoryError) -> AuditHash {
        guard let hash = try self.optionalAuditHash() else { throw .corrupt }
        return hash
    }

    /// Returns the next column, a hash of the audit log or null.
    mutating func optionalAuditHash() throws(RepositoryError) -> AuditHash? {
        guard let bytes = try self.optionalBytes() else { return nil }
        guard let hash = AuditHash(bytes) else { throw .corrupt }
        return hash
    }

    /// Returns the next column, the 16 bytes of a token or null.
    mutating func optionalToken() throws(RepositoryError) -> AccountToken? {
        let column = self.next()
        switch self.rows.kind(of: column) {
        case .null: return nil
        case .bytes: break
        default: throw .corrupt
        }
        guard self.rows.byteCount(at: column) == 16 else { throw .corrupt }
        let halves = self.rows.halves(at: column)
        return AccountToken(high: halves.high, low: halves.low)
    }

    /// Returns the next column, a token or null; an empty blob means the shared one.
    mutating func optionalToken(sharing shared: AccountToken?) throws(RepositoryError) -> AccountToken? {
        guard self.skipsEmptyBlob() else { return try self.optionalToken() }
        guard let shared else { throw .corrupt }
        return shared
    }

    /// Returns the next column, an Apple Account or null; an empty blob means the shared one.
    mutating func optionalAccount(sharing shared: AppTransactionID?) throws(RepositoryError) -> AppTransactionID? {
        guard self.skipsEmptyBlob() else { return try self.optionalIdentifier().map { AppTransactionID($0) } }
        guard let shared else { throw .corrupt }
        return shared
    }

    /// Returns the next column, a digest.
    mutating func digest() throws(RepositoryError) -> EvidenceDigest {
        guard let digest = EvidenceDigest(try self.bytes()) else { throw .corrupt }
        return digest
    }

    /// Returns the next column, instants of eight bytes each or null for none.
    mutating func instants() throws(RepositoryError) -> [Instant] {
        guard let bytes = try self.optionalBytes() else { return [] }
        guard bytes.count % 8 == 0 else { throw .corrupt }
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            Instant(milliseconds: Int64(bitPattern: UInt64(bigEndianBytes: bytes[start..<(start + 8)])))
        }
    }

    /// Returns the next column, tokens of 16 bytes each; null means none.
    mutating func tokens() throws(RepositoryError) -> [AccountToken] {
        guard self.rows.kind(of: self.column) != .null else {
            self.column += 1
            return []
        }
        let bytes = try self.bytes()
        guard bytes.count % 16 == 0 else { throw .corrupt }
        return stride(from: 0, to: bytes.count, by: 16).map { start in
            AccountToken(
                high: UInt64(bigEndianBytes: bytes[start..<(start + 8)]),
                low: UInt64(bigEndianBytes: bytes[(start + 8)..<(start + 16)])
            )
        }
    }

    /// Returns the next column, the eight bytes of a payload's digest.
    mutating func payloadDigest() throws(RepositoryError) -> PayloadDigest {
        let bytes = try self.bytes()
        guard bytes.count == 8 else { throw .corrupt }
        return PayloadDigest(rawValue: UInt64(bigEndianBytes: bytes))
    }

    /// Returns the next column, a digest or null.
    mutating func optionalDigest() throws(RepositoryError) -> EvidenceDigest? {
        guard self.rows.kind(of: self.column) != .null else {
            self.column += 1
            return nil
        }
        return try self.digest()
    }

    /// Returns the next column, an instant.
    mutating func instant() throws(RepositoryError) -> Instant {
        Instant(milliseconds: try self.integer())
    }

    /// Returns the next column, an instant or null.
    mutating func optionalInstant() throws(RepositoryError) -> Instant? {
        try self.optionalInteger().map(Instant.init(milliseconds:))
    }

    /// Returns the next column, 0 or 1.
    mutating func flag() throws(RepositoryError) -> Bool {
        switch try self.integer() {
        case 0: return false
        case 1: return true
        default: throw .corrupt
        }
    }

    /// Returns the next column, one of the values of a closed list.
    mutating func coded<Value: StoredCode>(_: Value.Type = Value.self) throws(RepositoryError) -> Value {
        guard let value = try self.optionalCoded(Value.self) else { throw .corrupt }
        return value
    }

    /// Returns the next column, one of the values of a closed list, or null.
    mutating func optionalCoded<Value: StoredCode>(_: Value.Type = Value.self) throws(RepositoryError) -> Value? {
        guard let code = try self.optionalInteger() else { return nil }
        guard let value = Value.allCases.first(where: { $0.code == code }) else { throw .corrupt }
        return value
    }

    /// Skips the next column if it is an empty blob; returns whether it was.
    private mutating func skipsEmptyBlob() -> Bool {
        guard self.rows.isMark(at: self.column) else { return false }
        self.column += 1
        return true
    }

    private mutating func next() -> Int {
        defer { self.column += 1 }
        return self.column
    }
}

/// The rows of a running statement, of which one at a time can be read.
package protocol SQLRows: AnyObject {
    /// Goes on to the next row and says whether there is one.
    func next() throws -> Bool

    /// Ends the run, so that the statement holds no lock and no memory.
    func finish()

    /// Returns the kind of the value in a column of the row; columns count from 0.
    func kind(of column: Int) -> SQLKind

    /// Returns the integer in a column.
    func integer(at column: Int) -> Int64

    /// Returns the text in a column.
    func text(at column: Int) -> String

    /// Returns the bytes in a column.
    func bytes(at column: Int) -> [UInt8]

    /// Returns how many bytes are in a column.
    func byteCount(at column: Int) -> Int

    /// Returns whether a column has the mark of a value that is stored elsewhere: an empty value, which is not null.
    func isMark(at column: Int) -> Bool

    /// Returns the 16 bytes in a column as two numbers, the first byte being the highest of the first.
    func halves(at column: Int) -> (high: UInt64, low: UInt64)
}

/// The kinds of values in a column.
package enum SQLKind {
    /// Null.
    case null
    /// An integer.
    case integer
    /// Text.
    case text
    /// Bytes.
    case bytes
}

/// Lists in which an unreadable row does not hide the others.
///
/// Such a row is skipped. A request for it by its name gets an error.
enum ReadableRows {
    /// Returns the first `limit` readable values; `read` gets the number of rows to read, and returns `nil` for an
    /// unreadable one.
    ///
    /// A page is short only at the end of its list, so a reader that continues after it misses nothing. Each round
    /// reads twice as many rows as the one before, so that a run of unreadable rows costs no more than its length.
    static func first<Value>(_ limit: Int, _ read: (Int) throws -> [Value?]) throws -> [Value] {
        var wanted = limit
        while true {
            let rows = try read(wanted)
            let readable = rows.compactMap(\.self)
            if readable.count >= limit || rows.count < wanted { return Array(readable.prefix(limit)) }
            wanted *= 2
        }
    }

    /// Returns what was read, or `nil` where the content is corrupt.
    static func unlessUnreadable<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch RepositoryError.corrupt {
            return nil
        }
    }
}
