extension Derivation {
    /// Returns the complete state at an instant.
    func state(at now: Instant) -> SubscriptionState {
        var state = self.stateWithoutNextChange(at: now)
        state.nextChangeAt = self.nextChange(after: now, from: state)
        return state
    }

    /// Returns the next instant at which the state differs from this one, which is the current one, without new
    /// evidence.
    func nextChange(after now: Instant, from state: SubscriptionState) -> Instant? {
        self.turningPoints.filter { $0 > now }.sorted().first { instant in
            self.stateWithoutNextChange(at: instant) != state
        }
    }

    /// Returns the state at an instant, without the instant of its next change.
    func stateWithoutNextChange(at now: Instant) -> SubscriptionState {
        let latest = self.latest(at: now)
        let verdict = self.verdict(on: latest, at: now)
        let following = verdict.row == .running ? latest.map { self.following($0, at: now).periods } ?? [] : []
        let speaking = self.renewalSpeaking(for: following.last ?? latest)
        let willRenew = self.willRenew(verdict, renewal: speaking)
        let isMissing = verdict.row == .unknown || verdict.row == .transactionMissing
        let restsOn = [verdict.carrier ?? latest].compactMap { $0 } + following
        let commitment = latest?.snapshot.commitment
        let renews = willRenew == .yes || willRenew == .needsConsent
        return SubscriptionState(
            phase: verdict.phase,
            row: verdict.row,
            hasAccess: verdict.hasAccess,
            until: verdict.until,
            since: verdict.since,
            reason: verdict.reason,
            expirationIntent: speaking?.expirationIntent,
            revocation: verdict.phase == .revoked ? latest?.snapshot.revocation : nil,
            productID: isMissing ? self.renewal?.productID ?? latest?.snapshot.productID : latest?.snapshot.productID,
            transactionID: latest?.transactionIDs.first,
            owningTransactionID: (isMissing ? self.periods.last : latest)?.transactionIDs.first,
            transactionIDs: restsOn.flatMap(\.transactionIDs),
            willRenew: willRenew,
            renewStatus: speaking.map(self.chain.autoRenew) ?? .unknown,
            renewStatusChangedAt: speaking.flatMap(self.renewStatusChangedAt),
            lastRenewalAt: self.lastRenewalAt(latest),
            nextRenewalAt: renews ? speaking?.renewalAt.flatMap { $0 > now ? $0 : nil } : nil,
            nextProductID: renews ? speaking?.autoRenewProductID ?? speaking?.productID : nil,
            nextPrice: renews ? speaking?.price : nil,
            offer: latest?.snapshot.offer,
            nextOffer: renews ? speaking?.offer : nil,
            willRenewPeriod: commitment == nil ? nil : willRenew,
            willRenewCommitment: commitment == nil ? nil : self.willRenewCommitment(verdict, renewal: speaking),
            commitmentUntil: commitment?.expiresAt,
            seats: latest.flatMap { self.seats(of: $0, at: now, renewal: renews ? speaking : nil) },
            overrides: verdict.overrides,
            heals: self.heals(verdict, latest: latest, willRenew: willRenew),
            nextChangeAt: nil
        )
    }

    // MARK: The next renewal

    /// Returns the renewal snapshot that determines what follows the last known period: the one that applies to it, or
    /// to a later one whose transaction is missing.
    private func renewalSpeaking(for last: Purchase?) -> RenewalSnapshot? {
        guard let last, self.missingUntil == nil else { return self.renewal }
        return self.renewal(for: last)
    }

    /// Returns the instant at which auto-renew was last switched; `nil` also where it differs from the last dated
    /// change.
    private func renewStatusChangedAt(_ renewal: RenewalSnapshot) -> Instant? {
        guard let changedAt = renewal.renewStatusChangedAt, let autoRenew = renewal.autoRenew else { return nil }
        let isOver = self.chain.earlierRenewals.contains { word in
            word.originalTransactionID == renewal.originalTransactionID && word.signedAt > changedAt
                && word.autoRenew == !autoRenew
        }
        return isOver ? nil : changedAt
    }

