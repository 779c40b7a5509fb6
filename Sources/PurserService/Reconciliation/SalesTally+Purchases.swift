package import Ledger

extension SalesTally {
    /// Adds the purchases of a chain, each once however often it was restored.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - environment: The store it was bought in; only production has money.
    ///   - days: The days to add; a purchase and its refund count on their own days.
    package mutating func add(
        _ chain: Chain,
        in environment: StoreEnvironment,
        within days: ClosedRange<PacificDay>? = nil
    ) {
        let purchases = chain.purchases
        for (position, purchase) in purchases.enumerated() {
            let snapshot = purchase.snapshot
            let upgrade = purchases[(position + 1)...].first { next in
                next.begunAt > purchase.begunAt && next.snapshot.productID != snapshot.productID
            }
            self.add(
                snapshot,
                upgradedAt: snapshot.isUpgraded ? upgrade?.begunAt : nil,
                in: environment,
                within: days
            )
        }
    }

    /// Adds what a purchase brought in, what was paid back of it, and what Apple may have given back for an upgrade.
    private mutating func add(
        _ snapshot: TransactionSnapshot,
        upgradedAt: Instant?,
        in environment: StoreEnvironment,
        within days: ClosedRange<PacificDay>?
    ) {
        let day = PacificDay(of: snapshot.purchaseAt)
        if let reason = Self.exclusion(of: snapshot, in: environment) {
            if days?.contains(day) ?? true { self.exclude(reason, on: day) }
            return
        }
        let sold = SoldSnapshot(snapshot)
        func add(_ direction: SaleGroup.Direction, on day: PacificDay, units: Int64, as part: Part) {
            guard units != 0, days?.contains(day) ?? true else { return }
            self.add(
                snapshot.transactionID,
                to: sold.group(on: day, direction),
                unitsThousandths: units,
                priceMilliunits: sold.price(of: units),
                as: part
            )
        }
        add(.sale, on: day, units: sold.unitsThousandths, as: sold.part)
        if let revocation = snapshot.revocation {
            // What a family or an organization takes away was never paid by this account.
            guard !Self.withdrawals.contains(bytesOf: revocation.type ?? "") else { return }
            let day = PacificDay(of: revocation.revokedAt)
            guard let units = sold.unitsThousandths(refundedBy: revocation) else {
                let part = sold.part == .money ? Part.credit : sold.part
                return add(.refund, on: day, units: -sold.unitsThousandths, as: part)
            }
            add(.refund, on: day, units: -units, as: sold.part)
        } else if let upgradedAt, sold.part == .money {
            add(.refund, on: PacificDay(of: upgradedAt), units: -sold.unitsThousandths, as: .credit)
        }
    }

    private static let withdrawals = ["FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]

    /// Why a purchase has no money, or `nil` when it has some or nobody knows.
    private static func exclusion(
        of snapshot: TransactionSnapshot,
        in environment: StoreEnvironment
    ) -> SaleExclusion? {
        guard environment == .production else { return .sandbox }
        switch snapshot.ownership {
        case .familyShared: return .family
        case .assigned: return .assigned
        case .purchased: break
        }
        let isTrial = snapshot.offer?.discountType == "FREE_TRIAL"
        guard let price = snapshot.price else { return isTrial ? .trial : nil }
        guard price.amountMilliunits <= 0 else { return nil }
        if isTrial { return .trial }
        return snapshot.offer == nil ? .free : .promotional
    }
}
