/// Where a fulfillment stands.
package enum FulfillmentState: String, Hashable, Sendable, CaseIterable {
    /// It may not be fulfilled yet; the reason says what it waits for.
    case waiting
    /// It is to be fulfilled.
    case due
    /// Somebody is being told to fulfill it, and has not answered for certain.
    case fulfilling
    /// It was fulfilled.
    case confirmed
    /// Fulfilling it has failed so long that a person decides.
    case suspended
    /// Nothing is to be fulfilled; the reason says why.
    case canceled
    /// Some of what was fulfilled is to be revoked.
    case revocationDue = "revocation_due"
    /// Somebody is being told to revoke it, and has not answered for certain.
    case revoking
    /// It was fulfilled and revoked, as much of it as was wanted.
    case revoked
    /// Revoking it has failed so long that a person decides.
    case revocationSuspended = "revocation_suspended"

    /// Whether somebody may be doing it just now, so that it is not known what has happened.
    package var isInCall: Bool { self == .fulfilling || self == .revoking }

    /// Whether the goods were with the customer, however much of them was revoked since.
    package var wasFulfilled: Bool {
        switch self {
        case .confirmed, .revocationDue, .revoking, .revoked, .revocationSuspended: true
        case .waiting, .due, .fulfilling, .suspended, .canceled: false
        }
    }

    /// Whether something is left to be done, or to be waited for, before what was paid for is with the customer.
    package var isOpen: Bool {
        switch self {
        case .waiting, .due, .fulfilling, .suspended: true
        case .confirmed, .canceled, .revocationDue, .revoking, .revoked, .revocationSuspended: false
        }
    }
}

/// Why a fulfillment waits, is suspended, or is canceled.
package enum FulfillmentReason: String, Hashable, Sendable, CaseIterable {
    /// An app submitted what was signed long ago, and Apple has not said since that it stands.
    case unconfirmed
    /// Nobody owns the purchase.
    case unclaimed
    /// A refund of it was reported that Apple did not sign, and the catalog has nothing fulfilled meanwhile.
    case refundReported = "refund_reported"
    /// The purchase was refunded or withdrawn before.
    case refunded
    /// It was made before this server fulfilled, and nothing has released it.
    case elsewhere
    /// The Sandbox policy gives nothing for it.
    case sandbox
    /// The customer has had all that the Sandbox policy gives in a day.
    case sandboxLimit = "sandbox_limit"
    /// Somebody else has paid, and what is shared brings no goods.
    case notPaid = "not_paid"
    /// Another fulfillment stands for the same purchase.
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
package enum FulfillmentFinish: String, Hashable, Sendable, CaseIterable {
    /// It is recorded, and nothing is left to be fulfilled.
    case yes
    /// Something is left to be fulfilled or waited for; StoreKit is to offer it again.
    case no
    /// It was confirmed before it was submitted.
    case already

    /// The answer about several purchases at once: `no` while one of them is open, `already` when all of them were
    /// before.
    package static func joined(_ answers: [Self]) -> Self? {
        if answers.contains(.no) { return .no }
        return answers.contains(.yes) ? .yes : answers.first
    }

    /// The answer to what was submitted at an instant, by the fulfillments of its purchase.
    package init(_ fulfillments: [Fulfillment], submittedAt: Instant, wasSubmittedBefore: Bool) {
        guard !fulfillments.contains(where: \.state.isOpen) else {
            self = .no
            return
        }
        let confirmed = fulfillments.compactMap(\.confirmedAt)
        let wasBefore = confirmed.isEmpty ? wasSubmittedBefore : confirmed.contains { $0 < submittedAt }
        self = wasBefore ? .already : .yes
    }
}
