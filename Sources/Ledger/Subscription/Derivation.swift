/// A chain prepared for the derivation table: its periods in order, and the newest evidence on them.
///
/// The members of this type are the conditions of the table; the table itself is in `Derivation+Table`.
struct Derivation {
    /// The chain with all known evidence.
    let chain: Chain
    /// The periods, in the order of `Purchase.precedes`, without renewals that an upgrade replaced before they began.
    let periods: [Purchase]
    /// Renewals that were charged ahead and that an upgrade replaced before they began.
    let overtaken: Set<PurchaseKey>
    /// The renewal snapshot that applies.
    let renewal: RenewalSnapshot?
    /// The status that applies.
    let status: StatusEvidence?
    /// The policy for access while no paid period is running.
    let gracePolicy: GracePolicy
    /// The time after a period's end for which a lack of evidence does not mean that the subscription ended.
    let leeway: Span

    /// Creates a derivation of this chain; the caller may pass its purchases.
    init(chain: Chain, purchases: [Purchase]? = nil, environment: StoreEnvironment, gracePolicy: GracePolicy) {
        self.chain = chain
        let periods = (purchases ?? chain.purchases).filter { $0.snapshot.kind == .autoRenewable }
        let overtaken = Set(periods.filter { Self.isOvertaken($0, among: periods) }.map(\.key))
        self.periods = periods.filter { !overtaken.contains($0.key) }
        self.overtaken = overtaken
        self.renewal = chain.newestRenewal
        self.status = chain.newestStatus
        self.gracePolicy = gracePolicy
        self.leeway = environment == .production ? gracePolicy.overdueLeeway : gracePolicy.overdueLeewaySandbox
    }

    // MARK: Periods

    /// Returns the period that the table calls L at an instant, or `nil` when there is none or an upgrade's successor
    /// is missing.
    func latest(at now: Instant) -> Purchase? {
        let newestBegunAt = self.periods.last { $0.begunAt <= now }?.begunAt
        if let newestBegunAt {
            let newest = self.periods.filter { $0.begunAt == newestBegunAt }
            if newest.allSatisfy(self.lacksSuccessor) { return nil }
        }
        if let begun = self.periods.last(where: { $0.begunAt <= now && !self.isSuperseded($0, at: now) }) {
            return self.unrevoked(beside: begun, at: now) ?? begun
        }
        let waiting = self.periods.filter { !self.isSuperseded($0, at: now) }
        return waiting.last { $0.begunAt == waiting[0].begunAt }
    }

    /// Returns whether another product has replaced a period at an instant.
    ///
    /// A known successor ends the period where it begins, whether or not Apple has stated `isUpgraded` yet; a period
    /// whose upgrade is unknown is over immediately.
    func isSuperseded(_ period: Purchase, at now: Instant) -> Bool {
        self.lacksSuccessor(period) || self.periods.contains { $0.begunAt <= now && self.replaces($0, period) }
    }

    /// Returns whether a period was upgraded and its successor is unknown.
    func lacksSuccessor(_ period: Purchase) -> Bool {
        period.snapshot.isUpgraded && !self.periods.contains { self.replaces($0, period) }
    }

    /// Returns whether one period ends another where it begins: a purchase of another product, made while the other was
    /// running.
    private func replaces(_ successor: Purchase, _ period: Purchase) -> Bool {
        guard successor.snapshot.productID != period.snapshot.productID, successor.begunAt < period.endsAt else {
            return false
        }
        if successor.begunAt != period.begunAt { return successor.begunAt > period.begunAt }
        if successor.snapshot.isUpgraded != period.snapshot.isUpgraded { return period.snapshot.isUpgraded }
        return Purchase.precedes(period, successor)
    }

    /// Returns whether a renewal was charged ahead and an upgrade then ended the period before it: the renewal never
    /// begins.
    ///
    /// The periods show it, whether or not Apple has stated `isUpgraded` yet: the renewal begins exactly where a period
    /// ends during which another product was bought that continues. A change of plan that takes effect at the renewal
    /// begins where the bought period ends, and so is none.
    private static func isOvertaken(_ renewal: Purchase, among periods: [Purchase]) -> Bool {
        guard renewal.snapshot.reason == .renewal else { return false }
        return periods.contains { upgrade in
            upgrade.snapshot.reason != .renewal && upgrade.snapshot.productID != renewal.snapshot.productID
                && upgrade.begunAt < renewal.begunAt && renewal.begunAt < upgrade.endsAt
                && periods.contains { predecessor in
                    predecessor.snapshot.productID != upgrade.snapshot.productID
                        && predecessor.endsAt == renewal.begunAt && predecessor.begunAt < upgrade.begunAt
                }
        }
    }

    /// Returns the end of a period: its own end, or the beginning of its successor.
    ///
    /// For a period whose upgrade is unknown, only the newest evidence is known. A replaced renewal ends where it would
    /// have begun.
    func end(of period: Purchase) -> Instant {
        if self.overtaken.contains(period.key) { return period.begunAt }
        let successors = self.periods.filter { self.replaces($0, period) }.map(\.begunAt)
        let end = min(period.endsAt, successors.min() ?? period.endsAt)
        return self.lacksSuccessor(period) ? min(end, period.newestSignedAt) : end
    }

