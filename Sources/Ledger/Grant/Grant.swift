/// The name of a grant, by which it can be revoked.
package typealias GrantID = Identifier<Grant>

/// An entitlement that an operator or a shop gave to a customer by hand.
package struct Grant: Hashable, Sendable {
    /// That a grant was revoked.
    package struct Revocation: Hashable, Sendable {
        /// When.
        package let at: Instant
        /// Who did it: an operator or a key, by name.
        package let by: String
        /// Why, in his words.
        package let reason: String

        /// A revocation of these values.
        package init(at: Instant, by: String, reason: String) {
            self.at = at
            self.by = by
            self.reason = reason
        }
    }

    /// Its name.
    package let id: GrantID
    /// The entitlement.
    package let entitlement: EntitlementName
    /// When it begins.
    package let beginsAt: Instant
    /// When it ends; `nil` for good.
    package let endsAt: Instant?
    /// When it was given.
    package let grantedAt: Instant
    /// Who gave it: an operator or a key, by name.
    package let grantedBy: String
    /// Why, in his words.
    package let reason: String
    /// That it was revoked.
    package var revocation: Revocation?

    /// A grant of these values.
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

    /// The same grant without the words that may speak of a person.
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

    /// What becomes of a grant at an instant.
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

    /// What has become of it at an instant.
    package func state(at now: Instant) -> State {
        if let revocation, revocation.at <= now { return .revoked }
        if now < self.beginsAt { return .queued }
        if let endsAt, endsAt <= now { return .ended }
        return .active
    }
}

extension Grant {
    /// What it says of its entitlement at an instant.
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

/// Keeps what was granted by hand.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol GrantRepository: Sendable {
    /// Keeps a grant and tells what it makes of the customer's entitlements; `false` when one of this name is known for
    /// him already, which then stays as it is.
    func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool

    /// Takes a grant back and returns it as it is then, or `nil` when the customer has none of this name. One that was
    /// revoked stays as it is.
    func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalog: Catalog
    ) async throws(RepositoryError) -> Grant?

    /// Everything that a customer was granted, by ascending name.
    func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant]
}
