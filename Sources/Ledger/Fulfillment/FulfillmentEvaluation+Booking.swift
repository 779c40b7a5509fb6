/// What of a fulfillment this server does itself: coins that it keeps in wallets.
extension FulfillmentEvaluation {
    /// Carries out what is to be done with a fulfillment as far as wallets are concerned.
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
            // Whoever fulfilled it is asked for them.
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
            // Somebody decides; until then what is left is not spent.
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
                // What somebody else took he gives back.
                if !isMoved { return FulfillmentBooking(.left, drafts) }
            }
            return FulfillmentBooking(.done(recovered: Self.recovered(fulfillment, booked, by: request)), drafts)
        // A purchase of which no wallet knows has brought nothing that could be revoked.
        case .failure(.unknownPurchase): return FulfillmentBooking(.done(recovered: nil))
        case .failure: return FulfillmentBooking(.refused(.uncountable))
        }
    }

    /// Lets what was held for a person be spent again where there is nothing left to be revoked.
    func releasingHold<UnitOfWork: FulfillmentUnitOfWork>(
        _ former: Fulfillment,
        now fulfillment: Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> [EventDerivation.Draft] {
        guard former.isFrozen, let call = former.call else { return [] }
        // Whoever is being told of it just now has nothing to revoke either.
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

    /// The coins that were revoked in all once these are booked.
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

/// What came of a call that this server may carry out itself.
package struct FulfillmentBooking: Hashable, Sendable {
    /// What came of it.
    package enum Outcome: Hashable, Sendable {
        /// It is done; so many coins were revoked in all, by name.
        case done(recovered: [String: Int]?)
        /// Somebody else is told to do it.
        case left
        /// It cannot be booked, and a person decides.
        case refused(FulfillmentReason)
    }

    /// What came of it.
    package let outcome: Outcome
    /// What to publish of the wallets, in order.
    package let drafts: [EventDerivation.Draft]

    /// A booking of these values.
    package init(_ outcome: Outcome, _ drafts: [EventDerivation.Draft] = []) {
        self.outcome = outcome
        self.drafts = drafts
    }
}

/// Coins of this server's wallets while a refund is reported that Apple did not sign, where the catalog says `freeze`.
extension FulfillmentEvaluation {
    /// Lets coins that a report held be spent again where no report stands that holds them.
    func endingReportHold<UnitOfWork: FulfillmentUnitOfWork>(
        of fulfillment: inout Fulfillment,
        _ purchase: Purchase,
        unitOfWork: inout UnitOfWork
    ) throws(UnitOfWork.Failure) -> [EventDerivation.Draft] {
        guard let key = fulfillment.reportHold, !purchase.isReportFrozen else { return [] }
        fulfillment.reportHold = nil
        return try self.releaseHold(fulfillment.bookedAs ?? purchase.key, key, unitOfWork: &unitOfWork)
    }

    /// Holds what is left of booked coins, for seven days at most, where a report stands that holds them.
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
        // What something else holds already is not this report's to let go.
        guard wallets.contains(where: { $0.answer != nil }) else { return [] }
        fulfillment.reportHold = key
        return wallets.flatMap(\.drafts)
    }
}
