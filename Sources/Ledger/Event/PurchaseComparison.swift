/// Which purchases of a chain are new, changed, or somebody else's, compared with what was told of last.
struct PurchaseComparison {
    /// Purchases that passed from one owner to another together.
    struct Move: Hashable {
        /// Whose they were; `nil` is nobody.
        let from: CustomerID?
        /// Whose they are; `nil` is nobody.
        let to: CustomerID?
        /// The purchases, in their order.
        var purchases: [Purchase]
    }

    /// A purchase about which something else is to be told.
    struct Change {
        /// The purchase as it is.
        let purchase: Purchase
        /// What happened to it.
        let name: EventName
    }

    /// What passed to another owner.
    private(set) var moves: [Move] = []
    /// What is new or changed and did not pass to another owner.
    private(set) var changes: [Change] = []

    /// Compares; a purchase is known if any transaction that stands for it was.
    init(from before: [ChainPicture], to after: ChainPicture) {
        var known: [TransactionID: (purchase: Purchase, owner: CustomerID?)] = [:]
        for picture in before {
            for purchase in picture.purchases {
                let owner = picture.claim(on: purchase).owner
                for id in purchase.transactionIDs { known[id] = (purchase, owner) }
            }
        }
        for purchase in after.purchases {
            guard let former = purchase.transactionIDs.lazy.compactMap({ known[$0] }).first else {
                self.changes.append(Change(purchase: purchase, name: .transactionRecorded))
                continue
            }
            let owner = after.claim(on: purchase).owner
            if owner == former.owner {
                guard let name = Self.event(from: former.purchase, to: purchase) else { continue }
                self.changes.append(Change(purchase: purchase, name: name))
            } else if let place = self.moves.firstIndex(where: { $0.from == former.owner && $0.to == owner }) {
                self.moves[place].purchases.append(purchase)
            } else {
                self.moves.append(Move(from: former.owner, to: owner, purchases: [purchase]))
            }
        }
    }

    /// What happened to a purchase, or `nil` when nothing did but that it was signed again.
    private static func event(from before: Purchase, to after: Purchase) -> EventName? {
        var former = before.snapshot
        former.signedAt = after.snapshot.signedAt
        former.digest = after.snapshot.digest
        former.isReversal = after.snapshot.isReversal
        switch (before.snapshot.revocation, after.snapshot.revocation) {
        case (nil, .some): return after.isPaid ? .transactionRefunded : .transactionWithdrawn
        case (.some, nil): return .transactionRestored
        default: break
        }
        if let report = after.reportedRefund, report != before.reportedRefund { return .transactionRefundReported }
        let isSame =
            former == after.snapshot && before.transactionIDs == after.transactionIDs
            && before.accountToken == after.accountToken && before.reportedRefund == after.reportedRefund
        return isSame ? nil : .transactionChanged
    }
}
