import Ledger

extension RepositoryError {
    /// What an error of a connection means.
    ///
    /// Where nobody knows whether a commit has happened, the sender is told to come again; what was recorded is known by
    /// its own ids then.
    init(postgreSQL error: any Error) {
        if let error = error as? RepositoryError {
            self = error
            return
        }
        guard let failure = error as? PostgreSQLFailure else {
            self = .unavailable
            return
        }
        switch failure.code {
        case .diskFull: self = .full
        case .readOnly: self = .readOnly
        case .permission: self = .notWritable
        case .constraint, .missingObject, .misuse, .wrongEncoding: self = .corrupt
        default: self = .unavailable
        }
    }
}
