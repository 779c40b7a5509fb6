/// The name of a grant, by which it can be taken back.
package typealias GrantID = Identifier<Grant>

/// A right that an operator or a shop gave to a customer by hand.
package struct Grant: Hashable, Sendable {
    /// That a grant was taken back.
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
    /// The right.
    package let right: RightName
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
    /// That it was taken back.
    package var revocation: Revocation?

    /// A grant of these values.
    package init(
        id: GrantID,
        right: RightName,
        beginsAt: Instant,
        endsAt: Instant?,
        grantedAt: Instant,
        grantedBy: String,
        reason: String,
        revocation: Revocation? = nil
    ) {
        self.id = id
        self.right = right
        self.beginsAt = beginsAt
        self.endsAt = endsAt
        self.grantedAt = grantedAt
        self.grantedBy = grantedBy
        self.reason = reason
        self.revocation = revocation
    }

    /// The same grant without the words that may speak of a person.
    package var wordless: Self {
        var grant = Self(
            id: self.id,
            right: self.right,
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
        /// It gives the right.
        case active
        /// It is over.
        case ended
        /// It was taken back.
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
