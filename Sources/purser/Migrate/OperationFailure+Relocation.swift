#if PostgreSQL
import Ledger
import PersistencePostgreSQL
import PersistenceSQLite
import PurserService

extension OperationFailure {
    /// Why a move of the books did not come to its end, in the operator's words.
    init(relocating error: any Error) {
        switch error {
        case let error as RelocationError: self.init(code: error.code, detail: error.description)
        case let error as PostgreSQLOpenError: self.init(code: error.code, detail: error.description)
        case let error as PostgreSQLFailure:
            self.init(
                code: error.code.rawValue,
                detail: error.sentence + " Then the same command goes on where it stopped."
            )
        case let error as UpkeepError: self.init(error)
        case let error as SQLiteOpenError: self.init(code: error.code, detail: error.description)
        case let error as RepositoryError: self.init(error)
        default: self.init(code: "postgresql_other", detail: "Something unexpected went wrong: \(type(of: error)).")
        }
    }
}
#endif
