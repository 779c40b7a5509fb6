import CLibPQ
import PersistenceSQL

extension PostgreSQLResult {
    /// What a column of a row that is there holds.
    func kind(row: Int, column: Int) -> SQLKind {
        if unsafe PQgetisnull(self.handle, CInt(row), CInt(column)) == 1 { return .null }
        return switch self.type(of: column) {
        case .int8, .int4, .int2, .oid, .boolean: .integer
        case .bytes, .uuid: .bytes
        default: .text
        }
    }

    /// The integer in a column that is known to hold one.
    func knownInteger(row: Int, column: Int) -> Int64 {
        let bytes = unsafe self.knownBytes(row: row, column: column)
        return switch bytes.count {
        case 8: unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: unsafe Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: unsafe Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: unsafe bytes.first.map(Int64.init) ?? 0
        }
    }

    /// The text of a column that is known to hold some.
    func knownText(row: Int, column: Int) -> String {
        unsafe PostgreSQLText.text(self.knownBytes(row: row, column: column))
    }

    /// The bytes of a column that is known to hold some, as long as the result lives.
    func knownBytes(row: Int, column: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(self.handle, CInt(row), CInt(column)),
            count: Int(PQgetlength(self.handle, CInt(row), CInt(column)))
        )
    }
}
