extension SubscriptionFigures {
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
        /// The spans before the end in which a refund was in force that Apple reversed while the period ran.
        var pauses: [(from: Instant, to: Instant)] = []

        /// Returns the spans in which a period runs that counts from an instant.
        func runs(from begin: Instant) -> [(from: Instant, to: Instant)] {
            guard !self.pauses.isEmpty else { return [(begin, self.at)] }
            let begins = [begin] + self.pauses.map { $0.to }
            let ends = self.pauses.map { $0.from } + [self.at]
            return zip(begins, ends).map { (from: $0, to: $1) }
        }
    }

    /// The maximum time between the end of a period and a renewal that follows it without a gap.
    private static let tolerance = Span.hours(1)

    /// Returns how a period ends.
    func end(of place: Int) -> End {
        var end = self.endWithoutReversals(of: place)
        for undone in self.undoneRefunds[place] ?? [] {
            // A refund at the end or after it did not end the period, unless nothing followed.
            let refundedAt = undone.refund.revokedAt
            guard refundedAt < end.at || refundedAt == end.at && end.counted != nil else { break }
            let pausedAt = max(self.begins[place], refundedAt)
            guard undone.reversedAt < end.at else {
                return End(at: pausedAt, counted: (.endsRefunded, pausedAt), pauses: end.pauses)
            }
            if pausedAt < undone.reversedAt { end.pauses.append((pausedAt, undone.reversedAt)) }
        }
        return end
    }

    /// Returns how a period ends where no refund of it was reversed.
    private func endWithoutReversals(of place: Int) -> End {
        let (period, begin) = (self.periods[place], self.begins[place])
        let next = place + 1 < self.periods.count ? self.periods[place + 1] : nil
        let nextBegin = next == nil ? Instant(milliseconds: .max) : self.begins[place + 1]
        let revokedAt = period.snapshot.revocation.map(\.revokedAt)
        let ownEnd = max(begin, min(period.endsAt, revokedAt ?? period.endsAt))
        if let next {
            if nextBegin <= ownEnd { return End(at: max(begin, nextBegin)) }
            let isNear = next.begunAt - ownEnd <= Self.tolerance
            // A refund after the period's end cannot have ended it.
            let isWhole = revokedAt.map { $0 > period.endsAt } ?? true
            if isNear, isWhole, next.snapshot.salePeriod == .renewal {
                guard next.begunAt < nextBegin else { return End(at: nextBegin) }
                // The customer paid in billing grace, so access never ended.
                return End(at: ownEnd, grace: (ownEnd, nextBegin))
            }
        }
        var end = End(at: ownEnd)
        if let revokedAt, revokedAt <= period.endsAt {
            end.counted = (.endsRefunded, ownEnd)
            return end
        }
        let isRecovered = next.map { self.isRecovery($0, of: period, after: ownEnd) } ?? false
        let reason = isRecovered ? Figure.endsBilling : self.reason(for: period, isFollowed: next != nil)
        // What Apple stated before it could bill the renewal after all is void.
        let stoppedAt = isRecovered ? nil : self.stoppedAt(after: period)
        let latest = min(nextBegin, stoppedAt ?? nextBegin)
        let graceEnd = max(ownEnd, min(self.graceEnd(after: period) ?? ownEnd, latest))
        if ownEnd < graceEnd { end.grace = (ownEnd, graceEnd) }
        if isRecovered, graceEnd == nextBegin { return end }
        end.counted = (reason, graceEnd)
        end.isRecovered = isRecovered
        guard reason == .endsBilling else { return end }
        let retryEnd = min(period.endsAt + period.retryWindow(self.renewal(for: period)), latest)
        if graceEnd < retryEnd { end.retry = (graceEnd, retryEnd) }
        return end
    }

    /// Returns whether a purchase after an end is a renewal that the App Store could bill; one that only follows from
    /// its place in the chain must begin while the App Store tries.
    private func isRecovery(_ next: Purchase, of period: Purchase, after end: Instant) -> Bool {
        guard next.snapshot.salePeriod == .renewal else { return false }
        return next.snapshot.reason != nil || next.begunAt - end <= period.retryWindow(self.renewal(for: period))
    }

    // MARK: Reasons

    /// Returns the figure that counts the end of a period after which no renewal followed.
    private func reason(for period: Purchase, isFollowed: Bool) -> Figure {
        let renewal = self.renewal(for: period)
        let isOff = renewal?.autoRenew == false
        switch renewal?.expirationIntent {
        case 1?: return isOff && self.hasFailed(period) ? .endsBilling : .endsVoluntary
        case 2?: return .endsBilling
        case 3?: return .endsPriceIncrease
        case .some: return .endsOther
        case nil: break
        }
        if renewal?.isInBillingRetry == true { return isOff && !self.hasFailed(period) ? .endsVoluntary : .endsBilling }
        let graceEnd = self.graceEnd(after: period)
        let known = self.settings(of: period).last { $0.signedAt <= graceEnd ?? period.endsAt }
        if known?.isOn == false { return .endsVoluntary }
        return graceEnd != nil || isFollowed && self.hasFailed(period) ? .endsBilling : .endsOther
    }

    /// Returns whether a period ended because a payment failed, whatever the customer chose later: billing grace ran
    /// out, or without grace auto-renew was still on after the end.
    private func hasFailed(_ period: Purchase) -> Bool {
        let settings = self.settings(of: period).filter { $0.signedAt > period.endsAt }
        guard let graceEnd = self.graceEnd(after: period) else { return settings.first?.isOn == true }
        return settings.allSatisfy { $0.isOn || $0.signedAt > graceEnd }
    }

    /// Returns the instant at which Apple first signed, after a period's end, that it no longer tries to bill the
    /// renewal; `nil` where it may still try.
    private func stoppedAt(after period: Purchase) -> Instant? {
        let renewal = self.renewal(for: period)
        guard renewal?.isInBillingRetry != true else { return nil }
        let offAt = self.settings(of: period).first { !$0.isOn && $0.signedAt > period.endsAt }?.signedAt
        // While it tries, Apple states the reason of the coming end too.
        let endedAt = renewal?.expirationIntent == nil ? nil : renewal.map { max(period.endsAt, $0.signedAt) }
        return [offAt, endedAt].compactMap(\.self).min()
    }

    private func graceEnd(after period: Purchase) -> Instant? {
        self.evidence[period.endsAt]?.compactMap(\.gracePeriodExpiresAt).filter { $0 > period.endsAt }.max()
    }

    /// Returns what Apple signed about auto-renew at the end of a period, in order.
    private func settings(of period: Purchase) -> [(signedAt: Instant, isOn: Bool)] {
        (self.evidence[period.endsAt] ?? []).compactMap { renewal in
            renewal.autoRenew.map { (signedAt: renewal.signedAt, isOn: $0) }
        }
    }
}
