import CLibPQ

/// The rows that a statement answered with, and how many it changed.
///
/// It owns libpq's memory and reads values where they lie. Rows and columns count from 0. To read a column that is not
/// there, a missing value where one must be, or a value of another type is `misuse`.
@safe package final class PostgreSQLResult {
    /// How many rows there are.
    package let rowCount: Int
    /// How many columns each row has.
    package let columnCount: Int
    /// How many rows an INSERT, UPDATE, DELETE or MERGE changed; 0 for any other statement.
    package let changedRows: Int

    /// libpq's memory, which lives as long as this does.
    let handle: OpaquePointer
    private let statement: PostgreSQLStatement

    /// Takes a result over from libpq.
    init(_ handle: OpaquePointer, of statement: PostgreSQLStatement) {
        unsafe self.handle = unsafe handle
        self.statement = statement
        self.rowCount = unsafe Int(PQntuples(handle))
        self.columnCount = unsafe Int(PQnfields(handle))
        self.changedRows = unsafe Self.changedRows(handle)
    }

    deinit { unsafe PQclear(self.handle) }

    /// Whether there is no value.
    package func isNull(row: Int, column: Int) throws(PostgreSQLFailure) -> Bool {
        try self.check(row, column)
        return unsafe PQgetisnull(self.handle, CInt(row), CInt(column)) == 1
    }

    /// An integer of any size, or a truth value as 0 or 1.
    package func integer(row: Int, column: Int) throws(PostgreSQLFailure) -> Int64 {
        guard let integer = try self.optionalInteger(row: row, column: column) else { throw self.missing(column) }
        return integer
    }

    /// An integer of any size, or a truth value as 0 or 1, or nothing.
    package func optionalInteger(row: Int, column: Int) throws(PostgreSQLFailure) -> Int64? {
        guard let bytes = unsafe try self.value(row, column) else { return nil }
        switch (self.type(of: column), bytes.count) {
        case (.int8, 8): return unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case (.int4, 4): return unsafe Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case (.int2, 2): return unsafe Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case (.oid, 4): return unsafe Int64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        case (.boolean, 1): return unsafe Int64(bytes[0])
        default: throw self.wrongType(column)
        }
    }

    /// A truth value.
    package func flag(row: Int, column: Int) throws(PostgreSQLFailure) -> Bool {
        try self.integer(row: row, column: column) != 0
    }

    /// A text.
    package func text(row: Int, column: Int) throws(PostgreSQLFailure) -> String {
        guard let text = try self.optionalText(row: row, column: column) else { throw self.missing(column) }
        return text
    }

    /// A text, or nothing.
    package func optionalText(row: Int, column: Int) throws(PostgreSQLFailure) -> String? {
        guard let bytes = unsafe try self.value(row, column) else { return nil }
        switch self.type(of: column) {
        case .text, .variableText, .paddedText, .name, .unknown, .json:
            return unsafe PostgreSQLText.text(bytes)
        default: throw self.wrongType(column)
        }
    }

    /// Bytes, or the 16 bytes of a UUID.
    package func bytes(row: Int, column: Int) throws(PostgreSQLFailure) -> [UInt8] {
        guard let bytes = try self.optionalBytes(row: row, column: column) else { throw self.missing(column) }
        return bytes
    }

    /// Bytes, or the 16 bytes of a UUID, or nothing.
    package func optionalBytes(row: Int, column: Int) throws(PostgreSQLFailure) -> [UInt8]? {
        guard let bytes = unsafe try self.rawBytes(row, column) else { return nil }
        return unsafe Array(bytes)
    }

    /// Calls the closure with bytes, or the 16 bytes of a UUID, where they lie; with nothing when there is no value.
    package func withBytes<Answer>(
        row: Int,
        column: Int,
        _ body: (Span<UInt8>?) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        guard let bytes = unsafe try self.rawBytes(row, column) else { return try body(nil) }
        return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
    }

    /// How many rows the command tag of a result says were changed.
    private static func changedRows(_ handle: OpaquePointer) -> Int {
        guard let tag = unsafe PQcmdStatus(handle) else { return 0 }
        switch unsafe UInt8(bitPattern: tag.pointee) {
        case UInt8(ascii: "I"), UInt8(ascii: "U"), UInt8(ascii: "D"), UInt8(ascii: "M"):
            // Other commands with these letters, as DROP, have no number, and an empty text is none.
            return unsafe PQcmdTuples(handle).flatMap { Int(unsafe String(cString: $0)) } ?? 0
        default: return 0
        }
    }

    private func rawBytes(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> UnsafeRawBufferPointer? {
        guard let bytes = unsafe try self.value(row, column) else { return nil }
        switch self.type(of: column) {
        case .bytes, .uuid: return unsafe bytes
        default: throw self.wrongType(column)
        }
    }

    private func value(_ row: Int, _ column: Int) throws(PostgreSQLFailure) -> UnsafeRawBufferPointer? {
        guard try !self.isNull(row: row, column: column) else { return nil }
        let start = unsafe PQgetvalue(self.handle, CInt(row), CInt(column))
        let count = unsafe PQgetlength(self.handle, CInt(row), CInt(column))
        return unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
    }

    /// The type of a column, or `nil` where it is none that is read here.
    func type(of column: Int) -> PostgreSQLType? {
        unsafe PostgreSQLType(rawValue: PQftype(self.handle, CInt(column)))
    }

    private func check(_ row: Int, _ column: Int) throws(PostgreSQLFailure) {
        guard row >= 0, row < self.rowCount, column >= 0, column < self.columnCount else {
            throw .misuse("There is no row \(row) with a column \(column).", self.statement)
        }
    }

    private func missing(_ column: Int) -> PostgreSQLFailure {
        .misuse("Column \(column) has no value.", self.statement)
    }

    private func wrongType(_ column: Int) -> PostgreSQLFailure {
        let type = unsafe PQftype(self.handle, CInt(column))
        return .misuse("Column \(column) is of type \(type), which is not what is read.", self.statement)
    }
}
