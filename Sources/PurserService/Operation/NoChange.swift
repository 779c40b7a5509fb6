/// That an action did nothing, because everything was as it would have it.
package enum NoChange {
    /// Why nothing was done, as it stands under `nothing` in an answer.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The customer is blocked already, and stays as they were blocked first.
        case customerBlocked = "customer_already_blocked"
        /// Nobody has blocked the customer.
        case customerNotBlocked = "customer_not_blocked"
        /// No token that was minted here stands for the customer.
        case sessionsMissing = "customer_without_sessions"
        /// The same consent was recorded under this id before.
        case consentSame = "consent_unchanged"
        /// The token stands for the customer already.
        case accountTokenSame = "account_token_unchanged"
        /// The consent is withdrawn already, by a word that counts before this one.
        case consentWithdrawn = "consent_already_withdrawn"
        /// The customer has no consent that stands.
        case consentMissing = "consent_missing"
        /// The order is called off already.
        case orderCanceled = "order_already_canceled"
        /// The purchases are the customer's already.
        case ownershipSame = "ownership_unchanged"
        /// The grant is revoked already.
        case grantRevoked = "grant_already_revoked"
        /// The key is revoked already.
        case keyRevoked = "key_already_revoked"
        /// The coins were booked under this key before.
        case coinsBooked = "wallet_already_booked"
        /// The fulfillment stands so already.
        case fulfillmentSame = "fulfillment_unchanged"
        /// The same answer waits to be told already.
        case refundAnswerUnchanged = "refund_answer_unchanged"
        /// The same answer is set for the customer already.
        case overrideSame = "refund_override_unchanged"
        /// No answer is set for the customer.
        case overrideMissing = "refund_override_missing"
        /// The policy in force has the same text.
        case policySame = "refund_policy_unchanged"
        /// The catalog counts already.
        case catalogSame = "catalog_unchanged"
        /// The endpoint is already as it is to be.
        case webhookSame = "webhook_unchanged"
        /// Nothing of the endpoint's waits after a failure.
        case webhookNotWaiting = "webhook_nothing_waiting"
        /// No replay to the endpoint is under way.
        case replayMissing = "webhook_replay_missing"
        /// Nothing of the import failed that could be tried again, and it is not paused.
        case importNothingFailed = "import_nothing_to_retry"
        /// The day is accepted already, as it is.
        case dayAccepted = "reconciliation_already_accepted"
        /// The day has no acceptance.
        case dayNotAccepted = "reconciliation_not_accepted"
        /// The silence is over already.
        case silenceOver = "alarm_silence_over"

        /// One plain sentence for whoever asked.
        package var sentence: String {
            "Nothing was done: \(self.reason)."
        }

        private var reason: String {
            switch self {
            case .customerBlocked: "the customer is blocked already, and stays as they were blocked first"
            case .customerNotBlocked: "nobody has blocked the customer"
            case .sessionsMissing: "no token that was minted here stands for the customer"
            case .consentSame: "the same consent was recorded under this id before"
            case .accountTokenSame: "the token stands for the customer already"
            case .consentWithdrawn: "the consent is withdrawn already"
            case .consentMissing: "the customer has no consent that stands"
            case .orderCanceled: "the order is called off already"
            case .ownershipSame: "the purchases are the customer's already"
            case .grantRevoked: "the grant is revoked already"
            case .keyRevoked: "the key is revoked already"
            case .coinsBooked: "the coins were booked under this key before"
            case .fulfillmentSame: "the fulfillment stands so already"
            case .refundAnswerUnchanged: "the same answer waits to be told already"
            case .overrideSame: "the same answer is set for the customer already"
            case .overrideMissing: "no answer is set for the customer"
            case .policySame: "the policy in force has the same text"
            case .catalogSame: "the catalog counts already"
            case .webhookSame: "the endpoint is already as it is to be"
            case .webhookNotWaiting: "nothing waits there after a failure"
            case .replayMissing: "no replay to the endpoint is under way"
            case .importNothingFailed: "nothing of the import failed that could be tried again, and it is not paused"
            case .dayAccepted: "the day is accepted already, as it is"
            case .dayNotAccepted: "the day has no acceptance"
            case .silenceOver: "the silence is over already"
            }
        }
    }
}

/// What came of an action: what it is about, as that is then, and why nothing was done where nothing was.
///
/// The members of the value are read as if they were its own.
@dynamicMemberLookup
package struct ActionResult<Value: Sendable>: Sendable {
    /// What the action is about.
    package let value: Value
    /// Why nothing was done; `nil` where the action did something.
    package let nothing: NoChange.Code?

    /// What came of an action.
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
