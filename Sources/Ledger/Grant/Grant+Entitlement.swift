extension Grant {
    /// What it says of its right at an instant.
    func entitlement(at now: Instant) -> Entitlement {
        let state = self.state(at: now)
        let answer: (state: Entitlement.State, reason: SubscriptionState.Reason, since: Instant?) =
            switch state {
            case .queued: (.queued, .granted, nil)
            case .active: (.active, .granted, self.beginsAt)
            case .ended: (.expired, .ended, self.endsAt)
            case .revoked: (.revoked, .grantRevoked, self.revocation?.at)
            }
        return Entitlement(
            right: self.right,
            isActive: state == .active,
            since: answer.since,
            until: state == .active ? self.endsAt : nil,
            willRenew: .no,
            state: answer.state,
            reason: answer.reason,
            environment: .production,
            kind: nil,
            productID: nil,
            transactionIDs: [],
            subscription: nil,
            isPaid: false
        )
    }
}
