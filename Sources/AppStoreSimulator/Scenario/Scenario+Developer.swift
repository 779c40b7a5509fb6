extension Scenario {
    /// 89 to 93: what developers ask for.
    static let developer: [Scenario] = [
        Self.make(
            89,
            "extended",
            "One renewal date is extended",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P5D"),
                .call(
                    "PUT",
                    "/inApps/v1/subscriptions/extend/$buy.originalTransactionId",
                    body: ["extendByDays": 30, "extendReasonCode": 1, "requestIdentifier": "outage-1"],
                    "RENEWAL_EXTENDED/-"
                ).facts([
                    "response.success": true, "response.effectiveDate": "2026-03-17T09:00:00Z",
                    "renewal.renewalDate": "2026-03-17T09:00:00Z", "transaction.expiresDate": "2026-03-17T09:00:00Z",
                    "transaction.transactionId": "$buy.transactionId", "data.status": 1,
                ]),
                .advance("P26D"),
                .advance("P30D", "DID_RENEW/-").facts(["transaction.purchaseDate": "2026-03-17T09:00:00Z"]),
            ]
        ),
        Self.make(
            90,
            "all-extended",
            "The renewal dates of all subscribers are extended",
            [.documented],
            [
                .buy("cleo", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("cleo", .declineCard),
                .advance("P1M", "@cleo DID_FAIL_TO_RENEW/-"),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .call(
                    "POST",
                    "/inApps/v1/subscriptions/extend/mass",
                    body: [
                        "extendByDays": 7, "extendReasonCode": 3, "productId": "pro.monthly",
                        "requestIdentifier": "00000000-0000-4000-8000-000000000090",
                    ],
                    [
                        "@anna RENEWAL_EXTENDED/-", "@ben RENEWAL_EXTENDED/-", "@cleo RENEWAL_EXTENSION/FAILURE",
                    ],
                    "RENEWAL_EXTENSION/SUMMARY"
                ).facts([
                    "summary.succeededCount": 2, "summary.failedCount": 1, "summary.productId": "pro.monthly",
                    "summary.requestIdentifier": "00000000-0000-4000-8000-000000000090", "notification.data": nil,
                ]),
            ]
        ),
        Self.make(
            91,
            "extension-refused",
            "Extensions that Apple refuses are not told",
            [.documented],
            [
                .customer("bob", .joinFamily, name: "smith"),
                .customer("anna", .joinFamily, name: "smith"),
                .buy("anna", "trial.monthly", "SUBSCRIBED/INITIAL_BUY").named("trial"),
                Self.refusedExtension("$trial.originalTransactionId", "in-trial", 4_030_004),
                .buy("anna", "family.monthly", "@anna SUBSCRIBED/INITIAL_BUY", "@bob SUBSCRIBED/INITIAL_BUY"),
                Self.refusedExtension("$@bob.originalTransactionId", "of-family", 4_030_007),
                .transaction(
                    "$buy.transactionId",
                    .extendRenewal,
                    days: 3,
                    ["@anna RENEWAL_EXTENDED/-", "@bob RENEWAL_EXTENDED/-"]
                ),
                .transaction(
                    "$buy.transactionId",
                    .extendRenewal,
                    days: 3,
                    ["@anna RENEWAL_EXTENDED/-", "@bob RENEWAL_EXTENDED/-"]
                ),
                Self.refusedExtension("$buy.originalTransactionId", "third", 4_030_005),
                .transaction("$buy.transactionId", .extendRenewal, days: 3).fails("extension_refused:4030005"),
                .buy("cleo", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").named("unpaid"),
                .customer("cleo", .declineCard),
                .cancel("anna", "trial.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance(
                    "P1M",
                    "@anna EXPIRED/VOLUNTARY",
                    "@cleo DID_FAIL_TO_RENEW/-"
                ),
                Self.refusedExtension("$unpaid.originalTransactionId", "in-retry", 4_030_004),
            ]
        ),
        Self.make(
            92,
            "test-notification",
            "A test notification",
            [.documented],
            [
                .call("POST", "/inApps/v1/notifications/test", "TEST/-").facts([
                    "response.testNotificationToken": "*", "notification.version": "2.0", "data.bundleId": "*",
                    "data.environment": "Production", "data.signedTransactionInfo": nil, "data.status": nil,
                    "delivery.isDelivered": true,
                ]),
                .act(.requestTestNotification, ["TEST/-"]).facts(["answer.identifier": "*"]),
                .call("GET", "/inApps/v1/notifications/test/$requestTestNotification.identifier").facts([
                    "response.signedPayload": "*"
                ]),
                .act(.setNotificationURL, []),
                .act(.requestTestNotification, []).fails("no_notification_url"),
            ]
        ),
        Self.make(
            93,
            "token-and-finish",
            "A token set and a transaction finished are not told",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .call(
                    "PUT",
                    "/inApps/v1/transactions/$buy.originalTransactionId/appAccountToken",
                    body: ["appAccountToken": "00000000-0000-4000-8000-000000000093"]
                ),
                .call("POST", "/inApps/v1/transactions/$buy.transactionId/finish"),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.appAccountToken": "00000000-0000-4000-8000-000000000093"
                ]),
            ]
        ),
    ]

    private static func refusedExtension(_ transaction: String, _ request: String, _ code: Int64) -> ScenarioStep {
        .call(
            "PUT",
            "/inApps/v1/subscriptions/extend/\(transaction)",
            body: [
                "extendByDays": 3, "extendReasonCode": 0,
                "requestIdentifier": ScenarioValue(stringLiteral: request),
            ],
            status: 403
        ).facts(["response.errorCode": ScenarioValue(integerLiteral: code)])
    }
}
