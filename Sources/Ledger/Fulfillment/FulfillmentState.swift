/// The state of a fulfillment.
package enum FulfillmentState: String, Hashable, Sendable, CaseIterable {
    /// It may not be fulfilled yet; the reason states what it waits for.
    case waiting
    /// It is due to be fulfilled.
    case due
    /// A call to fulfill it is in progress and has no certain answer.
    case fulfilling
    /// It was fulfilled.
    case confirmed
    /// The call to fulfill it has failed for too long; an operator decides.
    case suspended
    /// It is not to be fulfilled; the reason states why.
    case canceled
    /// Some of the fulfilled goods are due to be revoked.
    case revocationDue = "revocation_due"
    /// A call to revoke the goods is in progress and has no certain answer.
    case revoking
    /// It was fulfilled, and the demanded share was revoked.
    case revoked
    /// The call to revoke the goods has failed for too long; an operator decides.
    case revocationSuspended = "revocation_suspended"

    /// Whether a call may be in progress, so that its result is unknown.
    package var isInCall: Bool { self == .fulfilling || self == .revoking }

    /// Whether the goods were fulfilled, regardless of how much of them was revoked later.
    package var wasFulfilled: Bool {
        switch self {
        case .confirmed, .revocationDue, .revoking, .revoked, .revocationSuspended: true
        case .waiting, .due, .fulfilling, .suspended, .canceled: false
        }
    }

    /// Whether something is left to do or to wait for before the goods are fulfilled.
    package var isOpen: Bool {
        switch self {
        case .waiting, .due, .fulfilling, .suspended: true
        case .confirmed, .canceled, .revocationDue, .revoking, .revoked, .revocationSuspended: false
        }
    }
}

/// The reason why a fulfillment waits, is suspended or is canceled.
package enum FulfillmentReason: String, Hashable, Sendable, CaseIterable {
    /// An app submitted a purchase long after Apple signed it, and Apple has not confirmed it since.
    case unconfirmed
    /// The purchase has no owner.
    case unclaimed
    /// A refund is reported that Apple did not sign, and the catalog stops fulfillment meanwhile.
    case refundReported = "refund_reported"
    /// The purchase was refunded or revoked before it was fulfilled.
    case refunded
    /// The purchase was made before this server began to fulfill, and has not been released.
    case elsewhere
    /// The Sandbox policy gives nothing for the purchase.
    case sandbox
    /// The customer has received the maximum that the Sandbox policy gives in a day.
    case sandboxLimit = "sandbox_limit"
    /// Another person paid; shared purchases grant no goods.
    case notPaid = "not_paid"
    /// The same purchase has another fulfillment.
    case twin
    /// The transaction states a quantity that no purchase has.
    case quantity
    /// The number of goods overflows.
    case uncountable
    /// The call has failed for too long.
    case failing
    /// An operator or the shop decided it.
    case byHand = "by_hand"
}

/// Whether an app is to finish a transaction with StoreKit.
package enum FulfillmentFinish: String, Hashable, Sendable, CaseIterable {
    /// The purchase is recorded, and nothing is left to be fulfilled.
    case yes
    /// Something is left to fulfill or to wait for, so that StoreKit should deliver the transaction again.
    case no
    /// The fulfillment was confirmed before this submission.
    case already

    /// Returns the answer about several purchases: `no` while one of them is open, `already` when all of them were
    /// confirmed before.
    package static func joined(_ answers: [Self]) -> Self? {
        if answers.contains(.no) { return .no }
        return answers.contains(.yes) ? .yes : answers.first
    }

    /// Creates the answer to a submission at an instant, from the fulfillments of its purchase.
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
