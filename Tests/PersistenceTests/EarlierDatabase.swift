import Ledger
import PersistenceSQL
import PersistenceSQLite

/// Databases as this version leaves them, which are earlier ones to the next.
enum EarlierDatabase {
    /// Makes a closed database with some of everything.
    static func make() async throws -> TemporaryDatabase {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await ReleasedContent.record(in: repository)
        await repository.close()
        return database
    }
}