    private func willRenew(_ verdict: Verdict, renewal: RenewalSnapshot?) -> WillRenew {
        switch verdict.phase {
        case .revoked, .expired(isConfirmed: true): return .no
        case .expired(isConfirmed: false): return .unknown
        case .active where verdict.row == .anotherPeriod: return .no
        case .unknown, .active, .grace, .retry, .overdue: break
        }
        guard let renewal else { return .unknown }
        switch self.chain.autoRenew(in: renewal) {
        case .on: return renewal.priceIncreaseStatus == 0 ? .needsConsent : .yes
        case .off, .offByRefundRequest: return .no
        case .unknown: return .unknown
        }
    }

    private func willRenewCommitment(_ verdict: Verdict, renewal: RenewalSnapshot?) -> WillRenew {
        switch verdict.phase {
        case .revoked, .expired(isConfirmed: true): return .no
        default: break
        }
        switch renewal?.commitment?.willRenew {
        case true?: return .yes
        case false?: return .no
        case nil: return .unknown
        }
    }

    /// Returns the beginning of the newest renewal up to a period; older evidence does not identify renewals, so any
    /// later period counts.
    private func lastRenewalAt(_ latest: Purchase?) -> Instant? {
        guard let latest else { return nil }
        let isRenewal = { (period: Purchase) in
            period.snapshot.reason.map { $0 == .renewal } ?? (period.key != self.periods.first?.key)
        }
        return self.periods.last { !Purchase.precedes(latest, $0) && isRenewal($0) }?.begunAt
    }

    // MARK: Checks with Apple

    private func heals(_ verdict: Verdict, latest: Purchase?, willRenew: WillRenew) -> [HealingRequest] {
        var heals: [HealingRequest] = []
        let known = [latest?.newestSignedAt, self.renewal?.signedAt, self.status?.statedAt].compactMap { $0 }
        let newestEvidenceAt = known.max() ?? self.periods.last?.newestSignedAt ?? Instant(milliseconds: 0)
        if verdict.row == .unknown || self.missingUntil != nil || self.periods.last.map(self.lacksSuccessor) == true {
            heals.append(HealingRequest(reason: .transactionMissing, schedule: .at([newestEvidenceAt])))
        }
        for case .status(let statement, _) in verdict.overrides {
            heals.append(HealingRequest(reason: .statusOverride, schedule: .at([statement.statedAt])))
        }
        switch (verdict.phase, latest) {
        case (.overdue, let latest?):
            let instants = [1, 5, 30].map { latest.endsAt + .minutes($0) }
            heals.append(HealingRequest(reason: .overdue, schedule: .at(instants)))
        case (.expired(isConfirmed: false), let latest?):
            let until = latest.endsAt + .days(60)
            let schedule = HealingRequest.Schedule.daily(from: latest.endsAt + self.leeway, until: until)
            heals.append(HealingRequest(reason: .expiredUnconfirmed, schedule: schedule))
        default:
            if willRenew == .unknown {
                let patientAt = newestEvidenceAt + HealingRequest.patience
                heals.append(HealingRequest(reason: .statusUnknown, schedule: .at([patientAt])))
            }
        }
        return heals
    }

    // MARK: Changes by time

    /// Every instant at which a condition of the table can change, or a period can end.
    var turningPoints: Set<Instant> {
        var points: Set<Instant> = []
        for period in self.periods {
            points.insert(period.begunAt)
            if period.snapshot.isUpgraded { points.insert(period.newestSignedAt) }
            for span in [Span.zero, self.leeway, self.retryWindow(of: period)] {
                points.insert(period.endsAt + span)
            }
        }
        if let renewal = self.renewal {
            points.formUnion([renewal.renewalAt, renewal.gracePeriodExpiresAt].compactMap { $0 })
        }
        if let status = self.status { points.insert(status.statedAt + self.leeway) }
        return points
    }
}
