import AppStore

/// The evidence that the server has received and acknowledged, in the store's terms: all that it can know.
///
/// It is kept apart from the server, in Apple's terms, so that the invariants can compare the evidence with what
/// the ledger derives from it.
struct ExplorerReceived: Sendable {
    /// The evidence of one transaction.
    struct Snapshot: Sendable {
        let payload: TransactionPayload
        let isReversal: Bool
    }

    /// Every word on each transaction, by its id.
    private(set) var snapshots: [String: [Snapshot]] = [:]
    /// The newest word on the renewal of each chain, by its original transaction id.
    private(set) var renewals: [String: RenewalInfoPayload] = [:]
    /// The newest status of each chain and when it was stated.
    private(set) var statuses: [String: (status: SubscriptionStatus, at: Timestamp)] = [:]
    /// The customers who handed something in, by transaction id, in the order of the submitting.
    private(set) var submitters: [String: [String]] = [:]
    /// The customers whose token the server knows.
    private(set) var knownTokens: Set<String> = []

    /// Adds the evidence of a notification.
    mutating func note(
        _ type: NotificationType,
        transaction: TransactionPayload?,
        renewal: RenewalInfoPayload?,
        status: SubscriptionStatus?,
        signedAt: Timestamp
    ) {
        if let transaction, let id = transaction.transactionId {
            self.snapshots[id, default: []].append(Snapshot(payload: transaction, isReversal: type == .refundReversed))
        }
        if let renewal, let id = renewal.originalTransactionId, let signed = renewal.signedDate {
            if let known = self.renewals[id]?.signedDate, known >= signed {
                // The newer word stays.
            } else {
                self.renewals[id] = renewal
            }
        }
        if let status, let id = transaction?.originalTransactionId {
            if let known = self.statuses[id], known.at >= signedAt { return }
            self.statuses[id] = (status, signedAt)
        }
    }

    /// Notes what an app submitted.
    mutating func note(submitted transaction: TransactionPayload, by customer: String) {
        guard let id = transaction.transactionId else { return }
        self.snapshots[id, default: []].append(Snapshot(payload: transaction, isReversal: false))
        self.submitters[id, default: []].append(customer)
        self.knownTokens.insert(customer)
    }

    /// The newest word on a transaction.
    func newest(_ transactionID: String) -> TransactionPayload? {
        Self.newest(self.snapshots[transactionID]?.map(\.payload) ?? [])
    }

    /// The newest of several words; of two signed in the same millisecond the one that takes something back.
    static func newest(_ snapshots: [TransactionPayload]) -> TransactionPayload? {
        snapshots.max { left, right in
            let dates = (left.signedDate?.milliseconds ?? .min, right.signedDate?.milliseconds ?? .min)
            if dates.0 != dates.1 { return dates.0 < dates.1 }
            return left.revocationDate == nil && right.revocationDate != nil
        }
    }
}
