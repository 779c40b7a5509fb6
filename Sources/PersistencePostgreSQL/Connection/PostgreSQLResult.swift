import CLibPQ

/// The rows that a statement returned, and how many rows it changed.
///
/// It owns libpq's memory and reads values in place. Rows and columns count from 0. Reading a column that does not
/// exist, a null where a value is required, or a value of another type throws `misuse`.
@safe package final class PostgreSQLResult {
    /// The number of rows.
    package let rowCount: Int
    /// The number of columns of each row.
    package let columnCount: Int
    /// The number of rows that an INSERT, UPDATE, DELETE or MERGE changed; 0 for any other statement.
    package let changedRows: Int

    /// libpq's memory, which lives as long as the result.
    let handle: OpaquePointer
    private let statement: PostgreSQLStatement

    /// Takes ownership of libpq's result.
    init(_ handle: OpaquePointer, of statement: PostgreSQLStatement) {
        unsafe self.handle = unsafe handle
        self.statement = statement
        self.rowCount = unsafe Int(PQntuples(handle))
        self.columnCount = unsafe Int(PQnfields(handle))
        self.changedRows = unsafe Self.changedRows(handle)
    }

    deinit { unsafe PQclear(self.handle) }

    /// Returns whether a column is null.
    package func isNull(row: Int, column: Int) throws(PostgreSQLFailure) -> Bool {
        try self.check(row, column)
        return unsafe PQgetisnull(self.handle, CInt(row), CInt(column)) == 1
    }

    /// Returns an integer of any size, or a Boolean as 0 or 1.
    package func integer(row: Int, column: Int) throws(PostgreSQLFailure) -> Int64 {
        guard let integer = try self.optionalInteger(row: row, column: column) else { throw self.missing(column) }
        return integer
    }

    /// Returns an integer of any size, or a Boolean as 0 or 1; `nil` for a null.
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

    /// Returns a Boolean.
    package func flag(row: Int, column: Int) throws(PostgreSQLFailure) -> Bool {
        try self.integer(row: row, column: column) != 0
    }

    /// Returns a text.
    package func text(row: Int, column: Int) throws(PostgreSQLFailure) -> String {
        guard let text = try self.optionalText(row: row, column: column) else { throw self.missing(column) }
        return text
    }

    /// Returns a text; `nil` for a null.
    package func optionalText(row: Int, column: Int) throws(PostgreSQLFailure) -> String? {
        guard let bytes = unsafe try self.value(row, column) else { return nil }
        switch self.type(of: column) {
        case .text, .variableText, .paddedText, .name, .unknown, .json:
            return unsafe PostgreSQLText.text(bytes)
        default: throw self.wrongType(column)
        }
    }

    /// Returns bytes, or the 16 bytes of a UUID.
    package func bytes(row: Int, column: Int) throws(PostgreSQLFailure) -> [UInt8] {
        guard let bytes = try self.optionalBytes(row: row, column: column) else { throw self.missing(column) }
        return bytes
    }

    /// Returns bytes, or the 16 bytes of a UUID; `nil` for a null.
    package func optionalBytes(row: Int, column: Int) throws(PostgreSQLFailure) -> [UInt8]? {
        guard let bytes = unsafe try self.rawBytes(row, column) else { return nil }
        return unsafe Array(bytes)
    }

    /// Calls the closure with bytes, or the 16 bytes of a UUID, in place; with `nil` for a null.
    package func withBytes<Answer>(
        row: Int,
        column: Int,
        _ body: (Span<UInt8>?) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        guard let bytes = unsafe try self.rawBytes(row, column) else { return try body(nil) }
        return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
    }

    /// Returns the number of changed rows in the command tag of a result.
    private static func changedRows(_ handle: OpaquePointer) -> Int {
        guard let tag = unsafe PQcmdStatus(handle) else { return 0 }
        switch unsafe UInt8(bitPattern: tag.pointee) {
        case UInt8(ascii: "I"), UInt8(ascii: "U"), UInt8(ascii: "D"), UInt8(ascii: "M"):
            // Other commands that start alike, such as DROP, have no number, and an empty text is none.
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

    /// Returns the type of a column; `nil` for a type that is not read here.
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
