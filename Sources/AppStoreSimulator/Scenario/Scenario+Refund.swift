extension Scenario {
    /// 62 to 74: money given back.
    static let refund: [Scenario] = Self.refundBySupport + Self.refundByRequest

    private static let refundBySupport: [Scenario] = [
        Self.make(
            62,
            "refund-one-time",
            "Apple refunds a one-time product",
            [.documented],
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-"),
                .advance("P3D"),
                .transaction("$buy.transactionId", .refund, reason: "1", "REFUND/-").facts([
                    "transaction.transactionId": "$buy.transactionId",
                    "transaction.revocationDate": "2026-01-18T09:00:00Z", "transaction.revocationReason": 1,
                    "transaction.revocationType": "REFUND_FULL", "transaction.revocationPercentage": nil,
                    "data.status": nil,
                ]),
                .transaction("$buy.transactionId", .refund).fails("already_refunded"),
            ]
        ),
        Self.make(
            63,
            "refund-current-period",
            "The running period is refunded",
            [.field],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P3D"),
                .transaction("$buy.transactionId", .refund, "REFUND/-").facts([
                    "data.status": 5, "renewal.autoRenewStatus": 0, "transaction.revocationReason": 0,
                ]),
                .advance("P1M"),
                .turn("announcesExpiryAfterRefund", true),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .transaction("$buy2.transactionId", .refund, "REFUND/-", "EXPIRED/VOLUNTARY"),
                .advance("P1M"),
            ]
        ),
        Self.make(
            69,
            "refund-reversed",
            "A refund is reversed after a dispute",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P3D"),
                .transaction("$buy.transactionId", .refund, "REFUND/-"),
                .transaction("$buy.transactionId", .reverseRefund, "REFUND_REVERSED/-").facts([
                    "transaction.transactionId": "$buy.transactionId", "transaction.revocationDate": nil,
                    "transaction.revocationReason": nil, "transaction.revocationType": nil,
                    "transaction.expiresDate": "2026-02-15T09:00:00Z", "data.status": 1,
                ]),
                .transaction("$buy.transactionId", .reverseRefund).fails("not_refunded"),
                .advance("P28D", "DID_RENEW/-").facts(["transaction.purchaseDate": "2026-02-15T09:00:00Z"]),
            ]
        ),
        Self.make(
            70,
            "refund-earlier-period",
            "An earlier period is refunded and the subscription goes on",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P1M", "DID_RENEW/-"),
                .transaction("$buy.transactionId", .refund, "REFUND/-").facts([
                    "transaction.transactionId": "$buy.transactionId", "transaction.revocationDate": "*",
                    "data.status": 1, "renewal.autoRenewStatus": 1,
                ]),
                .advance("P1M", "DID_RENEW/-"),
            ]
        ),
        Self.make(
            71,
            "refund-of-family-purchase",
            "A shared purchase is refunded, and the family loses it",
            [.documented],
            [
                .customer("anna", .joinFamily, name: "smith"),
                .customer("bob", .joinFamily, name: "smith"),
                .customer("cleo", .joinFamily, name: "smith"),
                .buy(
                    "anna",
                    "family.monthly",
                    "@anna SUBSCRIBED/INITIAL_BUY",
                    ["@bob SUBSCRIBED/INITIAL_BUY", "@cleo SUBSCRIBED/INITIAL_BUY"]
                ),
                .transaction(
                    "$buy.transactionId",
                    .refund,
                    "@anna REFUND/-",
                    ["@bob REVOKE/-", "@cleo REVOKE/-"]
                ).facts([
                    "#1.transaction.inAppOwnershipType": "PURCHASED", "*.data.status": 5,
                    "#2.transaction.revocationType": "FAMILY_REVOKE",
                    "#2.transaction.inAppOwnershipType": "FAMILY_SHARED", "#3.transaction.revocationDate": "*",
                ]),
                .advance("P1M"),
            ]
        ),
        Self.make(
            74,
            "refund-of-upgraded",
            "What an upgrade replaced is refunded; the new product stays",
            [.inferred],
            [
                .buy("anna", "basic.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P10D"),
                .buy("anna", "pro.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE"),
                .transaction("$buy.transactionId", .refund, "REFUND/-").facts([
                    "transaction.productId": "basic.monthly", "transaction.isUpgraded": true, "data.status": 1,
                    "renewal.productId": "pro.monthly",
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.productId": "pro.monthly"]),
            ]
        ),
    ]

    private static let refundByRequest: [Scenario] = [
        Self.make(
            64,
            "refund-requested",
            "A subscriber asks in the app and is refunded",
            [.documented, .inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P3D"),
                .transaction(
                    "$buy.transactionId",
                    .requestRefund,
                    reason: "UNINTENDED_PURCHASE",
                    ["CONSUMPTION_REQUEST/-", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]
                ).facts(["*.data.status": 1, "#1.data.consumptionRequestReason": "UNINTENDED_PURCHASE"]),
                .transaction("$buy.transactionId", .answerConsumption, preference: "GRANT_FULL", "REFUND/-").facts([
                    "data.status": 5, "transaction.revocationType": "REFUND_FULL",
                    "transaction.revocationDate": "2026-01-18T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            65,
            "refund-declined",
            "A request is declined, and auto-renew stays off",
            [.documented, .inferred],
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-"),
                .transaction("$buy.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-"),
                .call(
                    "PUT",
                    "/inApps/v2/transactions/consumption/$buy.transactionId",
                    body: [
                        "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
                        "refundPreference": "DECLINE",
                    ],
                    status: 202,
                    "REFUND_DECLINED/-"
                ).facts(["transaction.revocationDate": nil]),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").named("subscribe"),
                .transaction(
                    "$subscribe.transactionId",
                    .requestRefund,
                    ["CONSUMPTION_REQUEST/-", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]
                ),
                .transaction(
                    "$subscribe.transactionId",
                    .answerConsumption,
                    preference: "DECLINE",
                    "REFUND_DECLINED/-"
                ).facts(["renewal.autoRenewStatus": 0, "data.status": 1]),
                .subscription("anna", .reenable, "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"),
                .advance("P1M", "DID_RENEW/-"),
            ]
        ),
        Self.make(
            66,
            "refund-prorated-by-text",
            "A tester's request is granted in part",
            [.documented],
            setup: ScenarioSetup(profile: .sandbox1h),
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-"),
                .transaction(
                    "$buy.transactionId",
                    .requestRefund,
                    text: "GRANT_PRORATED",
                    "CONSUMPTION_REQUEST/-"
                ),
                .advance("PT5M", "REFUND/-").facts([
                    "transaction.revocationType": "REFUND_PRORATED", "transaction.revocationPercentage": 50_000,
                ]),
                .buy("anna", "news.weekly", "SUBSCRIBED/INITIAL_BUY").named("subscribe"),
                .advance("PT150S"),
                .transaction(
                    "$subscribe.transactionId",
                    .requestRefund,
                    text: "GRANT_PRORATED",
                    ["CONSUMPTION_REQUEST/-", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]
                ),
                // When it is decided, seven minutes and a half of fifteen are left; it is told two hours after the request.
                .advance("PT119M"),
                .advance("PT1M", "REFUND/-", "EXPIRED/VOLUNTARY").facts([
                    "#1.transaction.revocationType": "REFUND_PRORATED",
                    "#1.transaction.revocationPercentage": 50_000,
                ]),
                .buy("ben", "coins.100", "ONE_TIME_CHARGE/-").named("another"),
                .transaction(
                    "$another.transactionId",
                    .requestRefund,
                    reason: "UNINTENDED_PURCHASE",
                    text: "DECLINE",
                    "CONSUMPTION_REQUEST/-"
                ),
                // The text counts beside the reason "other" only.
                .advance("PT5M", "REFUND/-").facts(["transaction.revocationType": "REFUND_FULL"]),
            ]
        ),
        Self.make(
            67,
            "refund-prorated-by-answer",
            "The developer's answer decides the share",
            [.documented],
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-"),
                .transaction("$buy.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-"),
                .call(
                    "PUT",
                    "/inApps/v2/transactions/consumption/$buy.transactionId",
                    body: [
                        "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
                        "refundPreference": "GRANT_PRORATED", "consumptionPercentage": 25_000,
                    ],
                    status: 202,
                    "REFUND/-"
                ).facts([
                    "transaction.revocationType": "REFUND_PRORATED", "transaction.revocationPercentage": 75_000,
                ]),
                .buy("anna", "news.weekly", "SUBSCRIBED/INITIAL_BUY").named("subscribe"),
                .advance("PT84H"),
                .transaction(
                    "$subscribe.transactionId",
                    .requestRefund,
                    ["CONSUMPTION_REQUEST/-", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]
                ),
                .call(
                    "PUT",
                    "/inApps/v2/transactions/consumption/$subscribe.transactionId",
                    body: [
                        "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
                        "refundPreference": "GRANT_PRORATED", "consumptionPercentage": 25_000,
                    ],
                    status: 400
                ).facts(["response.errorCode": 4_000_209]),
                .transaction(
                    "$subscribe.transactionId",
                    .answerConsumption,
                    preference: "GRANT_PRORATED",
                    "REFUND/-"
                ).facts(["transaction.revocationPercentage": 50_000, "data.status": 5]),
            ]
        ),
        Self.make(
            68,
            "refund-unanswered",
            "No answer comes in time, and the store decides by its habit",
            [.documented, .inferred],
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-"),
                .transaction("$buy.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-"),
                .advance("PT11H"),
                .advance("PT1H", "REFUND/-").facts(["transaction.revocationDate": "2026-01-15T21:00:00Z"]),
                // Too late: nothing happens.
                .transaction("$buy.transactionId", .answerConsumption, preference: "DECLINE"),
                .turn("grantsUnansweredRefunds", false),
                .buy("ben", "coins.100", "ONE_TIME_CHARGE/-"),
                .transaction("$buy2.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-"),
                .advance("PT12H", "REFUND_DECLINED/-"),
            ]
        ),
        Self.make(
            72,
            "refund-requested-twice",
            "The same request twice is refused",
            [.documented, .inferred],
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-"),
                .transaction("$buy.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-"),
                .transaction("$buy.transactionId", .requestRefund).fails("refund_already_requested"),
                .advance("PT12H", "REFUND/-"),
                .transaction("$buy.transactionId", .requestRefund).fails("already_refunded"),
            ]
        ),
        Self.make(
            73,
            "refund-without-question",
            "Nobody is asked about non-consumables and non-renewing subscriptions",
            [.documented, .field],
            [
                .buy("anna", "theme.dark", "ONE_TIME_CHARGE/-"),
                .transaction("$buy.transactionId", .requestRefund, "REFUND/-"),
                .buy("anna", "pass.summer", "ONE_TIME_CHARGE/-"),
                .transaction("$buy2.transactionId", .requestRefund, "REFUND/-"),
                .turn("asksConsumptionForAllKinds", true),
                .buy("ben", "pass.summer", "ONE_TIME_CHARGE/-"),
                .transaction("$buy3.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-"),
                .advance("PT12H", "REFUND/-"),
            ]
        ),
    ]
}
