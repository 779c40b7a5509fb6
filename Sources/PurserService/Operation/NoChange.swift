/// The reasons why an action changed nothing.
package enum NoChange {
    /// The reason, which an answer contains as `nothing`.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The customer is blocked already; the first block stays in force.
        case customerBlocked = "customer_already_blocked"
        /// The customer is not blocked.
        case customerNotBlocked = "customer_not_blocked"
        /// The server has minted no token of the customer that is still valid.
        case sessionsMissing = "customer_without_sessions"
        /// The same consent was recorded under this id before.
        case consentSame = "consent_unchanged"
        /// The token belongs to the customer already.
        case accountTokenSame = "account_token_unchanged"
        /// The consent is withdrawn already, by a withdrawal that takes precedence.
        case consentWithdrawn = "consent_already_withdrawn"
        /// The customer has no consent in force.
        case consentMissing = "consent_missing"
        /// An operator resolved the rescission of consent before.
        case rescissionResolved = "rescission_already_resolved"
        /// The order is canceled already.
        case orderCanceled = "order_already_canceled"
        /// The customer owns the purchases already.
        case ownershipSame = "ownership_unchanged"
        /// The customer owns nothing in the Sandbox that can be retired.
        case sandboxEmpty = "sandbox_purchases_missing"
        /// The grant is revoked already.
        case grantRevoked = "grant_already_revoked"
        /// The key is revoked already.
        case keyRevoked = "key_already_revoked"
        /// The coins were booked under this key before.
        case coinsBooked = "wallet_already_booked"
        /// The fulfillment has this state already.
        case fulfillmentSame = "fulfillment_unchanged"
        /// The same answer waits to be sent already.
        case refundAnswerUnchanged = "refund_answer_unchanged"
        /// The same answer is set for the customer already.
        case overrideSame = "refund_override_unchanged"
        /// No answer is set for the customer.
        case overrideMissing = "refund_override_missing"
        /// The policy in force has the same text.
        case policySame = "refund_policy_unchanged"
        /// The catalog is the current one already.
        case catalogSame = "catalog_unchanged"
        /// The endpoint has these values already.
        case webhookSame = "webhook_unchanged"
        /// No event stream of the endpoint waits after a failure.
        case webhookNotWaiting = "webhook_nothing_waiting"
        /// No replay to the endpoint is in progress.
        case replayMissing = "webhook_replay_missing"
        /// The import has no failed rows that can be retried, and is not paused.
        case importNothingFailed = "import_nothing_to_retry"
        /// The day is accepted already, with the same values.
        case dayAccepted = "reconciliation_already_accepted"
        /// The day is not accepted.
        case dayNotAccepted = "reconciliation_not_accepted"
        /// The silence has ended already.
        case silenceOver = "alarm_silence_over"

        /// One sentence that says why nothing changed.
        package var sentence: String {
            "Nothing was done: \(self.reason)."
        }

        private var reason: String {
            switch self {
            case .customerBlocked: "the customer is blocked already; the first block stays in force"
            case .customerNotBlocked: "the customer is not blocked"
            case .sessionsMissing: "the customer has no valid token that the server minted"
            case .consentSame: "the same consent was recorded under this id before"
            case .accountTokenSame: "the token belongs to the customer already"
            case .consentWithdrawn: "the consent is withdrawn already"
            case .consentMissing: "the customer has no consent in force"
            case .rescissionResolved: "the rescission is resolved already"
            case .orderCanceled: "the order is canceled already"
            case .sandboxEmpty: "the customer owns no subscription, pass or permanent purchase in the Sandbox"
            case .ownershipSame: "the customer owns the purchases already"
            case .grantRevoked: "the grant is revoked already"
            case .keyRevoked: "the key is revoked already"
            case .coinsBooked: "the coins were booked under this key before"
            case .fulfillmentSame: "the fulfillment has this state already"
            case .refundAnswerUnchanged: "the same answer waits to be sent already"
            case .overrideSame: "the same answer is set for the customer already"
            case .overrideMissing: "no answer is set for the customer"
            case .policySame: "the policy in force has the same text"
            case .catalogSame: "the catalog is the current one already"
            case .webhookSame: "the endpoint has these values already"
            case .webhookNotWaiting: "no event stream of the endpoint waits after a failure"
            case .replayMissing: "no replay to the endpoint is in progress"
            case .importNothingFailed: "the import has no failed rows that can be retried, and is not paused"
            case .dayAccepted: "the day is accepted already, with the same values"
            case .dayNotAccepted: "the day is not accepted"
            case .silenceOver: "the silence has ended already"
            }
        }
    }
}

/// The result of an action: the new state of its object, and the reason if nothing changed.
///
/// The members of the value are accessible directly.
@dynamicMemberLookup
package struct ActionResult<Value: Sendable>: Sendable {
    /// The object of the action.
    package let value: Value
    /// The reason why nothing changed; `nil` if something did.
    package let nothing: NoChange.Code?

    /// Creates the result of an action.
    package init(_ value: Value, nothing: NoChange.Code? = nil) {
        self.value = value
        self.nothing = nothing
    }

    /// A member of the value.
    package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
        self.value[keyPath: path]
    }
}

extension ActionResult: Equatable where Value: Equatable {}

extension ActionResult: Hashable where Value: Hashable {}
