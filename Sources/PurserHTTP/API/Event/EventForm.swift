package import Ledger

/// What events look like: the envelope, and what each of them is about.
///
/// The forms only ever grow: a field that was there stays there and stays what it was.
package enum EventForm {
    /// Any event, as lists carry it.
    package static let any = APISchema.named(
        "Event",
        Self.envelope(of: .enumeration(EventName.allCases.map(\.rawValue)), data: .openObject)
    )

    /// An event of a name, as webhooks and lists carry it.
    package static func schema(of name: EventName) -> APISchema {
        Self.envelope(of: .enumeration(name.rawValue), data: Self.data(of: name))
    }

    private static func envelope(of name: APISchema, data: APISchema) -> APISchema {
        .object(
            .required("id", .string(length: 1...1024), "Its name, the same at every delivery; also `webhook-id`."),
            .required("name", name),
            .required("app", .string(), "The app's short name in the configuration."),
            .optional("customer", .string(), "Whose event stream it is, by the app's own user id."),
            .optional("chain", Self.chain, "Whose event stream it is while nobody owns it, instead of a customer's."),
            .required("number", .integer(1...(1 << 53)), "Its place in the event stream, from 1 and without gaps."),
            .required("occurredAt", .instant, "When Purser took note; of what time alone changed, when it fell due."),
            .required("data", data, "`environment`, and the subject in full: treat it as set.")
        )
    }

    /// What an event of a name says, as one sentence without its full stop.
    package static func summary(of name: EventName) -> String {
        switch name {
        case .transactionRecorded: "A purchase became known"
        case .transactionChanged: "What Apple says of a purchase is another thing now"
        case .transactionRefunded: "Money went back, all of it or a part"
        case .transactionRefundReported: "A refund was reported that Apple did not sign"
        case .transactionRestored: "A refund or withdrawal was undone"
        case .transactionWithdrawn: "A family or an organization withdrew a purchase"
        case .subscriptionStarted: "A subscription became known, or this customer's"
        case .subscriptionRenewed: "A further period is paid"
        case .subscriptionEnteredGrace: "The charge failed, and the App Store grants a grace period"
        case .subscriptionEnteredRetry: "The charge failed, and the App Store tries again"
        case .subscriptionRecovered: "The charge succeeded after all"
        case .subscriptionExpired: "A subscription is over"
        case .subscriptionRevoked: "A subscription was refunded or withdrawn"
        case .subscriptionResumed: "A subscription runs again after it had been over"
        case .subscriptionChanged: "Anything else about a subscription changed"
        case .ownershipClaimed: "What nobody owned belongs to a customer now"
        case .ownershipTransferred: "What one customer owned belongs to another now"
        case .ownershipReleased: "What a customer owned belongs to nobody now"
        case .chainJoined: "Two chains turned out to be one, and this event stream ends"
        case .entitlementGranted: "An entitlement that the customer could not use is usable"
        case .entitlementChanged: "Something else is to be said of an entitlement, and it is as usable as it was"
        case .entitlementEnded: "An entitlement that the customer could use is not usable any more"
        case .walletCredited: "A purchase brought coins"
        case .walletGranted: "Somebody gave coins by hand"
        case .walletSpent: "The customer spent coins"
        case .walletAdjusted: "Somebody corrected a balance by hand"
        case .walletHeld: "What is left of a purchase is held while Apple decides about its refund"
        case .walletReleased: "What was held can be spent again"
        case .walletRevoked: "A refund revoked coins, or made a debt of what was missing"
        case .walletRestored: "The reversal of a refund gave coins and debt back"
        case .walletExpired: "Coins expired"
        case .walletMerged: "The wallets of two customers became one"
        case .fulfillmentWaiting: "What was paid for may not be fulfilled yet"
        case .fulfillmentDue: "What was paid for is to be fulfilled"
        case .fulfillmentConfirmed: "What was paid for was fulfilled"
        case .fulfillmentSuspended: "Fulfilling what was paid for is left to a person"
        case .fulfillmentCanceled: "Nothing is to be fulfilled for a purchase"
        case .fulfillmentRevocationDue: "What was fulfilled is to be revoked"
        case .fulfillmentRevocationConfirmed: "What was fulfilled was revoked"
        case .fulfillmentRevocationSuspended: "Revoking what was fulfilled is left to a person"
        case .fulfillmentRevocationCanceled: "What was fulfilled is not to be revoked any more"
        case .orderCreated: "An order was made"
        case .orderPaid: "An order was paid for"
        case .orderFulfilled: "What an order paid for was fulfilled"
        case .orderExpired: "An order was not paid for in time"
        case .orderCanceled: "An order was called off"
        case .orderRefunded: "Money of an order went back, all of it or a part"
        case .orderRestored: "A refund of an order was undone"
        case .orderReopened: "An order waits again for what it had"
        case .orderFlagged: "Something about an order should be looked at"
        case .refundRequested: "A customer wants his money back, and Apple asks what it should know"
        case .refundHeld: "A person may decide what Apple is told about a refund"
        case .refundAnswered: "Apple has received what it was told about a refund"
        case .refundWithheld: "Nothing may be told about a refund"
        case .refundMissed: "Apple was told nothing about a refund while it listened"
        case .refundGranted: "Apple paid the money back, all of it or a part"
        case .refundDeclined: "Apple paid back nothing"
        case .refundReversed: "Apple took its refund back"
        case .refundRevoked: "What a family shared has ended"
        case .refundChanged: "More is known of what was before in a refund"
        case .riskRaised: "The reasons to look twice at a customer reached the line of the catalog"
        case .riskEased: "The reasons to look twice at a customer are below the line again"
        case .trialEnded: "The trial of a refund policy came to its end by itself"
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
        case .ownershipClaimed, .ownershipTransferred, .ownershipReleased: Self.transfer
        case .chainJoined:
            .object(
                .required("environment", .environment),
                .required("originalTransaction", .transaction, "The chain whose event stream ends."),
                .required("joined", .transaction, "The chain that goes on.")
            )
        case .entitlementGranted, .entitlementChanged, .entitlementEnded:
            .object(.required("environment", .environment), .required("entitlement", Self.entitlement))
        case .walletCredited, .walletGranted, .walletSpent, .walletAdjusted, .walletHeld, .walletReleased,
            .walletRevoked, .walletRestored, .walletExpired, .walletMerged:
            .object(
                .required("environment", .environment),
                .required("wallet", WalletBody.schema, "The wallet after it."),
                .required("movement", MovementBody.eventSchema, "What was booked.")
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
        case .trialEnded: .object(.required("environment", .environment), .required("trial", Self.trial))
        }
    }
}
