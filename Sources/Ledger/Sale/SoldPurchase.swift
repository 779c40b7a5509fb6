/// A purchase with the values that a sales report states.
struct SoldPurchase {
    /// The sale.
    let sale: Sale
    private let snapshot: TransactionSnapshot

    /// Creates the sold purchase of a chain with these charges, in an environment.
    init(_ purchase: Purchase, in environment: StoreEnvironment, charges: RenewalCharges) {
        let snapshot = purchase.snapshot
        let quantity = Int64(min(max(snapshot.quantity, 1), Int(Int32.max)))
        let part: Sale.Part
        if let reason = Self.exclusion(of: snapshot, in: environment) {
            part = .excluded(reason)
        } else if snapshot.price == nil {
            part = .unpriced
        } else {
            part = snapshot.hasSeveralSeats ? .seats : .money
        }
        let period = snapshot.salePeriod
        let isCharged = if case .excluded = part { false } else { period == .renewal }
        self.snapshot = snapshot
        self.sale = Sale(
            at: isCharged ? charges.instant(of: purchase.begunAt) : purchase.begunAt,
            transactionID: purchase.transactionIDs[0],
            direction: .sale,
            part: part,
            product: snapshot.productID,
            storefront: snapshot.storefront,
            price: snapshot.totalPrice,
            quantity: quantity,
            unitsThousandths: quantity * 1000,
            period: period,
            hasOffer: snapshot.offer != nil
        )
    }

    /// Whether it may have money, so that refunds of it count.
    var hasMoney: Bool {
        if case .excluded = self.sale.part { return false }
        return true
    }

    /// Returns the refund of a revocation; `nil` where nothing was refunded.
    ///
    /// - Parameters:
    ///   - revocation: The revocation.
    ///   - refunded: The number of seats that were refunded before, which a revocation of the rest does not refund again.
    /// - Returns: The refund.
    func refund(_ revocation: Revocation, besides refunded: Int = 0) -> Sale? {
        // This account did not pay for a purchase that a family or an organization withdraws.
        guard !Self.withdrawals.contains(bytesOf: revocation.type ?? "") else { return nil }
        let rest = max(self.sale.unitsThousandths - Int64(refunded) * 1000, 0)
        guard let units = self.unitsThousandths(refundedBy: revocation) else {
            let isPriced = self.sale.part == .money || self.sale.part == .seats
            let part = isPriced ? Sale.Part.credit : self.sale.part
            return self.paidBack(rest, at: revocation.revokedAt, as: part)
        }
        return self.paidBack(min(units, rest), at: revocation.revokedAt, as: self.sale.part)
    }

    /// Returns the refunds of seats, in the order of time; Apple states only their number, so each seat counts with its
    /// share of the price.
    func refunds(of steps: [TransactionRecord.SeatRefund]) -> [Sale] {
        steps.compactMap { self.paidBack(Int64($0.count) * 1000, at: $0.statedAt, as: self.sale.part) }
    }

    /// Returns a reversed refund, and the sale that the reversal is; nothing where the share or the order is unknown.
    func sales(of undone: TransactionRecord.UndoneRefund) -> [Sale] {
        guard let refund = self.refund(undone.refund), refund.part == self.sale.part,
            undone.reversedAt > self.sale.at
        else { return [] }
        let again = self.moved(
            -refund.unitsThousandths,
            at: undone.reversedAt,
            direction: .sale,
            as: self.sale.part
        )
        return [refund, again]
    }

    /// Returns the credit for an upgrade at an instant: the whole of a period that had not begun, otherwise a part.
    func credit(at upgradedAt: Instant) -> Sale? {
        guard self.sale.part == .money else { return nil }
        if upgradedAt <= self.snapshot.purchaseAt {
            return self.paidBack(self.sale.unitsThousandths, at: upgradedAt, as: .money)
        }
        return self.paidBack(self.unitsThousandths(leftAt: upgradedAt), at: upgradedAt, as: .credit)
    }

    /// Returns the rest of the period at an instant, in thousandths of it; at least one, so that no credit is lost.
    private func unitsThousandths(leftAt instant: Instant) -> Int64 {
        let begin = self.snapshot.purchaseAt
        guard let end = self.snapshot.expiresAt, end > begin, instant < end else { return 1 }
        let left = Int128((end - instant).milliseconds) * Int128(self.sale.unitsThousandths)
        return max(Int64(clamping: left / Int128((end - begin).milliseconds)), 1)
    }

    private func paidBack(_ units: Int64, at instant: Instant, as part: Sale.Part) -> Sale? {
        guard units != 0 else { return nil }
        return self.moved(-units, at: instant, direction: .refund, as: part)
    }

    private func moved(
        _ units: Int64,
        at instant: Instant,
        direction: SaleGroup.Direction,
        as part: Sale.Part
    ) -> Sale {
        Sale(
            at: instant,
            transactionID: self.sale.transactionID,
            direction: direction,
            part: part,
            product: self.sale.product,
            storefront: self.sale.storefront,
            price: self.sale.price,
            quantity: self.sale.quantity,
            unitsThousandths: units,
            period: self.sale.period,
            hasOffer: self.sale.hasOffer
        )
    }

    private static let withdrawals = ["FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]

    /// Returns the number of refunded units, in thousandths; `nil` when Apple states that it is a part and not which.
    private func unitsThousandths(refundedBy revocation: Revocation) -> Int64? {
        guard revocation.type != "REFUND_FULL" else { return self.sale.unitsThousandths }
        guard let percentage = revocation.percentageMilliunits else {
            return revocation.type == "REFUND_PRORATED" ? nil : self.sale.unitsThousandths
        }
        return Sale.unitsThousandths(refunded: Int64(percentage), of: self.sale.quantity)
    }

    /// Returns the reason why a purchase has no money; `nil` when it has money or its price is unknown.
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

extension TransactionSnapshot {
    /// Whether it is a subscription for several seats.
    var hasSeveralSeats: Bool { self.kind == .autoRenewable && self.quantity > 1 }

    /// The price of the whole purchase, of all seats; `nil` where it is unknown.
    var totalPrice: Money? {
        // Evidence of seats without tiers states the average price of a seat.
        guard let price, self.hasSeveralSeats, self.seats?.tiers.isEmpty ?? true else { return self.price }
        let total = Int128(price.amountMilliunits) * Int128(min(self.quantity, Int(Int32.max)))
        return Money(amountMilliunits: Int64(clamping: total), currency: price.currency)
    }

    /// Whether a purchase is new or a renewal; older evidence does not state it, but the first transaction of a chain is
    /// new, and any other one counts as a renewal.
    var salePeriod: SaleGroup.Period {
        guard self.kind == .autoRenewable else { return .none }
        switch self.reason {
        case .purchase: return .new
        case .renewal: return .renewal
        case nil:
            return self.transactionID.rawValue.hasSameBytes(as: self.originalTransactionID.rawValue) ? .new : .renewal
        }
    }
}
