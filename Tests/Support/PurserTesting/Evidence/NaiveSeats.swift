package import Ledger

/// The seats of one multiseat subscription, counted from its evidence in the simplest possible way.
///
/// It uses none of the ledger's rules: of each transaction that the purchaser paid for, Apple's newest statement says
/// how many seats it has, and the transactions with the latest end are the period. So it can be compared with what the
/// ledger derives.
package struct NaiveSeats: Sendable {
    private struct Bought {
        let begunAt: Instant
        let endsAt: Instant
        let seats: Int
    }

    private let bought: [Bought]
    private let renewal: RenewalSnapshot?

    /// Counts the seats of a subscription in these facts, in any order and with any repetitions.
    package init(of original: OriginalTransactionID, in facts: [LedgerFact]) {
        var newest: [TransactionID: TransactionSnapshot] = [:]
        for case .transaction(let said) in facts {
            guard said.originalTransactionID == original, said.ownership == .purchased, said.seats != nil else {
                continue
            }
            if let known = newest[said.transactionID], known.signedAt >= said.signedAt { continue }
            newest[said.transactionID] = said
        }
        var renewals: [RenewalSnapshot] = []
        for case .renewal(let said) in facts where said.originalTransactionID == original { renewals.append(said) }
        self.renewal = renewals.max { $0.signedAt < $1.signedAt }
        self.bought = newest.values.compactMap { said in
            guard let endsAt = said.expiresAt, let seats = said.seats else { return nil }
            let left = said.revocation == nil ? said.quantity - seats.revokedCount : 0
            return Bought(begunAt: said.purchaseAt, endsAt: endsAt, seats: left)
        }
    }

    /// The subscriptions with seats in these facts.
    package static func originals(in facts: [LedgerFact]) -> [OriginalTransactionID] {
        var found: Set<OriginalTransactionID> = []
        for case .transaction(let said) in facts where said.seats != nil && said.ownership == .purchased {
            found.insert(said.originalTransactionID)
        }
        return found.sorted()
    }

    /// Returns the number of seats of the period that began last; `nil` before the first.
    package func count(at now: Instant) -> Int? {
        let begun = self.bought.filter { $0.begunAt <= now }
        guard let end = begun.map(\.endsAt).max() else { return nil }
        return begun.filter { $0.endsAt == end }.reduce(0) { $0 + $1.seats }
    }

    /// Returns whether a seat is paid at an instant, so that the purchaser has access; `nil` while no period runs,
    /// because more than seats decides then.
    package func isPaid(at now: Instant) -> Bool? {
        let running = self.bought.filter { $0.begunAt <= now && now < $0.endsAt }
        return running.isEmpty ? nil : running.contains { $0.seats > 0 }
    }

    /// Returns the number of seats of the next renewal at an instant of the last period; `nil` at any other instant, and
    /// without a seat that is paid.
    package func next(at now: Instant) -> Int? {
        let last = self.bought.map(\.endsAt).max()
        guard self.isPaid(at: now) == true, let renewal = self.renewal, renewal.renewalAt == last,
            self.bought.contains(where: { $0.begunAt <= now && $0.endsAt == last })
        else { return nil }
        return renewal.seatCount
    }
}
