import Ledger

extension StoryAuthor {
    /// A subscription's life of one to six periods.
    mutating func writeSubscription() {
        let at = Self.beginning + .hours(Int64(self.generator.number(below: 24 * 30)))
        let original = OriginalTransactionID(self.nextID())
        var period = self.period(
            of: self.generator.pick([EvidenceStory.basic, EvidenceStory.pro]),
            from: at,
            original: original,
            reason: .purchase,
            after: nil
        )
        self.announce(period, at: at, autoRenew: true)
        for _ in 0..<self.generator.number(below: 6) {
            if self.generator.happens(percent: 20) { self.writeTwin(of: period, at: period.purchaseAt + .days(3)) }
            if self.generator.happens(percent: 20) { self.writeRefund(of: period, after: period.purchaseAt) }
            if self.generator.happens(percent: 10) {
                let again = period.purchaseAt + .hours(Int64(self.generator.number(below: 24 * 40)))
                self.say(period, at: again)
            }
            guard let next = self.writeNext(after: period) else { break }
            period = next
        }
        if self.generator.happens(percent: 40) {
            let statedAt = period.purchaseAt + .hours(Int64(self.generator.number(below: 24 * 45)))
            let status = self.generator.pick(StatusEvidence.Status.allCases)
            self.sayStatus(status, of: period.originalTransactionID, at: statedAt)
        }
    }

    private mutating func period(
        of product: ProductID,
        from begunAt: Instant,
        original: OriginalTransactionID,
        reason: TransactionSnapshot.Reason,
        after previous: TransactionSnapshot?
    ) -> TransactionSnapshot {
        var period = TransactionSnapshot(
            transactionID: TransactionID(self.nextID()),
            originalTransactionID: original,
            previousOriginalTransactionID: previous?.previousOriginalTransactionID,
            productID: product,
            kind: .autoRenewable,
            purchaseAt: begunAt,
            expiresAt: begunAt + .days(30),
            accountToken: previous == nil || reason == .purchase ? self.token() : previous?.accountToken,
            reason: self.generator.happens(percent: 80) ? reason : nil,
            signedAt: begunAt,
            digest: .number(0)
        )
        if self.generator.happens(percent: 85) { period.webOrderLineItemID = WebOrderLineItemID(self.nextID()) }
        if self.generator.happens(percent: 10) {
            self.features.insert(.malformedToken)
            period.accountToken = nil
            period.malformedAccountToken = "player-7"
        }
        return period
    }

    /// A period as a notification brings it: the transaction, the renewal, perhaps the status; perhaps a submission.
    private mutating func announce(_ period: TransactionSnapshot, at instant: Instant, autoRenew: Bool) {
        self.say(period, at: instant)
        self.say(self.renewal(of: period, autoRenew: autoRenew), at: instant)
        if self.generator.happens(percent: 30) {
            self.sayStatus(.active, of: period.originalTransactionID, at: instant)
        }
        self.submit(period.transactionID, at: instant)
    }

    private func renewal(of period: TransactionSnapshot, autoRenew: Bool?) -> RenewalSnapshot {
        RenewalSnapshot(
            originalTransactionID: period.originalTransactionID,
            productID: period.productID,
            autoRenewProductID: period.productID,
            autoRenew: autoRenew,
            renewalAt: period.expiresAt,
            signedAt: period.signedAt,
            digest: .number(0)
        )
    }

    /// Writes the period after another one; `nil` when the subscription ends here.
    private mutating func writeNext(after period: TransactionSnapshot) -> TransactionSnapshot? {
        let end = period.expiresAt ?? period.purchaseAt
        switch self.generator.number(below: 11) {
        case 0:
            self.features.insert(.earlyRenewal)
            return self.renew(period, from: end, signedAt: end - .hours(20))
        case 1, 2:
            return self.renewAfterFailure(period, end: end)
        case 3:
            return self.cancel(period, end: end)
        case 4, 5:
            return self.upgrade(period, end: end)
        case 6:
            self.features.insert(.downgrade)
            return self.renew(period, to: self.other(period.productID), from: end, signedAt: end)
        case 7:
            return self.migrate(period, end: end)
        case 8:
            return self.overlap(period, end: end)
        case 9:
            self.features.insert(.missingFact)
            let missing = self.renew(period, from: end, signedAt: end)
            self.facts.removeAll { fact in
                if case .transaction(let snapshot) = fact {
                    snapshot.transactionID == missing.transactionID
                } else {
                    false
                }
            }
            return self.generator.happens(percent: 50) ? missing : nil
        default:
            return self.renew(period, from: end, signedAt: end)
        }
    }

