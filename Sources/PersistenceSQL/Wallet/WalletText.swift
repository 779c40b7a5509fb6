import Ledger

/// How lists inside wallets are written in one column, so that whoever looks into the database can read them.
enum WalletText {
    /// Entries, as `available:3:-40,spent:3:40`.
    static func text(_ entries: [Movement.Entry]) -> String {
        entries.map { "\($0.account.rawValue):\($0.lot.map(String.init) ?? ""):\($0.quantity)" }
            .joined(separator: ",")
    }

    /// The entries that a text says.
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

    /// Refunds, as `1700000000000:100000`.
    static func text(_ refunds: [Recall.Refund]) -> String {
        refunds.map { "\($0.revokedAt.milliseconds):\($0.percentageMilliunits)" }.joined(separator: ",")
    }

    /// The refunds that a text says.
    static func refunds(_ text: String) throws(RepositoryError) -> [Recall.Refund] {
        var refunds: [Recall.Refund] = []
        for part in text.split(separator: ",") {
            let fields = part.split(separator: ":")
            guard fields.count == 2, let at = Int64(fields[0]), let percentage = Int64(fields[1]) else {
                throw .corrupt
            }
            refunds.append(
                Recall.Refund(revokedAt: Instant(milliseconds: at), percentageMilliunits: percentage)
            )
        }
        return refunds
    }
}
