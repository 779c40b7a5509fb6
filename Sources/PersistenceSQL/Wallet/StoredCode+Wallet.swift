import Ledger

extension Lot.Kind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .paid: 0
        case .bonus: 1
        case .difference: 2
        case .granted: 3
        }
    }
}

extension SpendOrder.Rank: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .expiring: 0
        case .bonus: 1
        case .granted: 2
        case .difference: 3
        case .paid: 4
        }
    }
}

extension Movement.Kind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .credited: 0
        case .granted: 1
        case .spent: 2
        case .adjusted: 3
        case .held: 4
        case .thawed: 5
        case .takenBack: 6
        case .restored: 7
        case .expired: 8
        case .merged: 9
        }
    }
}

extension Movement.Cause: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .purchase: 0
        case .operator: 1
        case .call: 2
        case .refund: 3
        case .expiry: 4
        case .merge: 5
        }
    }
}
