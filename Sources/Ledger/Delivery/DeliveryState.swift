/// Where a delivery stands.
package enum DeliveryState: String, Hashable, Sendable, CaseIterable {
    /// It may not be handed over yet; the reason says what it waits for.
    case waiting
    /// It is to be handed over.
    case due
    /// Somebody is being told to hand it over, and has not answered for certain.
    case delivering
    /// It was handed over.
    case confirmed
    /// Handing it over has failed so long that a person decides.
    case parked
    /// Nothing is to be handed over; the reason says why.
    case cancelled
    /// Some of what was handed over is to be taken back.
    case takeBackDue = "take_back_due"
    /// Somebody is being told to take it back, and has not answered for certain.
    case takingBack = "taking_back"
    /// It was handed over and taken back, as much of it as was wanted.
    case takenBack = "taken_back"
    /// Taking it back has failed so long that a person decides.
    case takeBackParked = "take_back_parked"

    /// Whether somebody may be doing it just now, so that it is not known what has happened.
    package var isInCall: Bool { self == .delivering || self == .takingBack }

    /// Whether the goods were with the customer, however much of them was taken back since.
    package var wasHandedOver: Bool {
        switch self {
        case .confirmed, .takeBackDue, .takingBack, .takenBack, .takeBackParked: true
        case .waiting, .due, .delivering, .parked, .cancelled: false
        }
    }

    /// Whether something is left to be done, or to be waited for, before what was paid for is with the customer.
    package var isOpen: Bool {
        switch self {
        case .waiting, .due, .delivering, .parked: true
        case .confirmed, .cancelled, .takeBackDue, .takingBack, .takenBack, .takeBackParked: false
        }
    }
}

/// Why a delivery waits, is parked, or is cancelled.
package enum DeliveryReason: String, Hashable, Sendable, CaseIterable {
    /// An app handed in what was signed long ago, and Apple has not said since that it stands.
    case unconfirmed
    /// Nobody owns the purchase.
    case unclaimed
    /// A refund of it was reported that Apple did not sign, and the catalog has nothing handed over meanwhile.
    case refundReported = "refund_reported"
    /// The purchase was refunded or withdrawn before.
    case refunded
    /// It was made before this server delivered, and nothing has released it.
    case elsewhere
    /// The Sandbox policy gives nothing for it.
    case sandbox
    /// The customer has had all that the Sandbox policy gives in a day.
    case sandboxLimit = "sandbox_limit"
    /// Somebody else has paid, and what is shared brings no goods.
    case notPaid = "not_paid"
    /// Another delivery stands for the same purchase.
    case twin
    /// The transaction names a quantity that no purchase has.
    case quantity
    /// The goods are more than can be counted.
    case uncountable
    /// It has failed for too long.
    case failing
    /// A person or the shop said so.
    case byHand = "by_hand"
}

/// Whether an app is to finish a transaction with StoreKit.
package enum DeliveryFinish: String, Hashable, Sendable, CaseIterable {
    /// It is recorded, and nothing is left to be handed over.
    case yes
    /// Something is left to be handed over or waited for; StoreKit is to offer it again.
    case no
    /// It was confirmed before it was handed in.
    case already

    /// The answer about several purchases at once: `no` while one of them is open, `already` when all of them were before.
    package static func joined(_ answers: [Self]) -> Self? {
        if answers.contains(.no) { return .no }
        return answers.contains(.yes) ? .yes : answers.first
    }

    /// The answer to what was submitted at an instant, by the deliveries of its purchase.
    package init(_ deliveries: [Delivery], submittedAt: Instant, wasSubmittedBefore: Bool) {
        guard !deliveries.contains(where: \.state.isOpen) else {
            self = .no
            return
        }
        let confirmed = deliveries.compactMap(\.confirmedAt)
        let wasBefore = confirmed.isEmpty ? wasSubmittedBefore : confirmed.contains { $0 < submittedAt }
        self = wasBefore ? .already : .yes
    }
}
