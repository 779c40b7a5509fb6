/// The identifier of a grant.
package typealias GrantID = Identifier<Grant>

/// An entitlement that an operator or a shop granted to a customer.
package struct Grant: Hashable, Sendable {
    /// The revocation of a grant.
    package struct Revocation: Hashable, Sendable {
        /// The instant of the revocation.
        package let at: Instant
        /// The name of the operator or key that revoked the grant.
        package let by: String
        /// The reason, as free text.
        package let reason: String

        /// Creates a revocation with these values.
        package init(at: Instant, by: String, reason: String) {
            self.at = at
            self.by = by
            self.reason = reason
        }
    }

    /// The identifier.
    package let id: GrantID
    /// The entitlement.
    package let entitlement: EntitlementName
    /// The instant at which it begins.
    package let beginsAt: Instant
    /// The instant at which it ends; `nil` for a permanent grant.
    package let endsAt: Instant?
    /// The instant at which it was granted.
    package let grantedAt: Instant
    /// The name of the operator or key that granted it.
    package let grantedBy: String
    /// The reason, as free text.
    package let reason: String
    /// The revocation; `nil` while it is not revoked.
    package var revocation: Revocation?

    /// Creates a grant with these values.
    package init(
        id: GrantID,
        entitlement: EntitlementName,
        beginsAt: Instant,
        endsAt: Instant?,
        grantedAt: Instant,
        grantedBy: String,
        reason: String,
        revocation: Revocation? = nil
    ) {
        self.id = id
        self.entitlement = entitlement
        self.beginsAt = beginsAt
        self.endsAt = endsAt
        self.grantedAt = grantedAt
        self.grantedBy = grantedBy
        self.reason = reason
        self.revocation = revocation
    }

    /// The same grant without text that may contain personal data.
    package var redacted: Self {
        var grant = Self(
            id: self.id,
            entitlement: self.entitlement,
            beginsAt: self.beginsAt,
            endsAt: self.endsAt,
            grantedAt: self.grantedAt,
            grantedBy: self.grantedBy,
            reason: ""
        )
        grant.revocation = self.revocation.map { Revocation(at: $0.at, by: $0.by, reason: "") }
        return grant
    }

    /// The state of a grant at an instant.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// It has not begun.
        case queued
        /// It gives the entitlement.
        case active
        /// It is over.
        case ended
        /// It was revoked.
        case revoked
    }

    /// Returns its state at an instant.
    package func state(at now: Instant) -> State {
        if let revocation, revocation.at <= now { return .revoked }
        if now < self.beginsAt { return .queued }
        if let endsAt, endsAt <= now { return .ended }
        return .active
    }
}

extension Grant {
    /// Returns the entitlement that it gives at an instant.
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
            name: self.entitlement,
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

/// Reads entitlements that were granted by hand.
package protocol GrantReads {
    /// Returns all grants of a customer, by ascending identifier.
    func grants(of customer: CustomerID, app: AppName) throws -> [Grant]
}

/// Stores entitlements that were granted by hand.
package protocol GrantWrites {
    /// Stores a grant and publishes the resulting changes of entitlements.
    ///
    /// Returns `false` when the customer already has a grant with this identifier, which stays unchanged.
    func keep(_ grant: Grant, for customer: CustomerID, app: AppName, catalog: Catalog) throws -> Bool

    /// Revokes a grant and returns it as it is then; `nil` when the customer has none with this identifier.
    ///
    /// An earlier revocation stays unchanged.
    func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalog: Catalog
    ) throws -> Grant?
}