    private func other(_ product: ProductID) -> ProductID {
        product == EvidenceStory.pro ? EvidenceStory.basic : EvidenceStory.pro
    }

    private mutating func renew(
        _ period: TransactionSnapshot,
        to product: ProductID? = nil,
        from begunAt: Instant,
        signedAt: Instant,
        reason: TransactionSnapshot.Reason = .renewal
    ) -> TransactionSnapshot {
        if reason == .renewal { self.features.insert(.renewal) }
        let next = self.period(
            of: product ?? period.productID,
            from: begunAt,
            original: period.originalTransactionID,
            reason: reason,
            after: period
        )
        self.announce(next, at: signedAt, autoRenew: true)
        return next
    }

    private mutating func renewAfterFailure(_ period: TransactionSnapshot, end: Instant) -> TransactionSnapshot? {
        let hasGrace = self.generator.happens(percent: 50)
        self.features.insert(hasGrace ? .grace : .retry)
        var renewal = self.renewal(of: period, autoRenew: true)
        renewal.isInBillingRetry = true
        renewal.expirationIntent = 2
        if hasGrace { renewal.gracePeriodExpiresAt = end + .days(16) }
        self.say(renewal, at: end + .minutes(1))
        guard self.generator.happens(percent: 70) else { return nil }
        let recoveredAt = end + .days(Int64(1 + self.generator.number(below: 50)))
        return self.renew(period, from: hasGrace ? end : recoveredAt, signedAt: recoveredAt)
    }

    private mutating func cancel(_ period: TransactionSnapshot, end: Instant) -> TransactionSnapshot? {
        self.features.insert(.cancellation)
        self.say(self.renewal(of: period, autoRenew: false), at: end - .days(5))
        if self.generator.happens(percent: 60) {
            self.features.insert(.lapse)
            var ended = self.renewal(of: period, autoRenew: false)
            ended.expirationIntent = 1
            self.say(ended, at: end + .minutes(2))
        }
        guard self.generator.happens(percent: 50) else { return nil }
        self.features.insert(.resubscription)
        let backAt = end + .days(Int64(1 + self.generator.number(below: 90)))
        return self.renew(period, from: backAt, signedAt: backAt, reason: .purchase)
    }

    /// The same product bought again while it runs, and mostly refunded.
    private mutating func overlap(_ period: TransactionSnapshot, end: Instant) -> TransactionSnapshot {
        self.features.insert(.overlap)
        let at = end - .days(Int64(1 + self.generator.number(below: 20)))
        let next = self.renew(period, from: at, signedAt: at, reason: .purchase)
        if self.generator.happens(percent: 70) { self.writeRefund(of: next, after: at) }
        return next
    }

    private mutating func upgrade(_ period: TransactionSnapshot, end: Instant) -> TransactionSnapshot {
        self.features.insert(.upgrade)
        let at = end - .hours(Int64(1 + self.generator.number(below: 24 * 29)))
        if self.generator.happens(percent: 70) {
            var upgraded = period
            upgraded.isUpgraded = true
            self.say(upgraded, at: at + .minutes(1))
        } else {
            self.features.insert(.unnamedUpgrade)
        }
        return self.renew(period, to: self.other(period.productID), from: at, signedAt: at, reason: .purchase)
    }

    private mutating func migrate(_ period: TransactionSnapshot, end: Instant) -> TransactionSnapshot {
        self.features.insert(.migration)
        var migrated = period
        migrated.previousOriginalTransactionID = period.originalTransactionID
        migrated.originalTransactionID = OriginalTransactionID(self.nextID())
        return self.renew(migrated, from: end, signedAt: end)
    }
}
