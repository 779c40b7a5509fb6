package import Ledger

extension Session {
    /// Returns the packed form of a holding that was derived under a grace policy.
    package func form(of timed: TimedHolding, gracePolicy: GracePolicy, app: Int64) throws -> [UInt8] {
        let holding = timed.holding
        if holding.isEmpty, timed.until == nil, timed.from == Instant(milliseconds: .min) { return [] }
        var parts: PackedHolding.Parts = []
        if holding.subscription != nil { parts.insert(.subscription) }
        if !holding.endedPeriods.isEmpty { parts.insert(.endedPeriods) }
        if !holding.purchases.isEmpty { parts.insert(.purchases) }
        if timed.dependsOnPolicy { parts.insert(.policy) }
        if timed.from != Instant(milliseconds: .min) {
            let beginning = holding.subscription?.beginning
            parts.insert(beginning == timed.from ? .fromBeginning : .from)
        }
        if let until = timed.until {
            parts.insert(holding.subscription?.until == until ? .untilEnd : .until)
        }
        var writer = PackedWriter()
        writer.write(byte: PackedHolding.version)
        writer.write(byte: parts.rawValue)
        if let subscription = holding.subscription { try self.pack(subscription, into: &writer, app: app) }
        if parts.contains(.policy) { writer.write(UInt64(PackedHolding.fingerprint(of: gracePolicy))) }
        if parts.contains(.from) { writer.write(timed.from) }
        if parts.contains(.until), let until = timed.until { writer.write(until) }
        if parts.contains(.endedPeriods) {
            writer.write(UInt64(holding.endedPeriods.count))
            for period in holding.endedPeriods {
                writer.write(try self.number(of: period.productID, app: app))
                writer.write(byte: period.revokedFor.map { $0.packed + 1 } ?? 0)
                writer.write(period.endedAt)
                writer.write(period.transactionIDs)
            }
        }
        if parts.contains(.purchases) {
            writer.write(UInt64(holding.purchases.count))
            for purchase in holding.purchases { try self.pack(purchase, into: &writer, app: app) }
        }
        return writer.bytes
    }

    private func pack(_ purchase: HeldPurchase, into writer: inout PackedWriter, app: Int64) throws {
        writer.write(byte: UInt8(purchase.kind.code) << 1 | (purchase.isPaid ? 1 : 0))
        writer.write(try self.number(of: purchase.productID, app: app))
        writer.write(purchase.begunAt)
        writer.write(byte: purchase.revocation.map { $0.reason.packed + 1 } ?? 0)
        if let revocation = purchase.revocation { writer.write(revocation.revokedAt) }
        writer.write(purchase.transactionIDs)
    }