    /// Returns the instant at which a period ended or was revoked, if that is not after an instant.
    func endedAt(_ period: Purchase, by now: Instant) -> Instant? {
        if let revocation = period.snapshot.revocation { return revocation.revokedAt }
        let end = self.end(of: period)
        return end <= now ? end : nil
    }

    /// Returns the periods that follow one without a gap and have not begun at an instant, and the end of the last.
    ///
    /// Access ends where a period begins that gives none: one whose upgrade is unknown, one that is revoked by Apple's
    /// status, and a refunded one of another product, because it replaces the one before.
    func following(_ period: Purchase, at now: Instant) -> (periods: [Purchase], endsAt: Instant) {
        var following: [Purchase] = []
        var last = period
        for next in self.periods
        where next.begunAt > now && next.begunAt > last.begunAt && next.begunAt <= last.endsAt {
            if self.lacksSuccessor(next) || self.countingStatus(for: next)?.status == .revoked {
                return (following, next.begunAt)
            }
            if next.isRevoked {
                guard self.replaces(next, last) else { continue }
                return (following, next.begunAt)
            }
            following.append(next)
            last = next
        }
        return (following, last.endsAt)
    }

    /// Returns the paid periods that led to one without a gap, latest first, including that one.
    func run(to period: Purchase) -> [Purchase] {
        var run = [period]
        for earlier in self.periods.reversed() where Purchase.precedes(earlier, run[run.count - 1]) {
            let paidUntil = min(earlier.endsAt, earlier.snapshot.revocation?.revokedAt ?? earlier.endsAt)
            if paidUntil >= run[run.count - 1].begunAt { run.append(earlier) }
        }
        return run
    }

    // MARK: Renewals and statuses

    /// Returns the renewal snapshot, if it applies to a period.
    func renewal(for period: Purchase) -> RenewalSnapshot? {
        guard let renewal = self.renewal, renewal.renewalAt == period.snapshot.expiresAt, renewal.renewalAt != nil
        else { return nil }
        return renewal
    }

    /// The end of a period whose transaction is missing, if the renewal snapshot proves one.
    var missingUntil: Instant? {
        guard let renewalAt = self.renewal?.renewalAt else { return nil }
        guard let last = self.periods.last else { return renewalAt }
        return renewalAt > last.endsAt ? renewalAt : nil
    }

    /// Returns Apple's status, unless a snapshot of a period or a renewal snapshot is newer.
    ///
    /// A status that was stated after a later period had begun applies to that period.
    func countingStatus(for period: Purchase?) -> StatusEvidence? {
        guard let status = self.status else { return nil }
        if let renewal = self.renewal, renewal.signedAt > status.statedAt { return nil }
        guard let period else { return status }
        if period.newestSignedAt > status.statedAt { return nil }
        if self.periods.contains(where: { $0.begunAt > period.begunAt && $0.begunAt <= status.statedAt }) { return nil }
        return status
    }

    /// Returns the time after a period's end for which the App Store retries the charge.
    func retryWindow(of period: Purchase) -> Span { period.retryWindow(self.renewal(for: period)) }
}

extension Chain {
    /// Whether the chain is an auto-renewable subscription, as far as is known.
    package var isSubscription: Bool {
        !self.renewals.isEmpty || !self.statuses.isEmpty
            || self.transactions.contains { $0.current.kind == .autoRenewable }
    }

    /// Returns the state of the subscription at an instant: by the first row of the derivation table that applies, over
    /// the whole chain, for all owners of its periods.
    ///
    /// - Parameters:
    ///   - now: The instant of the state; all evidence known today is used.
    ///   - environment: The environment of the chain; Apple's test environments have a shorter leeway.
    ///   - gracePolicy: The policy for access while no paid period is running.
    /// - Returns: The state, with the checks to make with Apple and the next instant at which it changes by itself.
    package func state(
        at now: Instant,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy
    ) -> SubscriptionState {
        Derivation(chain: self, environment: environment, gracePolicy: gracePolicy).state(at: now)
    }
}

extension Chain {
    /// The renewal snapshot that applies, over all original transaction ids of the chain.
    package var newestRenewal: RenewalSnapshot? {
        self.renewals.max { $1.isNewer(than: $0) }
    }

    /// The status that applies, over all original transaction ids of the chain.
    package var newestStatus: StatusEvidence? {
        self.statuses.max { $1.isNewer(than: $0) }
    }

    /// Returns the auto-renew setting of a renewal snapshot, given the open refund requests.
    ///
    /// Apple switches auto-renew off when a refund is requested. A snapshot that was signed before the request shows
    /// the customer's own choice.
    package func autoRenew(in renewal: RenewalSnapshot) -> AutoRenew {
        switch renewal.autoRenew {
        case true?: .on
        case nil: .unknown
        case false?: self.openRefundRequests.contains { $0.signedAt <= renewal.signedAt } ? .offByRefundRequest : .off
        }
    }

    /// The refund requests without a known decision, by ascending transaction id.
    package var openRefundRequests: [RefundRequestEvidence] {
        var newest: [TransactionID: RefundRequestEvidence] = [:]
        for statement in self.refundRequests {
            if let known = newest[statement.transactionID], known.isNewer(than: statement) { continue }
            newest[statement.transactionID] = statement
        }
        return newest.values.filter { $0.kind == .requested }.sorted { $0.transactionID < $1.transactionID }
    }
}
