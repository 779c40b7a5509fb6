/// Why a database cannot be used, with a sentence for the operator.
package enum PostgreSQLOpenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server could not be reached or refused something.
    case failed(PostgreSQLFailure)
    /// There is no schema.
    case missing
    /// The schema was made by an older version and is not to be changed now.
    case olderSchema(version: Int64)
    /// The schema was made by a newer version that this one cannot work with.
    case tooNewSchema(version: Int64)
    /// The database holds somebody else's tables.
    case foreign
    /// Books are being moved into the database and are not whole yet.
    case unfinished

    /// One plain sentence: what is wrong, and what helps.
    package var description: String {
        switch self {
        case .failed(let failure): failure.sentence
        case .missing: "The database holds no books yet; make the tables: purser migrate"
        case .olderSchema(let version):
            "The tables of the database are of version \(version), older than this server; bring them up to date: "
                + "purser migrate"
        case .tooNewSchema(let version):
            "The tables of the database are of version \(version), too new for this server; run the newer server."
        case .foreign:
            "The database holds tables that are not Purser's; give Purser a database or a schema of its own."
        case .unfinished:
            "Books are being moved into the database and are not whole yet; let that come to its end, with the "
                + "configuration of the SQLite file: purser migrate --to ADDRESS"
        }
    }

    /// A stable code for logs and answers.
    package var code: String {
        switch self {
        case .failed(let failure): failure.code.rawValue
        case .missing: "database_missing"
        case .olderSchema: "database_too_old"
        case .tooNewSchema: "database_too_new"
        case .foreign: "database_foreign"
        case .unfinished: "database_unfinished"
        }
    }
}
