extension Scenario {
    /// Without a number: the same stories, told to an address for notifications of version 1.
    static let legacy: [Scenario] = [
        Scenario(
            id: "version-1-twins",
            title: "The same stories, told to an address for notifications of version 1",
            confidence: [.documented, .inferred],
            // Before 10 March 2021, when a recovery was told as RENEWAL too.
            setup: ScenarioSetup(
                start: ScenarioSetup.start(year: 2021, month: 1, day: 15),
                switches: ["sendsVersion1": .flag(true)]
            ),
            steps: Self.oldSubscriber + Self.oldPurchases + Self.oldEnds + Self.oldFamily + Self.oldReturns
        )
    ]

    /// Anna changes her plan and her mind, pays late, and gets her money back.
    private static let oldSubscriber: [ScenarioStep] = [
        .call("POST", "/inApps/v1/notifications/test", "TEST/-").receiving("TEST/-").facts([
            "notification.version": "2.0"
        ]),
        .buy("anna", "basic.monthly", "SUBSCRIBED/INITIAL_BUY").receiving("INITIAL_BUY").facts([
            "version1.notification_type": "INITIAL_BUY", "version1.environment": "PROD", "version1.bid": "*",
            "version1.password": "*", "version1.auto_renew_status": "true",
            "version1.auto_renew_product_id": "basic.monthly", "version1.unified_receipt.status": 0,
            "version1.unified_receipt.environment": "Production", "version1.cancellation_date": nil,
        ]),
        .advance("P5D"),
        .buy("anna", "pro.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE").receiving(
            "CANCEL",
            "DID_CHANGE_RENEWAL_STATUS",
            "INTERACTIVE_RENEWAL"
        ).facts(["version1.auto_renew_product_id": "pro.monthly"]),
        .buy("anna", "basic.monthly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE").receiving("DID_CHANGE_RENEWAL_PREF").facts([
            "version1.auto_renew_product_id": "basic.monthly"
        ]),
        .buy("anna", "pro.monthly", "DID_CHANGE_RENEWAL_PREF/-").receiving("DID_CHANGE_RENEWAL_PREF"),
        .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").receiving(
            "DID_CHANGE_RENEWAL_STATUS"
        ).facts(["version1.auto_renew_status": "false", "version1.auto_renew_status_change_date_ms": "*"]),
        .subscription("anna", .reenable, "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED").receiving(
            "DID_CHANGE_RENEWAL_STATUS"
        ).facts(["version1.auto_renew_status": "true"]),
        .customer("anna", .declineCard),
        .advance("P1M", "DID_FAIL_TO_RENEW/-").receiving("DID_FAIL_TO_RENEW").facts(["version1.expiration_intent": 2]),
        .advance("P3D"),
        .customer("anna", .repairCard, "DID_RENEW/BILLING_RECOVERY").receiving("RENEWAL", "DID_RECOVER"),
        .advance("P1M", "DID_RENEW/-").receiving("DID_RENEW"),
        .transaction("$@anna.transactionId", .refund, "REFUND/-").receiving(
            "CANCEL",
            "DID_CHANGE_RENEWAL_STATUS"
        ).facts(["version1.auto_renew_status": "false"]),
    ]

    /// What is bought once is told of only when somebody wants the money back.
    private static let oldPurchases: [ScenarioStep] = [
        .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").named("coins").receiving(),
        .transaction("$coins.transactionId", .finish),
        .transaction("$coins.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-").receiving("CONSUMPTION_REQUEST"),
        .advance("PT12H", "REFUND/-").receiving("REFUND").facts([
            "version1.original_transaction_id": "*", "version1.auto_renew_status": nil,
        ]),
    ]

    /// One subscriber never pays again, another is asked about a price and leaves.
    private static let oldEnds: [ScenarioStep] = [
        .buy("cleo", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").receiving("INITIAL_BUY"),
        .customer("cleo", .declineCard),
        .advance("P1M", "DID_FAIL_TO_RENEW/-").receiving("DID_FAIL_TO_RENEW"),
        .advance("P60D", "EXPIRED/BILLING_RETRY").receiving("DID_CHANGE_RENEWAL_STATUS").facts([
            "version1.auto_renew_status": "false"
        ]),
        .buy("dora", "news.weekly", "SUBSCRIBED/INITIAL_BUY").receiving("INITIAL_BUY"),
        .changePrice("news.weekly", 4_000, consent: "required", "PRICE_INCREASE/PENDING").receiving(
            "PRICE_INCREASE_CONSENT"
        ),
        .cancel("dora", "news.weekly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").receiving(
            "DID_CHANGE_RENEWAL_STATUS"
        ),
        .advance("P1W", "EXPIRED/VOLUNTARY").receiving(),
    ]

    /// Of a family, members hear of less.
    private static let oldFamily: [ScenarioStep] = [
        .customer("fred", .joinFamily, name: "jones"),
        .customer("gina", .joinFamily, name: "jones"),
        .buy("fred", "family.monthly", "@fred SUBSCRIBED/INITIAL_BUY", "@gina SUBSCRIBED/INITIAL_BUY").receiving(
            "@fred INITIAL_BUY"
        ),
        .cancel(
            "fred",
            "family.monthly",
            .inAnyOrder([
                "@fred DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "@gina DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
            ])
        ).receiving(.inAnyOrder(["@fred DID_CHANGE_RENEWAL_STATUS", "@gina DID_CHANGE_RENEWAL_STATUS"])),
        .customer("gina", .leaveFamily, "@gina REVOKE/-").receiving("@gina REVOKE"),
        .advance("P1M", "@fred EXPIRED/VOLUNTARY").receiving(),
    ]

    /// Ben comes back to what he had, and to something else.
    private static let oldReturns: [ScenarioStep] = [
        .buy("ben", "basic.monthly", "SUBSCRIBED/INITIAL_BUY").receiving("INITIAL_BUY"),
        .cancel("ben", "basic.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").receiving(
            "DID_CHANGE_RENEWAL_STATUS"
        ),
        .advance("P1M", "EXPIRED/VOLUNTARY").receiving(),
        .buy("ben", "basic.monthly", "SUBSCRIBED/RESUBSCRIBE").receiving("DID_CHANGE_RENEWAL_STATUS"),
        .cancel("ben", "basic.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").receiving(
            "DID_CHANGE_RENEWAL_STATUS"
        ),
        .advance("P1M", "EXPIRED/VOLUNTARY").receiving(),
        .buy("ben", "pro.monthly", "SUBSCRIBED/RESUBSCRIBE").receiving(
            "INTERACTIVE_RENEWAL",
            "DID_CHANGE_RENEWAL_STATUS"
        ),
    ]
}
