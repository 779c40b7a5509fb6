/// The figures of one subscription, derived from its periods and from what Apple signed about their renewals.
///
/// They are a function of the evidence alone. A period that is running has its end in a bucket of the future, and a
/// renewal that is recorded later withdraws that end.
struct SubscriptionFigures {
    /// The periods that the account paid for, without seats that were added to one and without renewals that an upgrade
    /// replaced before they began.
    let periods: [Purchase]
    /// The instants from which the periods count: where the customer paid late in billing grace that of the charge,
    /// otherwise the beginning of the period.
    let begins: [Instant]
    /// The ends of the periods as Apple first stated them, before it extended any; they decide the revenue of a month.
    let statedEnds: [Instant]
    /// The refunds of periods that Apple reversed, by the places of the periods, in the order of time.
    let undoneRefunds: [Int: [TransactionRecord.UndoneRefund]]
    /// The first request for a retention message in each period, by the places of the periods.
    let retentionRequests: [Int: Instant]
    /// The cell of the cohort in which the subscription began; `nil` without a period.
    let cohort: CohortKey?
    /// Everything that Apple signed about renewals, in the order of `RenewalEvidence`.
    let renewals: [RenewalEvidence]
    /// What it signed about the renewal at the end of a period, by that end, in the same order.
    let evidence: [Instant: [RenewalEvidence]]
    private let chain: Chain
    private let hasMoney: Bool

    /// Creates the figures of a chain.
    init(_ derived: DerivedChain, in environment: StoreEnvironment) {
        var periods: [Purchase] = []
        for purchase in derived.purchases {
            let snapshot = purchase.snapshot
            guard snapshot.kind == .autoRenewable, purchase.isPaid, snapshot.seats?.isAddition != true else { continue }
            if let last = periods.last, Self.isReplaced(purchase, by: last) { continue }
            periods.append(purchase)
        }
        let renewals = RenewalEvidence.all(of: derived.chain)
        self.periods = periods
        self.renewals = renewals
        self.begins = Self.begins(of: periods, renewals)
        self.statedEnds = Self.statedEnds(of: periods, renewals)
        self.undoneRefunds = Self.undoneRefunds(of: periods, in: derived.chain)
        self.retentionRequests = Self.firstRequests(derived.chain.retentionRequests, since: self.begins)
        self.cohort = Self.cohort(of: periods)
        self.chain = derived.chain
        self.hasMoney = environment == .production
        var evidence: [Instant: [RenewalEvidence]] = [:]
        for renewal in renewals {
            guard let end = renewal.renewalAt else { continue }
            evidence[end, default: []].append(renewal)
        }
        self.evidence = evidence
    }

    private static func begins(of periods: [Purchase], _ renewals: [RenewalEvidence]) -> [Instant] {
        let charges = RenewalCharges(renewals)
        return periods.map { period in
            guard period.snapshot.salePeriod == .renewal else { return period.begunAt }
            // Contradictory evidence could put the charge after the period.
            return max(period.begunAt, min(charges.instant(of: period.begunAt), period.endsAt))
        }
    }

    /// Returns the ends that Apple stated first while each period ran, in what it signed about renewals; where it
    /// signed nothing then, the ends in the transactions.
    private static func statedEnds(of periods: [Purchase], _ renewals: [RenewalEvidence]) -> [Instant] {
        periods.indices.map { place -> Instant in
            let period = periods[place]
            let next = place + 1 < periods.count ? periods[place + 1].begunAt : Instant(milliseconds: .max)
            var (low, high) = (0, renewals.count)
            while low < high {
                let middle = (low + high) / 2
                if renewals[middle].signedAt < period.begunAt { low = middle + 1 } else { high = middle }
            }
            for renewal in renewals[low...] {
                guard renewal.signedAt < next else { break }
                if let end = renewal.renewalAt, end > period.begunAt, end <= period.endsAt { return end }
            }
            return period.endsAt
        }
    }

    private static func undoneRefunds(
        of periods: [Purchase],
        in chain: Chain
    ) -> [Int: [TransactionRecord.UndoneRefund]] {
        guard chain.transactions.contains(where: { $0.snapshots.contains(where: \.isReversal) }) else { return [:] }
        var undone: [Int: [TransactionRecord.UndoneRefund]] = [:]
        for (place, period) in periods.enumerated() {
            let refunds = chain.undoneRefunds(of: period)
            if !refunds.isEmpty { undone[place] = refunds }
        }
        return undone
    }

