extension Scenario {
    /// 75 to 83: families.
    static let family: [Scenario] = [
        Self.make(
            75,
            "family-start",
            "A shared subscription starts for the family too",
            [.documented],
            Self.smiths + [
                Self.sharedPurchase.facts([
                    "#1.transaction.inAppOwnershipType": "PURCHASED",
                    "#2.transaction.inAppOwnershipType": "FAMILY_SHARED",
                    "#3.transaction.inAppOwnershipType": "FAMILY_SHARED",
                    "*.transaction.productId": "family.monthly", "*.data.status": 1,
                    "#1.transaction.transactionId": "$buy.transactionId",
                    "#2.transaction.transactionId": "$@bob.transactionId",
                    "#2.transaction.expiresDate": "2026-02-15T09:00:00Z",
                ])
            ]
        ),
        Self.make(
            76,
            "family-resubscribed",
            "A shared subscription starts again",
            [.documented],
            Self.smiths + [
                Self.sharedPurchase,
                .cancel("anna", "family.monthly", Self.each("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED")),
                .advance("P1M", Self.each("EXPIRED/VOLUNTARY")),
                .buy("anna", "family.monthly", Self.each("SUBSCRIBED/RESUBSCRIBE")).facts(["*.data.status": 1]),
            ]
        ),
        Self.make(
            77,
            "family-renewals",
            "Renewals are told of the whole family",
            [.documented, .inferred],
            Self.smiths + [
                Self.sharedPurchase,
                .advance("P1M", Self.each("DID_RENEW/-")).facts([
                    "*.transaction.expiresDate": "2026-03-15T09:00:00Z", "*.data.status": 1,
                ]),
                .advance("P1M", Self.each("DID_RENEW/-")),
            ]
        ),
        Self.make(
            78,
            "family-billing",
            "A failure and its end are told of the whole family",
            [.documented],
            Self.smiths + [
                Self.sharedPurchase,
                .customer("anna", .declineCard),
                .advance("P1M", Self.each("DID_FAIL_TO_RENEW/-")).facts(["*.data.status": 3]),
                .advance("P2D"),
                .customer("anna", .repairCard, Self.each("DID_RENEW/BILLING_RECOVERY")).facts([
                    "*.data.status": 1, "*.transaction.purchaseDate": "2026-02-17T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            79,
            "family-cancelled",
            "A cancellation is told of the whole family",
            [.documented],
            Self.smiths + [
                Self.sharedPurchase,
                .cancel("anna", "family.monthly", Self.each("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED")).facts([
                    "*.renewal.autoRenewStatus": 0, "*.data.status": 1,
                ]),
            ]
        ),
        Self.make(
            80,
            "family-sharing-ends",
            "Sharing is turned off, a member leaves, the purchaser leaves",
            [.documented],
            Self.smiths + [
                Self.sharedPurchase,
                .customer("anna", .shareWithFamily, enabled: false, ["@bob REVOKE/-", "@cleo REVOKE/-"]).facts([
                    "*.transaction.revocationType": "FAMILY_REVOKE", "*.data.status": 5,
                    "*.transaction.revocationDate": "2026-01-15T09:00:00Z",
                ]),
                // Apple does not say how it is told that sharing is on again.
                .customer(
                    "anna",
                    .shareWithFamily,
                    enabled: true,
                    [
                        "@bob SUBSCRIBED/INITIAL_BUY|SUBSCRIBED/RESUBSCRIBE",
                        "@cleo SUBSCRIBED/INITIAL_BUY|SUBSCRIBED/RESUBSCRIBE",
                    ]
                ),
                .customer("bob", .leaveFamily, "@bob REVOKE/-"),
                .customer("anna", .leaveFamily, "@cleo REVOKE/-"),
                .advance("P1M", "@anna DID_RENEW/-"),
            ]
        ),
        Self.make(
            81,
            "family-joined-later",
            "A member joins later",
            [.documented],
            [
                .customer("anna", .joinFamily, name: "smith"),
                .buy("anna", "family.monthly", "@anna SUBSCRIBED/INITIAL_BUY"),
                .advance("P5D"),
                .customer("bob", .joinFamily, name: "smith", "@bob SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.inAppOwnershipType": "FAMILY_SHARED", "data.status": 1,
                    "transaction.expiresDate": "2026-02-15T09:00:00Z",
                ]),
                .advance("P26D", ["@anna DID_RENEW/-", "@bob DID_RENEW/-"]),
            ]
        ),
        Self.make(
            82,
            "family-non-consumable",
            "A shared non-consumable",
            [.documented],
            Self.smiths + [
                .buy(
                    "anna",
                    "theme.dark",
                    "@anna ONE_TIME_CHARGE/-",
                    ["@bob ONE_TIME_CHARGE/-", "@cleo ONE_TIME_CHARGE/-"]
                ).facts([
                    "#2.transaction.inAppOwnershipType": "FAMILY_SHARED", "#1.transaction.price": 3_000,
                    "#2.transaction.price": nil,
                ]),
                .customer("anna", .shareWithFamily, enabled: false, ["@bob REVOKE/-", "@cleo REVOKE/-"]),
            ]
        ),
        Self.make(
            83,
            "family-member-buys",
            "A member subscribes for himself while others share",
            [.inferred],
            Self.smiths + [
                Self.sharedPurchase,
                .customer("bob", .shareWithFamily, enabled: false),
                .buy("bob", "family.monthly", "@bob SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.inAppOwnershipType": "PURCHASED",
                    "transaction.originalTransactionId": "$buy2.transactionId",
                ]),
            ]
        ),
    ]

    /// Anna, Bob and Cleo become a family.
    private static let smiths: [ScenarioStep] = ["anna", "bob", "cleo"].map {
        .customer($0, .joinFamily, name: "smith")
    }

    /// Anna buys what the family shares; the others are told of later, in no fixed order.
    private static let sharedPurchase = ScenarioStep.buy(
        "anna",
        "family.monthly",
        "@anna SUBSCRIBED/INITIAL_BUY",
        ["@bob SUBSCRIBED/INITIAL_BUY", "@cleo SUBSCRIBED/INITIAL_BUY"]
    )

    /// One notification of each member, in any order.
    private static func each(_ name: String) -> ScenarioExpectation {
        .inAnyOrder(["anna", "bob", "cleo"].map { ExpectedNotification(stringLiteral: "@\($0) \(name)") })
    }
}
