package import Ledger

/// The schemas of events: the envelope and the subject of each.
///
/// They only grow: a field stays and keeps its meaning.
package enum EventForm {
    /// Any event, as in lists.
    package static let any = APISchema.named(
        "Event",
        Self.envelope(of: .enumeration(EventName.allCases.map(\.rawValue)), data: .openObject)
    )

    /// Returns the schema of the events with a name, as in webhooks and lists.
    package static func schema(of name: EventName) -> APISchema {
        Self.envelope(of: .enumeration(name.rawValue), data: Self.data(of: name))
    }

    private static func envelope(of name: APISchema, data: APISchema) -> APISchema {
        .object(
            .required(
                "id",
                .string(length: 1...1024),
                "A permanent identifier, the same at every delivery; also the header `webhook-id`."
            ),
            .required("name", name),
            .required("app", .string(), "The app's short name in the configuration."),
            .optional("customer", .string(), "The customer of the event stream, by the app's own user id."),
            .optional(
                "chain",
                Self.chain,
                "Instead of a customer: the chain of the event stream, while it has no owner, and for the seats of a "
                    + "subscription."
            ),
            .required("number", .integer(1...(1 << 53)), "The position in the event stream, from 1 and without gaps."),
            .required(
                "occurredAt",
                .instant,
                "When Purser recorded the change; for a change that only time causes, when it was due."
            ),
            .required("data", data, "`environment`, and the complete current state of the subject.")
        )
    }

    /// Returns what the events with a name mean, as one sentence without a full stop.
    package static func summary(of name: EventName) -> String {
        switch name {
        case .transactionRecorded: "A purchase became known"
        case .transactionChanged: "Apple's data about a purchase changed"
        case .transactionRefunded: "Apple refunded a purchase fully or partially"
        case .transactionRefundReported: "A refund was reported without Apple's signature"
        case .transactionRestored: "A refund or a withdrawal was reversed"
        case .transactionWithdrawn: "A family or an organization withdrew a purchase"
        case .subscriptionStarted: "A subscription became known, or came to this customer"
        case .subscriptionRenewed: "A subscription was renewed for a further period"
        case .subscriptionEnteredGrace: "The charge failed, and the App Store grants a grace period"
        case .subscriptionEnteredRetry: "The charge failed, and the App Store tries again"
        case .subscriptionRecovered: "A charge succeeded after earlier failures"
        case .subscriptionExpired: "A subscription expired"
        case .subscriptionRevoked: "A subscription was refunded or withdrawn"
        case .subscriptionResumed: "A subscription runs again after it had expired"
        case .subscriptionChanged: "Another property of a subscription changed"
        case .subscriptionRetentionRequested: "A customer is about to cancel, and Apple asked for a retention message"
        case .ownershipClaimed: "A customer became the owner of a purchase without an owner"
        case .ownershipTransferred: "A purchase was transferred from one customer to another"
        case .ownershipReleased: "A purchase no longer has an owner"
        case .chainJoined: "Two chains turned out to be one, and this event stream ends"
        case .entitlementGranted: "A customer received an entitlement"
        case .entitlementChanged: "The details of an entitlement changed, but not whether it is active"
        case .entitlementEnded: "A customer lost an entitlement"
        case .walletCredited: "A purchase added coins"
        case .walletGranted: "An operator or the shop granted coins"
        case .walletSpent: "The customer spent coins"
        case .walletAdjusted: "An operator or the shop corrected a balance"
        case .walletHeld: "The remaining coins of a purchase are on hold while Apple decides on its refund"
        case .walletReleased: "The coins of a hold can be spent again"
        case .walletRevoked: "A refund revoked coins; missing coins became a debt"
        case .walletRestored: "The reversal of a refund restored coins and canceled debt"
        case .walletExpired: "Coins expired"
        case .walletMerged: "The wallets of two customers were merged"
        case .fulfillmentWaiting: "A paid purchase may not be fulfilled yet"
        case .fulfillmentDue: "A paid purchase is due for fulfillment"
        case .fulfillmentConfirmed: "A paid purchase was fulfilled"
        case .fulfillmentSuspended: "The fulfillment of a paid purchase was suspended for an operator"
        case .fulfillmentCanceled: "The fulfillment of a purchase was canceled"
        case .fulfillmentRevocationDue: "Fulfilled goods are due for revocation"
        case .fulfillmentRevocationConfirmed: "Fulfilled goods were revoked"
        case .fulfillmentRevocationSuspended: "The revocation of fulfilled goods was suspended for an operator"
        case .fulfillmentRevocationCanceled: "The revocation of fulfilled goods was canceled"
        case .orderCreated: "An order was created"
        case .orderPaid: "An order was paid"
        case .orderFulfilled: "The goods of an order were fulfilled"
        case .orderExpired: "An order expired before it was paid"
        case .orderCanceled: "An order was canceled"
        case .orderRefunded: "Apple refunded an order fully or partially"
        case .orderRestored: "A refund of an order was reversed"
        case .orderReopened: "An order waits again for its payment or its goods"
        case .orderFlagged: "An order has a flag that needs attention"
        case .refundRequested: "A customer requested a refund, and Apple requests information"
        case .refundHeld: "An operator may decide on the answer to a refund request"
        case .refundAnswered: "Apple received our answer to a refund request"
        case .refundWithheld: "The server may not send an answer to a refund request"
        case .refundMissed: "The deadline of a refund request passed without an answer"
        case .refundGranted: "Apple refunded a purchase fully or partially"
        case .refundDeclined: "Apple declined a refund"
        case .refundReversed: "Apple reversed a refund"
        case .refundRevoked: "Family sharing of a purchase ended"
        case .refundChanged: "Details of a refund changed"
        case .riskRaised: "The risk points of a customer reached the threshold in the catalog"
        case .riskEased: "The risk points of a customer fell below the threshold"
        case .seatInvited: "A seat of a subscription was reserved for a person whom the app invites"
        case .seatAccepted: "A customer got a seat of a subscription"
        case .seatEnded: "A seat of a subscription, or an invitation, ended"
        case .trialEnded: "The trial of a refund policy ended by itself"
        }
    }

    private static func data(of name: EventName) -> APISchema {
        switch name {
        case .transactionRecorded, .transactionChanged, .transactionRefunded, .transactionRestored,
            .transactionWithdrawn, .transactionRefundReported:
            .object(.required("environment", .environment), .required("transaction", Self.transaction))
        case .subscriptionStarted, .subscriptionRenewed, .subscriptionEnteredGrace, .subscriptionEnteredRetry,
            .subscriptionRecovered, .subscriptionExpired, .subscriptionRevoked, .subscriptionResumed,
            .subscriptionChanged:
            .object(.required("environment", .environment), .required("subscription", Self.subscription))
        case .subscriptionRetentionRequested:
            .object(
                .required("environment", .environment),
                .required("subscription", Self.subscription),
                .required("requestedAt", .instant, "When Apple signed the request.")
            )
        case .ownershipClaimed, .ownershipTransferred, .ownershipReleased: Self.transfer
        case .chainJoined:
            .object(
                .required("environment", .environment),
                .required("originalTransaction", .transaction, "The chain whose event stream ends."),
                .required("joined", .transaction, "The chain that continues.")
            )
        case .entitlementGranted, .entitlementChanged, .entitlementEnded:
            .object(.required("environment", .environment), .required("entitlement", Self.entitlement))
        case .walletCredited, .walletGranted, .walletSpent, .walletAdjusted, .walletHeld, .walletReleased,
            .walletRevoked, .walletRestored, .walletExpired, .walletMerged:
            .object(
                .required("environment", .environment),
                .required("wallet", WalletBody.schema, "The wallet after the movement."),
                .required("movement", MovementBody.eventSchema, "The movement.")
            )
        case .fulfillmentWaiting, .fulfillmentDue, .fulfillmentConfirmed, .fulfillmentSuspended, .fulfillmentCanceled,
            .fulfillmentRevocationDue,
            .fulfillmentRevocationConfirmed, .fulfillmentRevocationSuspended, .fulfillmentRevocationCanceled:
            .object(.required("environment", .environment), .required("fulfillment", Self.fulfillment))
        case .orderCreated, .orderPaid, .orderFulfilled, .orderExpired, .orderCanceled, .orderRefunded, .orderRestored,
            .orderReopened, .orderFlagged:
            .object(.required("environment", .environment), .required("order", OrderBody.eventSchema))
        case .refundRequested, .refundHeld, .refundAnswered, .refundWithheld, .refundMissed, .refundGranted,
            .refundDeclined, .refundReversed, .refundRevoked, .refundChanged:
            .object(.required("environment", .environment), .required("refund", Self.refund))
        case .riskRaised, .riskEased:
            .object(.required("environment", .environment), .required("risk", RiskBody.eventSchema))
        case .seatInvited, .seatAccepted, .seatEnded: Self.seat
        case .trialEnded: .object(.required("environment", .environment), .required("trial", Self.trial))
        }
    }
}
