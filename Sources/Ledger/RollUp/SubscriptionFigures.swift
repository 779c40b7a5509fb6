/// The figures of one subscription, derived from its periods and from what Apple signed about their renewals.
///
/// They are a function of the evidence alone. A period that is running has its end in a bucket of the future, and a
/// renewal that is recorded later withdraws that end.
struct SubscriptionFigures {
    /// The maximum time between the end of a period and a renewal that follows it without a gap.
    static let tolerance = Span.hours(1)
    /// The time during which the App Store tries to bill a renewal.
    private static let retries = Span.days(60)

    /// The periods that the account paid for, without seats that were added to one and without renewals that an upgrade
    /// replaced before they began.
    let periods: [Purchase]
    /// The cell of the cohort in which the subscription began; `nil` without a period.
    let cohort: CohortKey?
    private let chain: Chain
    private let hasMoney: Bool
    /// What Apple signed about the renewal at the end of a period, by that end, in the order of `RenewalEvidence`.
    private let evidence: [Instant: [RenewalEvidence]]

    /// Creates the figures of a chain.
    init(_ derived: DerivedChain, in environment: StoreEnvironment) {
        var periods: [Purchase] = []
        for purchase in derived.purchases {
            let snapshot = purchase.snapshot
            guard snapshot.kind == .autoRenewable, purchase.isPaid, snapshot.seats?.isAddition != true else { continue }
            if let last = periods.last, Self.isReplaced(purchase, by: last) { continue }
            periods.append(purchase)
        }
        self.periods = periods
        self.cohort = Self.cohort(of: periods)
        self.chain = derived.chain
        self.hasMoney = environment == .production
        var evidence: [Instant: [RenewalEvidence]] = [:]
        for renewal in Self.evidence(of: derived.chain) {
            guard let end = renewal.renewalAt else { continue }
            evidence[end, default: []].append(renewal)
        }
        self.evidence = evidence
    }

    /// Returns the cell for the beginning of periods, in the currency of the first price that is known.
    private static func cohort(of periods: [Purchase]) -> CohortKey? {
        guard let first = periods.first else { return nil }
        let day = CivilDay(of: first.begunAt).date
        return CohortKey(
            product: first.snapshot.productID,
            month: Int64((day.year - 1970) * 12 + day.month - 1),
            period: 0,
            currency: periods.lazy.compactMap { $0.snapshot.price?.currency }.first
        )
    }

    /// Returns everything that Apple signed about the renewals of a chain, in order.
    static func evidence(of chain: Chain) -> [RenewalEvidence] {
        (chain.earlierRenewals + chain.renewals.map(RenewalEvidence.init)).sorted(by: RenewalEvidence.precedes)
    }

    /// Returns whether a renewal was charged ahead, and a purchase of another product runs when it would begin.
    ///
    /// Apple must state that it is a renewal: from its place in the chain alone, it could also be another change of
    /// product.
    private static func isReplaced(_ renewal: Purchase, by running: Purchase) -> Bool {
        renewal.snapshot.reason == .renewal && running.snapshot.reason != .renewal
            && renewal.snapshot.productID != running.snapshot.productID && running.begunAt < renewal.begunAt
            && renewal.begunAt < running.endsAt
    }

    /// Adds the figures of the periods from a place on to rows; those of a period depend on the periods beside it.
    func add(to rows: inout FigureRows, from first: Int = 0, times factor: Int64) {
        var walk = Walk(self.cohort)
        for place in self.periods.indices {
            let period = Period(self.periods[place], hasMoney: self.hasMoney)
            let end = self.end(of: place)
            let isCounted = place >= first
            let begun = walk.begin(period)
            if isCounted {
                var sum = FigureRows()
                begun.add(to: &sum)
                self.addPeriod(period, until: end.at, to: &sum)
                self.addEnd(end, of: period, to: &sum)
                rows.add(sum, times: factor)
            }
            walk.end(period, end)
        }
    }

    // MARK: Ends

    /// How a period ends.
    struct End {
        /// The instant at which it ends.
        var at: Instant
        /// The figure that counts the end of the subscription, and its instant; `nil` where the next period follows.
        var counted: (figure: Figure, at: Instant)?
        /// The spans of billing grace and of billing retry after it.
        var grace: (from: Instant, to: Instant)?
        var retry: (from: Instant, to: Instant)?
        /// Whether the next period is a renewal that the App Store could bill after the end.
        var isRecovered = false
    }

