extension Derivation {
    /// The result of one row of the table, or of an override of it.
    struct Verdict: Equatable {
        /// The row that applied.
        let row: Row
        /// The phase of the subscription.
        var phase: SubscriptionPhase
        /// Whether the phase gives access.
        var hasAccess: Bool
        /// The instant at which access ends.
        var until: Instant?
        /// The instant since which the phase applies.
        var since: Instant?
        /// The reason.
        var reason: SubscriptionState.Reason
        /// The period that gives access instead of a revoked one.
        var carrier: Purchase?
        /// The overrides that changed the row's own result.
        var overrides: [Override] = []
    }

    /// Returns the result of the first row that applies, with the overrides of Apple's status.
    func verdict(on latest: Purchase?, at now: Instant) -> Verdict {
        guard let latest else { return self.verdictWithoutTransaction(at: now) }
        if latest.isRevoked { return self.verdictOnRevoked(latest, at: now) }
        let verdict = self.verdictOnUnrevoked(latest, at: now)
        return self.overridden(verdict, latest: latest, at: now)
    }

    /// Returns the result of row 1: only a status that grants access gives access, and only until a date that Apple
    /// named.
    private func verdictWithoutTransaction(at now: Instant) -> Verdict {
        var until: Instant?
        switch self.countingStatus(for: nil)?.status {
        case .active?: until = self.renewal?.renewalAt
        case .gracePeriod?: until = self.gracePolicy.keepsInGrace ? self.renewal?.gracePeriodExpiresAt : nil
        default: until = nil
        }
        if let end = until, now >= end { until = nil }
        return Verdict(
            row: .unknown,
            phase: .unknown,
            hasAccess: until != nil,
            until: until,
            since: nil,
            reason: .transactionMissing
        )
    }

    /// Returns the result of rows 2 and 3.
    private func verdictOnRevoked(_ latest: Purchase, at now: Instant) -> Verdict {
        let carrier = self.periods
            .filter { period in
                period.key != latest.key && !period.isRevoked && period.begunAt <= now && now < period.endsAt
                    && !self.isSuperseded(period, at: now)
            }
            .max { ($0.endsAt, $0.begunAt) < ($1.endsAt, $1.begunAt) }
        if let carrier {
            return Verdict(
                row: .anotherPeriod,
                phase: .active,
                hasAccess: true,
                until: carrier.endsAt,
                since: self.run(to: carrier).last?.begunAt,
                reason: .paidByAnotherPeriod,
                carrier: carrier
            )
        }
        return Verdict(
            row: .revoked,
            phase: .revoked,
            hasAccess: false,
            until: nil,
            since: latest.snapshot.revocation?.revokedAt,
            reason: .revoked(latest.snapshot)
        )
    }

    /// Returns the result of rows 4 to 10, before Apple's status is applied.
    private func verdictOnUnrevoked(_ latest: Purchase, at now: Instant) -> Verdict {
        if now < latest.endsAt {
            return Verdict(
                row: .running,
                phase: .active,
                hasAccess: true,
                until: self.following(latest, at: now).endsAt,
                since: self.run(to: latest).last?.begunAt,
                reason: .paid
            )
        }
        // The missing period lies after the last known one; before that begins, it is no reason for access.
        if let missingUntil = self.missingUntil, now < missingUntil, !self.periods.contains(where: { $0.begunAt > now })
        {
            return Verdict(
                row: .transactionMissing,
                phase: .active,
                hasAccess: true,
                until: missingUntil,
                since: self.run(to: latest).last?.begunAt,
                reason: .transactionMissing
            )
        }
        let renewal = self.renewal(for: latest)
        let autoRenew = renewal.map(self.chain.autoRenew) ?? .unknown
        if let renewal, renewal.isInBillingRetry, autoRenew != .off {
            let overrides: [Override] = autoRenew == .offByRefundRequest ? [.refundRequestOpen] : []
            if let graceEnd = renewal.gracePeriodExpiresAt, now < graceEnd {
                return Verdict(
                    row: .grace,
                    phase: .grace,
                    hasAccess: self.gracePolicy.keepsInGrace,
                    until: self.gracePolicy.keepsInGrace ? graceEnd : nil,
                    since: latest.endsAt,
                    reason: .gracePeriod,
                    overrides: overrides
                )
            }
            if now < latest.endsAt + self.retryWindow(of: latest) {
                return self.retry(latest, row: .retry, renewal: renewal, overrides: overrides)
            }
        }
        if let renewal, renewal.expirationIntent != nil || renewal.autoRenew == false {
            return self.expired(latest, row: .ended, renewal: renewal)
        }
        if now < latest.endsAt + self.leeway {
            return self.overdue(latest, row: .overdue, until: latest.endsAt + self.leeway)
        }
        return Verdict(
            row: .unconfirmed,
            phase: .expired(isConfirmed: false),
            hasAccess: false,
            until: nil,
            since: latest.endsAt,
            reason: .unconfirmed
        )
    }

