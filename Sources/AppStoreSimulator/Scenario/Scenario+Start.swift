extension Scenario {
    /// 1 to 14: how subscriptions begin and go on.
    static let start: [Scenario] = [
        Self.make(
            1,
            "first-purchase",
            "The first paid purchase",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").facts([
                    "notification.version": "2.0", "data.status": 1, "data.bundleId": "*",
                    "transaction.transactionId": "$buy.transactionId",
                    "transaction.originalTransactionId": "$buy.transactionId",
                    "transaction.productId": "pro.monthly", "transaction.transactionReason": "PURCHASE",
                    "transaction.inAppOwnershipType": "PURCHASED", "transaction.price": 10_000,
                    "transaction.currency": "USD", "transaction.purchaseDate": "2026-01-15T09:00:00Z",
                    "transaction.expiresDate": "2026-02-15T09:00:00Z", "transaction.offerType": nil,
                    "renewal.autoRenewStatus": 1, "renewal.renewalDate": "2026-02-15T09:00:00Z",
                ])
            ]
        ),
        Self.make(
            2,
            "trial-converts",
            "A free trial becomes a paid subscription",
            [.documented],
            [
                .buy("anna", "trial.monthly", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.offerType": 1, "transaction.offerDiscountType": "FREE_TRIAL", "transaction.price": 0,
                    "transaction.offerPeriod": "P1W", "renewal.renewalPrice": 8_000, "data.status": 1,
                ]),
                .advance("P1W", "DID_RENEW/-").facts([
                    "transaction.offerType": nil, "transaction.price": 8_000,
                    "transaction.transactionReason": "RENEWAL",
                    "transaction.originalTransactionId": "$buy.transactionId",
                ]),
            ]
        ),
        Self.make(
            3,
            "trial-cancelled",
            "A trial is cancelled inside",
            [.documented],
            [
                .buy("anna", "trial.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P2D"),
                .cancel("anna", "trial.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").facts([
                    "renewal.autoRenewStatus": 0, "data.status": 1,
                ]),
                .advance("P5D", "EXPIRED/VOLUNTARY").facts(["renewal.expirationIntent": 1, "data.status": 2]),
                .advance("P1Y"),
            ]
        ),
        Self.make(
            4,
            "pay-as-you-go",
            "An introductory price for three periods, then the full one",
            [.documented, .inferred],
            [
                .buy("anna", "payg.monthly", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.offerType": 1, "transaction.offerDiscountType": "PAY_AS_YOU_GO",
                    "transaction.price": 3_000, "renewal.renewalPrice": 3_000, "renewal.offerType": 1,
                ]),
                .advance("P2M", "DID_RENEW/- x2").facts(["*.transaction.offerType": 1, "*.transaction.price": 3_000]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.offerType": nil, "transaction.price": 9_000]),
            ]
        ),
        Self.make(
            5,
            "pay-up-front",
            "Half a year paid up front, then the full price",
            [.documented],
            [
                .buy("anna", "upfront.monthly", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.offerDiscountType": "PAY_UP_FRONT", "transaction.price": 30_000,
                    "transaction.expiresDate": "2026-07-15T09:00:00Z", "transaction.offerPeriod": "P6M",
                ]),
                .advance("P6M", "DID_RENEW/-").facts([
                    "transaction.offerType": nil, "transaction.price": 9_000,
                    "transaction.expiresDate": "2026-08-15T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            6,
            "renewals",
            "Six normal renewals",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P6M", "DID_RENEW/- x6").facts([
                    "*.data.status": 1, "*.transaction.originalTransactionId": "$buy.transactionId",
                    "#1.transaction.expiresDate": "2026-03-15T09:00:00Z",
                    "#6.transaction.expiresDate": "2026-08-15T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            7,
            "late-renewal",
            "A renewal comes two hours late and leaves a gap",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .subscription("anna", .delayRenewal, "pro.monthly", milliseconds: 7_200_000),
                .advance("P1M"),
                .advance("PT2H", "DID_RENEW/-").facts([
                    "transaction.purchaseDate": "2026-02-15T11:00:00Z", "data.status": 1,
                ]),
            ]
        ),
        Self.make(
            8,
            "sandbox-limit",
            "The sandbox stops after twelve renewals",
            [.inferred],
            setup: ScenarioSetup(profile: .sandbox5m),
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").facts(["data.environment": "Sandbox"]),
                .advance("PT1H", "DID_RENEW/- x12"),
                .advance("PT5M", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY").facts([
                    "renewal.autoRenewStatus": 0, "data.status": 2,
                ]),
                .advance("P1D"),
                .turn("announcesRenewalLimit", false),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("PT65M", "DID_RENEW/- x12", "EXPIRED/VOLUNTARY"),
            ]
        ),
        Self.make(
            9,
            "testflight-limit",
            "TestFlight stops after six daily renewals",
            [.documented, .inferred],
            setup: ScenarioSetup(profile: .testflight),
            [
                .buy("anna", "pro.yearly", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.expiresDate": "2026-01-16T09:00:00Z"
                ]),
                .advance("P6D", "DID_RENEW/- x6"),
                .advance("P1D", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY"),
            ]
        ),
        Self.make(
            10,
            "bought-outside-the-app",
            "A promoted purchase, or one on another device, without a token",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.appAccountToken": nil, "transaction.appTransactionId": "*",
                ])
            ]
        ),
        Self.make(
            11,
            "ask-to-buy-approved",
            "A parent approves what a child asked to buy",
            [.inferred],
            [
                .customer("carl", .askToBuy, enabled: true),
                .buy("carl", "pro.monthly").facts(["answer.purchases": 0]),
                .advance("PT3H"),
                .customer("carl", .approve, "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.purchaseDate": "2026-01-15T12:00:00Z"
                ]),
                .buy("carl", "coins.100"),
                .customer("carl", .approve, "ONE_TIME_CHARGE/-"),
            ]
        ),
        Self.make(
            12,
            "ask-to-buy-declined",
            "A declined, failed or cancelled purchase is never told",
            [.inferred],
            [
                .customer("carl", .askToBuy, enabled: true),
                .buy("carl", "pro.monthly"),
                .customer("carl", .decline),
                .customer("carl", .approve).fails("nothing_pending"),
                .customer("anna", .declineCard),
                .buy("anna", "pro.monthly").fails("payment_declined"),
                .advance("P2M"),
            ]
        ),
        Self.make(
            13,
            "interrupted-purchase",
            "An interrupted purchase is resolved later",
            [.inferred],
            [
                .customer("anna", .interruptPurchases, enabled: true),
                .buy("anna", "pro.monthly").facts(["answer.purchases": 0]),
                .advance("PT1H"),
                .customer("anna", .resolveInterruption, "SUBSCRIBED/INITIAL_BUY"),
            ]
        ),
        Self.make(
            14,
            "second-group",
            "The first purchase in another group is a first one too",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "news.weekly", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.subscriptionGroupIdentifier": "news"
                ]),
            ]
        ),
    ]
}
