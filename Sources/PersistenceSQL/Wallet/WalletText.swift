import Ledger

/// The text form of lists in one column of a wallet, readable for people who look into the database.
enum WalletText {
    /// Returns entries, as `available:3:-40,spent:3:40`.
    static func text(_ entries: [Movement.Entry]) -> String {
        entries.map { "\($0.account.rawValue):\($0.lot.map(String.init) ?? ""):\($0.quantity)" }
            .joined(separator: ",")
    }

    /// Returns the entries in a text.
    static func entries(_ text: String) throws(RepositoryError) -> [Movement.Entry] {
        var entries: [Movement.Entry] = []
        for part in text.split(separator: ",") {
            let fields = part.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 3, let account = Movement.Account(rawValue: String(fields[0])),
                let quantity = Int64(fields[2])
            else { throw .corrupt }
            entries.append(Movement.Entry(account, lot: Int64(fields[1]), quantity))
        }
        return entries
    }

    /// Returns refunds, as `1700000000000:100000`.
    static func text(_ refunds: [RevocationTarget.Refund]) -> String {
        refunds.map { "\($0.revokedAt.milliseconds):\($0.percentageMilliunits)" }.joined(separator: ",")
    }

    /// Returns the refunds in a text.
    static func refunds(_ text: String) throws(RepositoryError) -> [RevocationTarget.Refund] {
        var refunds: [RevocationTarget.Refund] = []
        for part in text.split(separator: ",") {
            let fields = part.split(separator: ":")
            guard fields.count == 2, let at = Int64(fields[0]), let percentage = Int64(fields[1]) else {
                throw .corrupt
            }
            refunds.append(
                RevocationTarget.Refund(revokedAt: Instant(milliseconds: at), percentageMilliunits: percentage)
            )
        }
        return refunds
    }
}

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
        case .released: 5
        case .revoked: 6
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