    /// Returns the result of rows 4 to 10 after Apple's status is applied.
    ///
    /// Only a revocation shortens paid time, and a status that grants access applies for one leeway only: soon after, a
    /// transaction or a renewal must confirm it.
    private func overridden(_ verdict: Verdict, latest: Purchase, at now: Instant) -> Verdict {
        guard let statement = self.countingStatus(for: latest) else { return verdict }
        var result = verdict
        switch statement.status {
        case .revoked:
            result.phase = .revoked
            result.hasAccess = false
            result.until = nil
            result.since = statement.statedAt
            result.reason = .revoked(latest.snapshot)
        case .expired where verdict.row != .running && verdict.row != .ended:
            result = self.expired(latest, row: verdict.row, renewal: self.renewal(for: latest))
        case .billingRetry where verdict.row != .running && verdict.row != .retry:
            guard now < latest.endsAt + self.retryWindow(of: latest) else { return verdict }
            let renewal = self.renewal(for: latest)
            result = self.retry(latest, row: verdict.row, renewal: renewal, overrides: verdict.overrides)
        case .active, .gracePeriod:
            guard verdict.row == .overdue || verdict.row == .unconfirmed, statement.statedAt > latest.endsAt,
                now < statement.statedAt + self.leeway
            else { return verdict }
            result = self.overdue(latest, row: verdict.row, until: statement.statedAt + self.leeway)
        default:
            return verdict
        }
        result.overrides.append(.status(statement, over: verdict.row))
        return result
    }

    private func retry(
        _ latest: Purchase,
        row: Row,
        renewal: RenewalSnapshot?,
        overrides: [Override]
    ) -> Verdict {
        Verdict(
            row: row,
            phase: .retry,
            hasAccess: self.gracePolicy.keepsInRetry,
            until: self.gracePolicy.keepsInRetry ? latest.endsAt + self.retryWindow(of: latest) : nil,
            since: max(latest.endsAt, renewal?.gracePeriodExpiresAt ?? latest.endsAt),
            reason: .billingRetry,
            overrides: overrides
        )
    }

    private func expired(_ latest: Purchase, row: Row, renewal: RenewalSnapshot?) -> Verdict {
        var reason = SubscriptionState.Reason.ended(intent: renewal?.expirationIntent)
        if let renewal, renewal.expirationIntent == nil {
            switch self.chain.autoRenew(in: renewal) {
            case .off: reason = .canceled
            case .offByRefundRequest: reason = .stoppedByRefundRequest
            case .on, .unknown: break
            }
        }
        return Verdict(
            row: row,
            phase: .expired(isConfirmed: true),
            hasAccess: false,
            until: nil,
            since: latest.endsAt,
            reason: reason
        )
    }

    private func overdue(_ latest: Purchase, row: Row, until: Instant) -> Verdict {
        Verdict(
            row: row,
            phase: .overdue,
            hasAccess: self.gracePolicy.keepsWhenOverdue,
            until: self.gracePolicy.keepsWhenOverdue ? until : nil,
            since: latest.endsAt,
            reason: .overdue
        )
    }
}

/// The rows of the derivation table, by their number; the first that applies decides.
package enum Row: Int, Hashable, Sendable, CaseIterable {
    /// No transaction is known.
    case unknown = 1
    /// The latest period is revoked, but another one runs.
    case anotherPeriod = 2
    /// The latest period is revoked.
    case revoked = 3
    /// The latest period runs.
    case running = 4
    /// A renewal proves that a transaction is missing.
    case transactionMissing = 5
    /// The grace period is running.
    case grace = 6
    /// The App Store is retrying the charge.
    case retry = 7
    /// Apple states that it ended, or that it would.
    case ended = 8
    /// The period is over, and no evidence has arrived within the leeway.
    case overdue = 9
    /// The period is over, and no evidence arrived for longer than the leeway.
    case unconfirmed = 10
}

/// Evidence outside the table's rows that changed a result.
package enum Override: Hashable, Sendable {
    /// Apple's status overrode a row of the table.
    case status(StatusEvidence, over: Row)
    /// Auto-renew that is off counted as on, because Apple switched it off for an open refund request.
    case refundRequestOpen

    /// The kind of the evidence, as a stable name for answers and events.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Apple's status overrode a row of the table.
        case status
        /// Auto-renew that is off counted as on.
        case refundRequestOpen = "refund_request_open"
    }

    /// The kind of the evidence.
    package var kind: Kind {
        switch self {
        case .status: .status
        case .refundRequestOpen: .refundRequestOpen
        }
    }
}
