import Ledger

extension Decision.Reach: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .purchase: 0
        case .chainSoFar: 1
        }
    }
}

extension ImportJob.State: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .receiving: 0
        case .working: 1
        case .paused: 2
        case .finished: 3
        case .cancelled: 4
        }
    }
}

extension ImportRow.Subject: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .transaction: 0
        case .original: 1
        case .receipt: 2
        }
    }
}
