import AppStore
import AppStoreSimulator
import Ledger

extension Invariant {
    /// A multiseat subscription has the seats that the purchaser's newest transactions have, and no member's.
    ///
    /// The count uses none of the ledger's rules: it adds up what was received of the transactions with the latest end.
    static let seats = Invariant("seats") { scene in
        var wrong: [String] = []
        for chain in scene.chains where chain.subscription != nil && chain.isFullyReceived(scene.received) {
            let begun = chain.periods.compactMap { scene.received.newest($0.transactionId) }
                .filter { word in word.purchaseDate.map { $0 <= scene.now } ?? false }
            guard let end = begun.compactMap(\.expiresDate).max() else { continue }
            let period = begun.filter { $0.expiresDate == end }
            guard period.contains(where: { $0.multiSeatInfo != nil }) else { continue }
            let expected = period.reduce(0) { $0 + $1.paidSeats }
            let found = scene.state(of: chain)?.seats?.count
            if found != expected { wrong.append("\(chain.name) has \(found ?? -1) seats, not \(expected)") }
            if period.count > 1 { scene.server.count(.seatsAdded) }
            if period.contains(where: { $0.multiSeatInfo?.revokedSeatQuantity ?? 0 > 0 }) {
                scene.server.count(.seatsRefunded)
            }
            if period.contains(where: { $0.inAppOwnershipType == .assigned }) { scene.server.count(.seatAssigned) }
        }
        return wrong
    }
}

extension TransactionPayload {
    /// The number of seats that were paid for and not refunded.
    fileprivate var paidSeats: Int {
        guard let info = self.multiSeatInfo, self.inAppOwnershipType == .purchased, self.revocationDate == nil else {
            return 0
        }
        return Int((self.quantity ?? 0) - (info.revokedSeatQuantity ?? 0))
    }
}
