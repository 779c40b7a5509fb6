/// One operation on goods, which the fulfiller is asked to carry out until it certainly has.
package struct FulfillmentCall: Hashable, Sendable {
    /// The operation.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Fulfill the goods.
        case fulfill
        /// Revoke goods.
        case revoke
        /// Restore revoked goods.
        case restore
    }

    /// The reason of the wallet movements that a call causes.
    static let reason = "refund"

    /// The operation.
    package let kind: Kind
    /// The call's number within the fulfillment, from 1.
    package let round: Int
    /// The share that is revoked in all once the call is done, in thousandths of a percent: a target, not a step.
    package let target: Int

    /// Creates a call with these values.
    package init(kind: Kind, round: Int, target: Int) {
        self.kind = kind
        self.round = round
        self.target = target
    }

    /// The first fulfilling: always the same call, also after the reversal of a refund.
    package static let first = Self(kind: .fulfill, round: 1, target: 0)

    /// Returns the key by which the fulfiller recognizes a repeated call; it is the same for every attempt.
    package func key(of id: FulfillmentID) -> String {
        self.round == 1 ? id.rawValue : "\(id.rawValue)-\(self.round)"
    }
}

/// The result of a call to the fulfiller.
package enum FulfillmentOutcome: Hashable, Sendable {
    /// The call was carried out; `recovered` is the number of coins that could be revoked in all, if the fulfiller
    /// stated it.
    case confirmed(recovered: [String: Int]?)
    /// The call failed, certainly or not.
    ///
    /// It is retried at an instant, or suspended without one.
    case failed(DeliveryFailure, isCertain: Bool, retryAt: Instant?)
    /// The server could not send the call.
    ///
    /// It tries again at an instant, and the attempt does not count.
    case unsent(retryAt: Instant)
}

/// A worker's lease on sending the call of a fulfillment to the fulfiller.
///
/// Two workers never hold the lease of one fulfillment: a lease that has expired or was revoked records nothing any
/// more.
package struct FulfillmentLease: Hashable, Sendable {
    /// The fulfillment, in a call.
    package let fulfillment: Fulfillment
    /// The call.
    package let call: FulfillmentCall
    /// The number of the lease, unique in this ledger.
    package let number: Int64

    /// Creates a lease with these values.
    package init(fulfillment: Fulfillment, call: FulfillmentCall, number: Int64) {
        self.fulfillment = fulfillment
        self.call = call
        self.number = number
    }
}

/// The leases that a worker gets from one request for due fulfillments.
package struct FulfillmentLeases: Hashable, Sendable {
    /// The time until an unreadable fulfillment is due again.
    package static let putOff = Span.hours(1)

    /// The leased fulfillments.
    package let leases: [FulfillmentLease]
    /// The fulfillments that could not be read and were postponed.
    package let unreadable: [FulfillmentID]

    /// Creates the result of a request.
    package init(_ leases: [FulfillmentLease] = [], unreadable: [FulfillmentID] = []) {
        self.leases = leases
        self.unreadable = unreadable
    }

    /// The number of fulfillments in the result.
    package var count: Int { self.leases.count + self.unreadable.count }
}
