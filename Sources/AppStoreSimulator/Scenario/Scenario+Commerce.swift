extension Scenario {
    /// 98 to 102, and what else signed requests sell: Advanced Commerce.
    static let advancedCommerce: [Scenario] = [
        Self.make(
            98,
            "advanced-commerce-metadata-changed",
            "A subscription's names are changed",
            [.documented],
            [
                Self.member(98),
                .call(
                    "POST",
                    "/advancedCommerce/v1/subscription/changeMetadata/$buy.transactionId",
                    body: [
                        "requestInfo": ["requestReferenceId": "00000000-0000-4000-8000-000000000981"],
                        "descriptors": ["displayName": "Studio Plus", "effective": "NEXT_BILL_CYCLE"],
                        "items": [
                            [
                                "currentSKU": "studio.music", "SKU": "studio.sound", "displayName": "Sound",
                                "effective": "IMMEDIATELY",
                            ]
                        ],
                    ],
                    "METADATA_UPDATE/-"
                ).facts([
                    "transaction.advancedCommerceInfo.descriptors.displayName": "Studio",
                    "renewal.advancedCommerceInfo.descriptors.displayName": "Studio Plus",
                    "renewal.advancedCommerceInfo.requestReferenceId": "00000000-0000-4000-8000-000000000981",
                    "data.status": 1,
                ]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.advancedCommerceInfo.descriptors.displayName": "Studio Plus",
                    "transaction.price": 12_000,
                ]),
            ]
        ),
        Self.make(
            99,
            "advanced-commerce-migrated",
            "A subscription is migrated",
            [.documented, .library],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P10D"),
                .call(
                    "POST",
                    "/advancedCommerce/v1/subscription/migrate/$buy.transactionId",
                    body: [
                        "requestInfo": ["requestReferenceId": "00000000-0000-4000-8000-000000000991"],
                        "descriptors": ["description": "Everything", "displayName": "Studio"],
                        "items": [
                            ["SKU": "studio.music", "description": "All music", "displayName": "Music"],
                            ["SKU": "studio.film", "description": "All films", "displayName": "Film"],
                        ],
                        "targetProductId": "studio.membership", "taxCode": "C003-00-1",
                    ],
                    "MIGRATION/-"
                ).facts([
                    "transaction.previousOriginalTransactionId": "$buy.originalTransactionId",
                    "transaction.productId": "studio.membership",
                    "transaction.purchaseDate": "2026-01-15T09:00:00Z",
                    "transaction.expiresDate": "2026-02-15T09:00:00Z", "renewal.autoRenewStatus": 1,
                    "renewal.renewalPrice": 10_000,
                ]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.previousOriginalTransactionId": "$buy.originalTransactionId",
                    "transaction.productId": "studio.membership", "transaction.price": 10_000,
                ]),
                .call(
                    "POST",
                    "/advancedCommerce/v1/subscription/migrate/$buy.transactionId",
                    body: [
                        "requestInfo": ["requestReferenceId": "00000000-0000-4000-8000-000000000992"],
                        "targetProductId": "studio.membership",
                    ],
                    status: 400
                ).facts(["response.errorCode": 4_000_176]),
            ]
        ),
        Self.make(
            100,
            "advanced-commerce-price-changed",
            "A subscription's price is changed",
            [.documented, .library],
            [
                Self.member(100),
                Self.price(1001, 7000, "PRICE_CHANGE/-").facts(["renewal.renewalPrice": 9000]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.price": 9000]),
            ]
        ),
        Self.make(
            100,
            "advanced-commerce-price-raised",
            "A higher price waits for the customer's consent",
            [.documented, .inferred],
            [
                Self.member(100),
                Self.price(1001, 30_000, "PRICE_CHANGE/-").facts(["renewal.priceIncreaseStatus": nil]),
                .advance("P1D", "PRICE_INCREASE/PENDING").facts(["renewal.priceIncreaseStatus": 0]),
                Self.price(1002, 40_000, status: 400).facts(["response.errorCode": 4_000_205]),
                .subscription("anna", .consentToPrice, "studio.membership", "PRICE_INCREASE/ACCEPTED").facts([
                    "renewal.renewalPrice": 32_000
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.price": 32_000]),
            ]
        ),
        Self.make(
            101,
            "advanced-commerce-cancelled-by-api",
            "A subscription is cancelled by the developer",
            [.inferred],
            [
                Self.member(101),
                .call(
                    "POST",
                    "/advancedCommerce/v1/subscription/cancel/$buy.transactionId",
                    body: ["requestInfo": ["requestReferenceId": "00000000-0000-4000-8000-000000001011"]],
                    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"
                ).facts(["renewal.autoRenewStatus": 0, "data.status": 1]),
                .advance("P1M", "EXPIRED/VOLUNTARY").facts(["renewal.expirationIntent": 1, "data.status": 2]),
            ]
        ),
        Self.make(
            102,
            "advanced-commerce-revoked-by-api",
            "A subscription is revoked by the developer",
            [.documented],
            [
                Self.member(102),
                .advance("P10D"),
                .call(
                    "POST",
                    "/advancedCommerce/v1/subscription/revoke/$buy.transactionId",
                    body: [
                        "requestInfo": ["requestReferenceId": "00000000-0000-4000-8000-000000001021"],
                        "refundReason": "FULFILLMENT_ISSUE", "refundType": "PRORATED",
                        "refundRiskingPreference": false,
                    ],
                    "REFUND/-"
                ).facts([
                    "transaction.revocationDate": "2026-01-25T09:00:00Z",
                    "transaction.revocationType": "REFUND_PRORATED", "transaction.revocationReason": 1,
                    "renewal.autoRenewStatus": 0, "data.status": 5,
                ]),
                .advance("P2M"),
            ]
        ),
        Self.itemRefund,
        Self.answeredRefund,
        Self.oneTimeCharge,
        Self.modification,
    ]

    private static let itemRefund = Scenario(
        id: "advanced-commerce-item-refunded",
        title: "One item of a subscription is refunded after the developer was asked, the other goes on",
        confidence: [.inferred],
        steps: [
            Self.member(200),
            .call(
                "POST",
                "/advancedCommerce/v1/transaction/requestRefund/$buy.transactionId",
                body: [
                    "requestInfo": ["requestReferenceId": "00000000-0000-4000-8000-000000002001"],
                    "items": [
                        ["SKU": "studio.film", "refundReason": "LEGAL", "refundType": "FULL", "revoke": true]
                    ],
                    "refundRiskingPreference": true,
                ],
                "CONSUMPTION_REQUEST/-"
            ).facts(["data.consumptionRequestReason": "LEGAL"]),
            .advance("PT12H", "REFUND/-").facts([
                "transaction.revocationDate": nil, "renewal.autoRenewStatus": 1, "renewal.renewalPrice": 10_000,
                "data.status": 1,
            ]),
            .advance("P1M", "DID_RENEW/-").facts(["transaction.price": 10_000]),
        ]
    )

    private static let answeredRefund = Scenario(
        id: "advanced-commerce-refund-answered",
        title: "A request about a generic subscription is answered with the first version, and the second is refused",
        confidence: [.documented, .inferred],
        steps: [
            Self.member(220),
            .transaction(
                "$buy.transactionId",
                .requestRefund,
                ["CONSUMPTION_REQUEST/-", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]
            ),
            .call(
                "PUT",
                "/inApps/v2/transactions/consumption/$buy.transactionId",
                body: [
                    "customerConsented": true, "deliveryStatus": "DELIVERED", "sampleContentProvided": false,
                    "refundPreference": "DECLINE",
                ],
                status: 400
            ).facts(["response.errorMessage": "Advanced commerce transaction is not supported."]),
            .call(
                "PUT",
                "/inApps/v1/transactions/consumption/$buy.transactionId",
                body: [
                    "customerConsented": true, "consumptionStatus": 0, "platform": 0, "sampleContentProvided": false,
                    "deliveryStatus": 0, "appAccountToken": "", "accountTenure": 0, "playTime": 0,
                    "lifetimeDollarsRefunded": 0, "lifetimeDollarsPurchased": 0, "userStatus": 0,
                    "refundPreference": 2,
                ],
                status: 202,
                "REFUND_DECLINED/-"
            ).facts(["transaction.revocationDate": nil]),
        ]
    )

    private static let oneTimeCharge = Scenario(
        id: "advanced-commerce-one-time-charge",
        title: "Something is sold once by a signed request, and the same request again is refused",
        confidence: [.inferred],
        steps: [
            Self.charge("ONE_TIME_CHARGE/-").facts([
                "transaction.productId": "studio.charge", "transaction.price": 4990,
                "transaction.advancedCommerceInfo.requestReferenceId": "00000000-0000-4000-8000-000000002101",
                "transaction.advancedCommerceInfo.taxRate": "0.0825",
                "transaction.advancedCommerceInfo.estimatedTax": 412,
            ]),
            Self.charge().fails("commerce_refused:4000097"),
        ]
    )

    private static let modification = Scenario(
        id: "advanced-commerce-modified",
        title: "An item is added at once, another is taken out at the next renewal",
        confidence: [.inferred],
        steps: [
            Self.member(220),
            .act(.buy, ["DID_CHANGE_RENEWAL_PREF/UPGRADE"]) { action in
                action.customer = "anna"
                action.product = "studio.membership"
                action.commerce =
                    ([
                        "operation": "MODIFY_SUBSCRIPTION", "version": "1",
                        "requestInfo": ["requestReferenceId": "00000000-0000-4000-8000-000000002201"],
                        "transactionId": "$buy.transactionId", "retainBillingCycle": true, "currency": "USD",
                        "addItems": [
                            [
                                "SKU": "studio.games", "description": "All games", "displayName": "Games",
                                "price": 5000, "proratedPrice": 2500,
                            ]
                        ],
                        "removeItems": [["SKU": "studio.film"]],
                    ] as ScenarioValue).json
            }.named("modify").facts([
                "transaction.price": 2500, "transaction.expiresDate": "2026-02-15T09:00:00Z",
                "renewal.renewalPrice": 15_000,
            ]),
            .advance("P1M", "DID_RENEW/-").facts([
                "transaction.price": 15_000, "transaction.expiresDate": "2026-03-15T09:00:00Z",
            ]),
        ]
    )

    /// A customer subscribes to two items, for 10 and 2 dollars a month.
    private static func member(_ number: Int) -> ScenarioStep {
        .act(.buy, ["SUBSCRIBED/INITIAL_BUY"]) { action in
            action.customer = "anna"
            action.product = "studio.membership"
            action.commerce =
                ([
                    "operation": "CREATE_SUBSCRIPTION", "version": "1",
                    "requestInfo": Self.info(number * 10),
                    "currency": "USD",
                    "descriptors": ["description": "Everything", "displayName": "Studio"],
                    "items": [
                        [
                            "SKU": "studio.music", "description": "All music", "displayName": "Music",
                            "price": 10_000,
                        ],
                        ["SKU": "studio.film", "description": "All films", "displayName": "Film", "price": 2000],
                    ],
                    "period": "P1M", "taxCode": "C003-00-1",
                ] as ScenarioValue).json
        }.facts(["transaction.price": 12_000, "renewal.renewalPrice": 12_000])
    }

    /// The developer changes what the first item costs.
    private static func price(
        _ number: Int,
        _ price: Int64,
        status: Int = 200,
        _ expected: ScenarioExpectation...
    ) -> ScenarioStep {
        let items = ScenarioValue(
            dictionaryLiteral: ("SKU", "studio.music"),
            ("price", ScenarioValue(integerLiteral: price))
        )
        var step = ScenarioStep.call(
            "POST",
            "/advancedCommerce/v1/subscription/changePrice/$buy.transactionId",
            body: ScenarioValue(
                dictionaryLiteral: ("requestInfo", Self.info(number)),
                ("items", ScenarioValue(arrayLiteral: items))
            ),
            status: status
        )
        step.expected = expected
        return step
    }

    private static func charge(_ expected: ScenarioExpectation...) -> ScenarioStep {
        .act(.buy, expected) { action in
            action.customer = "anna"
            action.product = "studio.charge"
            action.commerce =
                ([
                    "operation": "CREATE_ONE_TIME_CHARGE", "version": "1", "requestInfo": Self.info(2101),
                    "currency": "USD",
                    "item": [
                        "SKU": "ticket.17", "description": "A seat in row 17", "displayName": "Ticket",
                        "price": 4990,
                    ],
                    "taxCode": "C003-00-1",
                ] as ScenarioValue).json
        }
    }

    /// What a request says about itself.
    private static func info(_ number: Int) -> ScenarioValue {
        let digits = String(number)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        return ["requestReferenceId": ScenarioValue(stringLiteral: "00000000-0000-4000-8000-" + zeros + digits)]
    }
}