    private func end(of place: Int) -> End {
        let period = self.periods[place]
        let next = place + 1 < self.periods.count ? self.periods[place + 1] : nil
        let revokedAt = period.snapshot.revocation.map(\.revokedAt)
        let ownEnd = max(period.begunAt, min(period.endsAt, revokedAt ?? period.endsAt))
        if let next {
            if next.begunAt <= ownEnd { return End(at: max(period.begunAt, next.begunAt)) }
            let isNear = next.begunAt - ownEnd <= Self.tolerance
            // A refund after the period's end cannot have ended it.
            let isWhole = revokedAt.map { $0 > period.endsAt } ?? true
            if isNear, isWhole, next.snapshot.salePeriod == .renewal { return End(at: next.begunAt) }
        }
        var end = End(at: ownEnd)
        if let revokedAt, revokedAt <= period.endsAt {
            end.counted = (.endsRefunded, ownEnd)
            return end
        }
        let isRecovered = next.map { Self.isRecovery($0, after: ownEnd) } ?? false
        let reason = isRecovered ? Figure.endsBilling : self.reason(for: period)
        end.counted = (reason, ownEnd)
        end.isRecovered = isRecovered
        guard reason == .endsBilling else { return end }
        let nextBegin = next?.begunAt ?? Instant(milliseconds: .max)
        let graceEnd = min(self.graceEnd(after: period) ?? ownEnd, nextBegin)
        if ownEnd < graceEnd { end.grace = (ownEnd, graceEnd) }
        let begin = max(ownEnd, graceEnd)
        let retryEnd = min(self.retryEnd(after: period), nextBegin)
        if begin < retryEnd { end.retry = (begin, retryEnd) }
        if graceEnd == nextBegin, isRecovered {
            // The App Store billed it while grace ran: access never ended.
            end.counted = nil
            end.isRecovered = false
        } else {
            end.counted = (reason, begin)
        }
        return end
    }

    /// Returns whether a purchase after an end is a renewal that the App Store could bill; one that only follows from
    /// its place in the chain must begin while the App Store tries.
    private static func isRecovery(_ next: Purchase, after end: Instant) -> Bool {
        guard next.snapshot.salePeriod == .renewal else { return false }
        return next.snapshot.reason != nil || next.begunAt - end <= Self.retries
    }

    /// Returns the figure that counts the end of a period after which no renewal followed.
    private func reason(for period: Purchase) -> Figure {
        let renewal = self.renewal(for: period)
        switch renewal?.expirationIntent {
        case 1?: return .endsVoluntary
        case 2?: return .endsBilling
        case 3?: return .endsPriceIncrease
        case .some: return .endsOther
        case nil: break
        }
        if renewal?.isInBillingRetry == true { return renewal?.autoRenew == false ? .endsVoluntary : .endsBilling }
        let evidence = self.evidence[period.endsAt] ?? []
        if evidence.last(where: { $0.autoRenew != nil })?.autoRenew == false { return .endsVoluntary }
        return self.graceEnd(after: period) == nil ? .endsOther : .endsBilling
    }

    /// Returns the newest renewal snapshot if it is about the end of a period.
    private func renewal(for period: Purchase) -> RenewalSnapshot? {
        let speaking = self.chain.renewals.filter { $0.renewalAt == period.endsAt }
        return speaking.max { $1.isNewer(than: $0) }
    }

    private func graceEnd(after period: Purchase) -> Instant? {
        self.evidence[period.endsAt]?.compactMap(\.gracePeriodExpiresAt).filter { $0 > period.endsAt }.max()
    }

    private func retryEnd(after period: Purchase) -> Instant {
        let last = period.endsAt + Self.retries
        // While it tries, Apple states the reason of the coming end too.
        guard let renewal = self.renewal(for: period), renewal.expirationIntent != nil, !renewal.isInBillingRetry else {
            return last
        }
        return min(last, max(period.endsAt, renewal.signedAt))
    }

    // MARK: Rows

    /// Adds the stocks of a period until it ends.
    private func addPeriod(_ period: Period, until end: Instant, to rows: inout FigureRows) {
        let begin = period.purchase.begunAt
        rows.add(1, to: period.isTrial ? .trials : .paid, during: (begin, end), period.group)
        rows.add(period.monthly, to: .recurring, during: (begin, end), period.group)
        var offSince: Instant?
        for renewal in self.evidence[period.purchase.endsAt] ?? [] {
            guard let isOn = renewal.autoRenew else { continue }
            if !isOn { offSince = offSince ?? max(begin, renewal.signedAt) }
            if isOn, let since = offSince {
                let until = min(max(begin, renewal.signedAt), end)
                self.addCanceled(period, (since, until), to: &rows)
                offSince = nil
            }
        }
        if let offSince { self.addCanceled(period, (offSince, end), to: &rows) }
    }

    private func addCanceled(_ period: Period, _ span: (from: Instant, to: Instant), to rows: inout FigureRows) {
        rows.add(1, to: .canceled, during: span, period.group)
        rows.add(period.monthly, to: .recurringCanceled, during: span, period.group)
    }

    private func addEnd(_ end: End, of period: Period, to rows: inout FigureRows) {
        if let counted = end.counted { rows.add(1, to: counted.figure, at: counted.at, period.group) }
        if let grace = end.grace {
            rows.add(1, to: .grace, during: grace, period.group)
            rows.add(period.monthly, to: .recurringGrace, during: grace, period.group)
        }
        if let retry = end.retry { rows.add(1, to: .retry, during: retry, period.group) }
    }
}
