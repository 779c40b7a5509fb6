/// One thing that somebody is told to do with goods, until he has certainly done it.
package struct FulfillmentCall: Hashable, Sendable {
    /// What is to be done.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Fulfill it.
        case fulfill
        /// Revoke goods.
        case revoke
        /// Give back what was taken.
        case restore
    }

    /// Why coins move by a call.
    static let reason = "refund"

    /// What is to be done.
    package let kind: Kind
    /// The call's number within the fulfillment, from 1.
    package let round: Int
    /// How much is revoked in all once it is done, in thousandths of a percent: a target, not a step.
    package let target: Int

    /// A call of these values.
    package init(kind: Kind, round: Int, target: Int) {
        self.kind = kind
        self.round = round
        self.target = target
    }

    /// The first fulfilling: always the same call, also after a refund that was undone.
    package static let first = Self(kind: .fulfill, round: 1, target: 0)

    /// The key by which whoever is told knows the same call again: it never changes, however often it is told.
    package func key(of id: FulfillmentID) -> String {
        self.round == 1 ? id.rawValue : "\(id.rawValue)-\(self.round)"
    }
}

/// What came of telling somebody what is to be done with goods.
package enum FulfillmentOutcome: Hashable, Sendable {
    /// It is done; so many coins could be revoked in all, where he said so.
    case confirmed(recovered: [String: Int]?)
    /// It has failed, for certain or not, and is tried again at an instant, or left to a person.
    case failed(DeliveryFailure, isCertain: Bool, retryAt: Instant?)
    /// Nobody was told, because this side could not; it is tried at an instant and counts as no attempt.
    case unsent(retryAt: Instant)
}

/// The right of one worker to tell somebody what is to be done with the goods of a fulfillment, for a while.
///
/// Two workers never hold one fulfillment: a lease that ran out, or was revoked, no longer says anything of it.
package struct FulfillmentLease: Hashable, Sendable {
    /// The fulfillment, being fulfilled or revoked.
    package let fulfillment: Fulfillment
    /// What is to be done.
    package let call: FulfillmentCall
    /// The number of the lease, which no other lease of this ledger has.
    package let number: Int64

    /// A lease of these values.
    package init(fulfillment: Fulfillment, call: FulfillmentCall, number: Int64) {
        self.fulfillment = fulfillment
        self.call = call
        self.number = number
    }
}

/// What one worker got when it asked for what is to be fulfilled.
package struct FulfillmentLeases: Hashable, Sendable {
    /// How long it takes until a fulfillment that cannot be read is looked at again.
    package static let putOff = Span.hours(1)

    /// The fulfillments that are this worker's for a while.
    package let leases: [FulfillmentLease]
    /// The fulfillments that cannot be read and were put off.
    package let unreadable: [FulfillmentID]

    /// What a worker got.
    package init(_ leases: [FulfillmentLease] = [], unreadable: [FulfillmentID] = []) {
        self.leases = leases
        self.unreadable = unreadable
    }

    /// How many there were.
    package var count: Int { self.leases.count + self.unreadable.count }
}