    /// Returns the first request in each period; a period lasts until the next one begins.
    private static func firstRequests(_ requests: RetentionRequests, since begins: [Instant]) -> [Int: Instant] {
        var first: [Int: Instant] = [:]
        for instant in requests.instants {
            guard let place = begins.lastIndex(where: { $0 <= instant }), first[place] == nil else { continue }
            first[place] = instant
        }
        return first
    }

    /// Returns the cell for the beginning of periods, in the currency of the first price that is known.
    private static func cohort(of periods: [Purchase]) -> CohortKey? {
        guard let first = periods.first else { return nil }
        return CohortKey(
            product: first.snapshot.productID,
            month: CivilDay(of: first.begunAt).month,
            period: 0,
            currency: periods.lazy.compactMap { $0.snapshot.price?.currency }.first
        )
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

    /// Adds the figures of the periods from a place on to a tally; those of a period depend on the periods beside it.
    func add(to tally: inout FigureTally, from first: Int = 0) {
        let factor = tally.factor
        var walk = Walk(self.cohort)
        for place in self.periods.indices {
            let period = self.period(at: place)
            let end = self.end(of: place)
            tally.factor = place < first ? 0 : factor
            walk.begin(period, addingTo: &tally)
            if place >= first {
                self.addPeriod(period, until: end, to: &tally)
                self.addEnd(end, of: period, to: &tally)
                self.addRetention(at: place, end, of: period, to: &tally)
            }
            walk.end(period, end)
        }
        tally.factor = factor
    }

    private func period(at place: Int) -> Period {
        Period(
            self.periods[place],
            from: self.begins[place],
            statedEnd: self.statedEnds[place],
            hasMoney: self.hasMoney
        )
    }

    /// Returns the newest renewal snapshot if it is about the end of a period.
    func renewal(for period: Purchase) -> RenewalSnapshot? {
        let speaking = self.chain.renewals.filter { $0.renewalAt == period.endsAt }
        return speaking.max { $1.isNewer(than: $0) }
    }

    // MARK: Tally

    /// Adds the stocks of a period until it ends, except while a refund was in force that Apple reversed.
    private func addPeriod(_ period: Period, until end: End, to tally: inout FigureTally) {
        let stock = period.isTrial ? Figure.trials : .paid
        let spans = self.offSpans(of: period, until: end.at)
        for run in end.runs(from: period.begin) {
            tally.add(1, to: stock, during: run, period.group)
            tally.add(period.monthly, to: .recurring, during: run, period.group)
            for span in spans {
                let off = (from: max(run.from, span.from), to: min(run.to, span.to))
                tally.add(1, to: .canceled, during: off, period.group)
                tally.add(period.monthly, to: .recurringCanceled, during: off, period.group)
            }
        }
        for pause in end.pauses {
            tally.add(1, to: .endsRefunded, at: pause.from, period.group)
            tally.add(1, to: .returns, at: pause.to, period.group)
        }
    }

    /// Returns the spans of a period in which auto-renew was off.
    private func offSpans(of period: Period, until end: Instant) -> [(from: Instant, to: Instant)] {
        var spans: [(from: Instant, to: Instant)] = []
        var offSince: Instant?
        for renewal in self.evidence[period.purchase.endsAt] ?? [] {
            guard let isOn = renewal.autoRenew else { continue }
            if !isOn {
                offSince = offSince ?? renewal.signedAt
            } else if let since = offSince {
                spans.append((since, renewal.signedAt))
                offSince = nil
            }
        }
        if let offSince { spans.append((offSince, end)) }
        return spans
    }

    private func addEnd(_ end: End, of period: Period, to tally: inout FigureTally) {
        if let counted = end.counted { tally.add(1, to: counted.figure, at: counted.at, period.group) }
        if let grace = end.grace {
            tally.add(1, to: .grace, during: grace, period.group)
            tally.add(period.monthly, to: .recurringGrace, during: grace, period.group)
        }
        if let retry = end.retry { tally.add(1, to: .retry, during: retry, period.group) }
    }

    /// Adds the request for a retention message in a period, and whether the subscription went on after the period.
    private func addRetention(at place: Int, _ end: End, of period: Period, to tally: inout FigureTally) {
        guard let requestedAt = self.retentionRequests[place] else { return }
        let decided: (figure: Figure, at: Instant)
        if let counted = end.counted {
            decided = (.retentionLost, counted.at)
        } else {
            decided = (.retentionKept, place + 1 < self.begins.count ? self.begins[place + 1] : end.at)
        }
        // After the end, for example while the App Store tries to bill, there is nothing left to keep.
        guard requestedAt < decided.at else { return }
        tally.add(1, to: .retentionRequests, at: requestedAt, period.group)
        tally.add(1, to: decided.figure, at: decided.at, period.group)
    }
}
