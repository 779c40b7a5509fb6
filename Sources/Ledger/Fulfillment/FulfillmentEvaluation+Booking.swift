/// The bookings that this server carries out itself, for coins in its wallets.
extension FulfillmentEvaluation {
    /// Carries out a call on the wallets of this server, as far as it concerns them.
    func booking<UnitOfWork: FulfillmentUnitOfWork>(
        of call: FulfillmentCall,
        _ fulfillment: Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> FulfillmentBooking {
        switch call.kind {
        case .fulfill:
            guard self.policy.coins == .wallets, !fulfillment.goods.coins.isEmpty, let customer = fulfillment.customer
            else {
                return FulfillmentBooking(.left)
            }
            return try self.credit(fulfillment, purchase.key, to: customer, unitOfWork: &unitOfWork)
        case .revoke, .restore:
            // The fulfiller that fulfilled the goods is asked to revoke them.
            guard fulfillment.confirmedBy == .booking else { return FulfillmentBooking(.left) }
            return try self.setRevocationTarget(call, fulfillment, purchase, unitOfWork: &unitOfWork)
        }
    }

    private func credit<UnitOfWork: FulfillmentUnitOfWork>(
        _ fulfillment: Fulfillment,
        _ key: PurchaseKey,
        to customer: CustomerID,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> FulfillmentBooking {
        var goods: [CoinName: [WalletRequest.Goods]] = [:]
        for (name, count) in fulfillment.goods.coins {
            goods[CoinName(name), default: []].append(WalletRequest.Goods(.paid, Int64(count)))
        }
        for (name, count) in fulfillment.goods.difference {
            goods[CoinName(name), default: []].append(WalletRequest.Goods(.difference, Int64(count)))
        }
        let now = self.context.now
        let requests = goods.mapValues { goods in
            WalletRequest.credit(key, goods, reason: fulfillment.goods.productID.rawValue, at: now)
        }
        switch try unitOfWork.carryOut(requests, for: customer, terms: self.terms) {
        case .success(let booked): return FulfillmentBooking(.done(recovered: nil), booked.flatMap(\.drafts))
        case .failure: return FulfillmentBooking(.refused(.uncountable))
        }
    }

    private func setRevocationTarget<UnitOfWork: FulfillmentUnitOfWork>(
        _ call: FulfillmentCall,
        _ fulfillment: Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> FulfillmentBooking {
        let key = fulfillment.bookedAs ?? purchase.key
        let callKey = call.key(of: fulfillment.id)
        let now = self.context.now
        let consequence = fulfillment.demand.consequence
        if call.kind == .revoke, consequence != .revoke, consequence != .debt {
            guard consequence == .freeze else { return FulfillmentBooking(.left) }
            // An operator decides; until then the remaining coins are held.
            let hold = WalletRequest(
                .hold(key, until: now + WalletPurchase.Hold.longest),
                cause: .refund,
                key: "\(callKey)/hold",
                reason: FulfillmentCall.reason,
                at: now
            )
            let held = try unitOfWork.carryOut(hold, terms: self.terms)
            return FulfillmentBooking(.left, (try? held.get())?.flatMap(\.drafts) ?? [])
        }
        var refund: RevocationTarget.Refund?
        if call.target > 0 {
            refund = RevocationTarget.Refund(
                revokedAt: purchase.snapshot.revocation?.revokedAt ?? now,
                percentageMilliunits: Int64(call.target)
            )
        }
        let request = WalletRequest.setRevocationTarget(
            key,
            refund,
            forgives: call.kind == .revoke && consequence == .revoke,
            key: callKey,
            reason: FulfillmentCall.reason,
            at: now
        )
        switch try unitOfWork.carryOut(request, terms: self.terms) {
        case .success(let booked):
            let isMoved = booked.contains { $0.answer != nil }
            var drafts = booked.flatMap(\.drafts)
            if call.kind == .restore, consequence != .revoke, consequence != .debt {
                drafts += try self.releaseHold(key, callKey, unitOfWork: &unitOfWork)
                // Another fulfiller revoked the goods and restores them.
                if !isMoved { return FulfillmentBooking(.left, drafts) }
            }
            return FulfillmentBooking(.done(recovered: Self.recovered(fulfillment, booked, by: request)), drafts)
        // A purchase that no wallet knows has credited no coins that could be revoked.
        case .failure(.unknownPurchase): return FulfillmentBooking(.done(recovered: nil))
        case .failure: return FulfillmentBooking(.refused(.uncountable))
        }
    }

    /// Releases the hold on coins that waited for an operator, when nothing is left to revoke.
    func releasingHold<UnitOfWork: FulfillmentUnitOfWork>(
        _ former: Fulfillment,
        now fulfillment: Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> [EventDerivation.Draft] {
        guard former.isFrozen, let call = former.call else { return [] }
        // A call that is in progress has nothing to revoke either.
        guard fulfillment.call == nil || (fulfillment.demand.revoked == 0 && fulfillment.revoked == 0) else {
            return []
        }
        return try self.releaseHold(former.bookedAs ?? purchase.key, call.key(of: former.id), unitOfWork: &unitOfWork)
    }

    func releaseHold<UnitOfWork: FulfillmentUnitOfWork>(
        _ key: PurchaseKey,
        _ callKey: String,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> [EventDerivation.Draft] {
        let request = WalletRequest.releaseHold(key, of: callKey, at: self.context.now)
        return (try? unitOfWork.carryOut(request, terms: self.terms).get())?.flatMap(\.drafts) ?? []
    }

    /// Returns the number of coins revoked in all once these are booked.
    private static func recovered(
        _ fulfillment: Fulfillment,
        _ booked: [BookedWallet],
        by request: WalletRequest
    ) -> [String: Int]? {
        var sums = fulfillment.recovered ?? [:]
        for wallet in booked {
            let name = wallet.name.coin.rawValue
            let (sum, overflows) = (sums[name] ?? 0).addingReportingOverflow(Int(wallet.loss(by: request)))
            sums[name] = overflows ? .max : max(0, sum)
        }
        return sums
    }

    var terms: [CoinName: Coin] {
        var terms: [CoinName: Coin] = [:]
        for (name, coin) in self.context.catalog.coins { terms[CoinName(name)] = coin }
        return terms
    }
}

/// The result of a call that this server may carry out itself.
package struct FulfillmentBooking: Hashable, Sendable {
    /// The result.
    package enum Outcome: Hashable, Sendable {
        /// The call was carried out; `recovered` is the number of coins revoked in all, by name.
        case done(recovered: [String: Int]?)
        /// The fulfiller has to carry out the call.
        case left
        /// The call cannot be booked, and an operator decides.
        case refused(FulfillmentReason)
    }

    /// The result.
    package let outcome: Outcome
    /// The wallet events to publish, in order.
    package let drafts: [EventDerivation.Draft]

    /// Creates a booking with these values.
    package init(_ outcome: Outcome, _ drafts: [EventDerivation.Draft] = []) {
        self.outcome = outcome
        self.drafts = drafts
    }
}

/// The hold on coins of this server's wallets while an unsigned refund is reported and the catalog states `freeze`.
extension FulfillmentEvaluation {
    /// Releases the coins that a report held, when no report that holds them is in effect any more.
    func endingReportHold<UnitOfWork: FulfillmentUnitOfWork>(
        of fulfillment: inout Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> [EventDerivation.Draft] {
        guard let key = fulfillment.reportHold, !purchase.isReportFrozen else { return [] }
        fulfillment.reportHold = nil
        return try self.releaseHold(fulfillment.bookedAs ?? purchase.key, key, unitOfWork: &unitOfWork)
    }

    /// Holds the remaining booked coins, for seven days at most, while a report that holds them is in effect.
    func beginningReportHold<UnitOfWork: FulfillmentUnitOfWork>(
        of fulfillment: inout Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> [EventDerivation.Draft] {
        guard let report = purchase.reportedRefund, purchase.isReportFrozen, fulfillment.reportHold == nil,
            fulfillment.confirmedBy == .booking
        else { return [] }
        let booked = fulfillment.bookedAs ?? purchase.key
        let key = "\(booked.spelling)/reported/\(report.revokedAt.milliseconds)"
        let now = self.context.now
        let hold = WalletRequest(
            .hold(booked, until: now + WalletPurchase.Hold.longest),
            cause: .refund,
            key: key,
            reason: "reported refund",
            at: now
        )
        guard case .success(let wallets) = try unitOfWork.carryOut(hold, terms: self.terms) else { return [] }
        // Coins that another hold already covers are not released with this report.
        guard wallets.contains(where: { $0.answer != nil }) else { return [] }
        fulfillment.reportHold = key
        return wallets.flatMap(\.drafts)
    }
}