    private func pack(_ subscription: HeldSubscription, into writer: inout PackedWriter, app: Int64) throws {
        let answer = subscription.answer
        let values = subscription.packedValues
        writer.write(values.rawValue)
        writer.write(byte: answer.phase.packed)
        writer.write(byte: subscription.reason.packed)
        writer.write(byte: subscription.willRenew.packed << 2 | answer.renewStatus.packed)
        for instant in [subscription.since, subscription.until, answer.lastRenewalAt] {
            if let instant { writer.write(instant) }
        }
        if let product = answer.productID { writer.write(try self.number(of: product, app: app)) }
        if let transaction = answer.transactionID { writer.write(transaction) }
        if !values.contains(.restsOnOne) { writer.write(subscription.transactionIDs) }
        if values.contains(.nextProduct), !values.contains(.sameProductNext), let next = answer.nextProductID {
            writer.write(try self.number(of: next, app: app))
        }
        if values.contains(.nextRenewal), !values.contains(.renewsAtEnd), let next = answer.nextRenewalAt {
            writer.write(next)
        }
        if let price = answer.nextPrice {
            writer.write(signed: price.amountMilliunits)
            writer.write(UInt64(try self.number(ofInternedString: price.currency, app: app)))
        }
        for offer in [answer.offer, answer.nextOffer] {
            if let offer { writer.write(UInt64(try self.number(of: offer, app: app))) }
        }
        if let intent = answer.expirationIntent { writer.write(signed: Int64(intent)) }
        for renewal in [answer.willRenewPeriod, answer.willRenewCommitment] {
            if let renewal { writer.write(byte: renewal.packed) }
        }
        if let until = answer.commitmentUntil { writer.write(until) }
        if !answer.overrides.isEmpty {
            writer.write(UInt64(answer.overrides.count))
            for override in answer.overrides { writer.write(byte: override.packed) }
        }
        if !answer.asks.isEmpty {
            writer.write(UInt64(answer.asks.count))
            for ask in answer.asks { writer.write(byte: ask.packed) }
        }
        if let changedAt = answer.renewStatusChangedAt { writer.write(changedAt) }
        if let seats = answer.seats {
            writer.write(UInt64(seats.count))
            writer.write(signed: seats.next.map(Int64.init) ?? -1)
            writer.write(byte: seats.invitations?.packed ?? 0)
        }
        guard values.contains(.accessPeriod), !values.contains(.plainAccess),
            let accessPeriod = subscription.accessPeriod
        else { return }
        writer.write(accessPeriod.endsAt)
        writer.write(UInt64(accessPeriod.run.count))
        for productRun in accessPeriod.run {
            writer.write(try self.number(of: productRun.productID, app: app))
            writer.write(productRun.begunAt)
        }
        writer.write(UInt64(accessPeriod.following.count))
        for period in accessPeriod.following {
            writer.write(try self.number(of: period.productID, app: app) << 1 | (period.isOwn ? 1 : 0))
            writer.write(period.begunAt)
            writer.write(period.endsAt)
        }
    }

    private func number(of product: ProductID, app: Int64) throws -> UInt64 {
        UInt64(try self.number(ofInternedString: product.rawValue, app: app))
    }
}

extension HeldSubscription {
    /// When it was last renewed, or since when it has its current state.
    var beginning: Instant? { self.answer.lastRenewalAt ?? self.since }

    /// The values that are stored, and those that repeat others.
    fileprivate var packedValues: PackedHolding.Values {
        let answer = self.answer
        var values: PackedHolding.Values = []
        if self.hasAccess { values.insert(.hasAccess) }
        if self.isPaid { values.insert(.isPaid) }
        if self.since != nil { values.insert(.since) }
        if self.until != nil { values.insert(.until) }
        if answer.productID != nil { values.insert(.product) }
        if let transaction = answer.transactionID {
            values.insert(.transaction)
            if self.transactionIDs == [transaction] { values.insert(.restsOnOne) }
        }
        if let accessPeriod = self.accessPeriod {
            values.insert(.accessPeriod)
            if let product = answer.productID, let since = self.since, accessPeriod.endsAt == self.until,
                accessPeriod.run == [ProductRun(productID: product, begunAt: since)], accessPeriod.following.isEmpty
            {
                values.insert(.plainAccess)
            }
        }
        if let next = answer.nextProductID {
            values.insert(.nextProduct)
            if next == answer.productID { values.insert(.sameProductNext) }
        }
        if let next = answer.nextRenewalAt {
            values.insert(.nextRenewal)
            if next == self.until { values.insert(.renewsAtEnd) }
        }
        if answer.nextPrice != nil { values.insert(.nextPrice) }
        if answer.lastRenewalAt != nil { values.insert(.lastRenewal) }
        if answer.offer != nil { values.insert(.offer) }
        if answer.nextOffer != nil { values.insert(.nextOffer) }
        if answer.expirationIntent != nil { values.insert(.intent) }
        if answer.willRenewPeriod != nil { values.insert(.willRenewPeriod) }
        if answer.willRenewCommitment != nil { values.insert(.willRenewCommitment) }
        if answer.commitmentUntil != nil { values.insert(.commitmentUntil) }
        if !answer.overrides.isEmpty { values.insert(.overrides) }
        if !answer.asks.isEmpty { values.insert(.asks) }
        if answer.renewStatusChangedAt != nil { values.insert(.renewStatusChange) }
        if answer.seats != nil { values.insert(.seats) }
        return values
    }
}
