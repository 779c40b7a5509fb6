import AppStore
import Ledger

/// What Apple is asked about for one notification of version 1: a few things at once, and all others soon afterwards.
///
/// Apple waits for the answer to its notification, so most questions wait in the list of questions. Rows that tell of a refund
/// come first: nothing else tells of it.
struct OldQuestions {
    /// How many transactions, and how many subscriptions, are asked about at once.
    private static let atOnce = 5
    /// How many transactions are asked about in all; Apple's notifications list 100 at most.
    static let most = 100

    /// The transactions that are asked about at once, each with the chain that its row names.
    let transactions: [(id: TransactionID, original: OriginalTransactionID?)]
    /// The subscriptions that are asked about at once.
    let renewals: [OriginalTransactionID]
    /// The chains that are asked about later where anything is kept of them, as it is of what was reported.
    let later: [OriginalTransactionID]

    /// The questions about transactions and subscriptions of a notification.
    init(_ transactions: Set<TransactionID>, renewals: Set<OriginalTransactionID>, in old: NotificationV1) {
        var originals: [TransactionID: OriginalTransactionID] = [:]
        var refunds: [TransactionID: Int64] = [:]
        for row in old.answer.latestRows + old.answer.rows {
            guard let id = row.transactionID.map({ TransactionID($0) }) else { continue }
            if let original = row.originalTransactionID { originals[id] = OriginalTransactionID(original) }
            if let at = row.cancelledAt?.milliseconds { refunds[id] = max(refunds[id] ?? at, at) }
        }
        // The latest refund is what the notification is about.
        let ordered = transactions.sorted { left, right in
            let (first, second) = (refunds[left] ?? .min, refunds[right] ?? .min)
            return first == second ? left < right : first > second
        }
        let asked = ordered.prefix(Self.most)
        var atOnce: [(id: TransactionID, original: OriginalTransactionID?)] = asked.prefix(Self.atOnce).map {
            ($0, originals[$0])
        }
        let subscriptions = renewals.sorted()
        self.renewals = Array(subscriptions.prefix(Self.atOnce))
        var later = Set(asked.dropFirst(Self.atOnce).map { originals[$0] ?? OriginalTransactionID($0.rawValue) })
        later.formUnion(subscriptions.dropFirst(Self.atOnce).prefix(Self.most))
        // The chain that the notification itself names, where none of its rows does; a question about a refund asks by itself.
        if old.type != NotificationV1.consumptionRequest,
            let named = old.originalTransactionID.map({ OriginalTransactionID($0) }), !renewals.contains(named),
            !originals.values.contains(named), originals[TransactionID(named.rawValue)] == nil,
            !transactions.contains(TransactionID(named.rawValue))
        {
            // Of what is not known nothing waits, so it is asked about at once where few others are.
            if atOnce.count < Self.atOnce { atOnce.append((TransactionID(named.rawValue), nil)) }
            later.insert(named)
        }
        self.transactions = atOnce
        self.later = later.subtracting(self.renewals).sorted()
    }
}
