/// One thing that somebody is told to do with goods, until he has certainly done it.
package struct DeliveryCall: Hashable, Sendable {
    /// What is to be done.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Hand the goods over.
        case handOver = "deliver"
        /// Take goods back.
        case takeBack = "take_back"
        /// Give back what was taken.
        case handBack = "give_back"
    }

    /// Why coins move by a call.
    static let reason = "refund"

    /// What is to be done.
    package let kind: Kind
    /// The call's number within the delivery, from 1.
    package let round: Int
    /// How much is taken back in all once it is done, in thousandths of a percent: a target, not a step.
    package let target: Int

    /// A call of these values.
    package init(kind: Kind, round: Int, target: Int) {
        self.kind = kind
        self.round = round
        self.target = target
    }

    /// The first handing over: always the same call, also after a refund that was undone.
    package static let first = Self(kind: .handOver, round: 1, target: 0)

    /// The key by which whoever is told knows the same call again: it never changes, however often it is told.
    package func key(of id: DeliveryID) -> String {
        self.round == 1 ? id.rawValue : "\(id.rawValue)-\(self.round)"
    }
}

/// What came of telling somebody what is to be done with goods.
package enum DeliveryOutcome: Hashable, Sendable {
    /// It is done; so many coins could be taken back in all, where he said so.
    case confirmed(recovered: [String: Int]?)
    /// It has failed, for certain or not, and is tried again at an instant, or left to a person.
    case failed(DeliveryFailure, isCertain: Bool, retryAt: Instant?)
    /// Nobody was told, because this side could not; it is tried at an instant and counts as no attempt.
    case untold(retryAt: Instant)
}

/// The right of one worker to tell somebody what is to be done with the goods of a delivery, for a while.
///
/// Two workers never hold one delivery: a lease that ran out, or was taken back, no longer says anything of it.
package struct DeliveryLease: Hashable, Sendable {
    /// The delivery, being delivered or taken back.
    package let delivery: Delivery
    /// What is to be done.
    package let call: DeliveryCall
    /// The number of the lease, which no other lease of these books has.
    package let number: Int64

    /// A lease of these values.
    package init(delivery: Delivery, call: DeliveryCall, number: Int64) {
        self.delivery = delivery
        self.call = call
        self.number = number
    }
}

/// What one worker got when it asked for what is to be handed over.
package struct DeliveryLeases: Hashable, Sendable {
    /// How long it takes until a delivery that cannot be read is looked at again.
    package static let putOff = Span.hours(1)

    /// The deliveries that are this worker's for a while.
    package let leases: [DeliveryLease]
    /// The deliveries that cannot be read and were put off.
    package let unreadable: [DeliveryID]

    /// What a worker got.
    package init(_ leases: [DeliveryLease] = [], unreadable: [DeliveryID] = []) {
        self.leases = leases
        self.unreadable = unreadable
    }

    /// How many there were.
    package var count: Int { self.leases.count + self.unreadable.count }
}
