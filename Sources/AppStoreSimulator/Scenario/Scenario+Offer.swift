extension Scenario {
    /// 31 to 42: offers, which are told as OFFER_REDEEMED only of a running subscription.
    static let offer: [Scenario] = [
        Self.make(
            31,
            "promotional-active",
            "A subscriber takes a promotional offer",
            [.documented, .inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "pro.monthly", offer: "promo", "OFFER_REDEEMED/-").facts([
                    "renewal.offerType": 2, "renewal.offerIdentifier": "promo", "renewal.renewalPrice": 5_000,
                ]),
                .advance("P2M", "DID_RENEW/- x2").facts([
                    "*.transaction.offerType": 2, "*.transaction.offerIdentifier": "promo",
                    "*.transaction.price": 5_000,
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.offerType": nil, "transaction.price": 10_000]),
            ]
        ),
        Self.make(
            32,
            "promotional-upgrade",
            "A promotional offer is taken for an upgrade",
            [.documented],
            [
                .buy("anna", "basic.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "pro.monthly", offer: "promo", "OFFER_REDEEMED/UPGRADE").facts([
                    "transaction.productId": "pro.monthly", "transaction.offerType": 2, "transaction.price": 5_000,
                ]),
            ]
        ),
        Self.make(
            33,
            "promotional-downgrade",
            "A promotional offer is taken for a downgrade",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "basic.monthly", offer: "basic-promo", "OFFER_REDEEMED/DOWNGRADE").facts([
                    "transaction.productId": "pro.monthly", "renewal.autoRenewProductId": "basic.monthly",
                    "renewal.offerType": 2,
                ]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.productId": "basic.monthly", "transaction.offerType": 2, "transaction.price": 2_000,
                ]),
            ]
        ),
        Self.make(
            34,
            "promotional-expired",
            "A former subscriber takes a promotional offer",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY"),
                .buy("anna", "pro.monthly", offer: "promo", "SUBSCRIBED/RESUBSCRIBE").facts([
                    "transaction.offerType": 2, "transaction.offerIdentifier": "promo", "transaction.price": 5_000,
                ]),
            ]
        ),
        Self.make(
            35,
            "code-new",
            "A new customer redeems a code",
            [.documented],
            [
                .redeem("anna", "HELLO", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.offerType": 3, "transaction.offerIdentifier": "HELLO",
                    "transaction.offerDiscountType": "PAY_UP_FRONT", "transaction.price": 18_000,
                    "transaction.expiresDate": "2026-04-15T09:00:00Z",
                ])
            ]
        ),
        Self.make(
            36,
            "code-active",
            "A subscriber redeems a code, for the same product or an upgrade",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .redeem("anna", "HELLO", "OFFER_REDEEMED/-").facts(["renewal.offerType": 3]),
                .buy("ben", "basic.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .redeem("ben", "HELLO", "OFFER_REDEEMED/UPGRADE").facts([
                    "transaction.productId": "pro.monthly", "transaction.offerType": 3,
                ]),
            ]
        ),
        Self.make(
            37,
            "code-expired",
            "A former subscriber redeems a code",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY"),
                .redeem("anna", "HELLO", "SUBSCRIBED/RESUBSCRIBE").facts(["transaction.offerType": 3]),
            ]
        ),
        Self.make(
            38,
            "code-and-introductory",
            "A code is combined with the introductory offer",
            [.inferred],
            [
                .redeem("anna", "STACK", "SUBSCRIBED/INITIAL_BUY").facts([
                    "transaction.offerType": 3, "transaction.price": 4_000,
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.offerType": 3]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.offerType": 1, "transaction.offerDiscountType": "FREE_TRIAL",
                ]),
                .advance("P1W", "DID_RENEW/-").facts(["transaction.offerType": nil, "transaction.price": 9_000]),
                .cancel("anna", "stack.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY"),
                .turn("codeComesBeforeIntroductory", false),
                .redeem("ben", "STACK", "SUBSCRIBED/INITIAL_BUY").facts(["transaction.offerType": 1]),
                .advance("P1W", "DID_RENEW/-").facts(["transaction.offerType": 3]),
            ]
        ),
        Self.make(
            39,
            "win-back",
            "A former subscriber takes a win-back offer",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .buy("anna", "pro.monthly", offer: "come-back").fails("offer_refused"),
                .advance("P1M", "EXPIRED/VOLUNTARY").facts(["renewal.eligibleWinBackOfferIds": ["come-back"]]),
                .advance("P2M"),
                .buy("anna", "pro.monthly", offer: "come-back", "SUBSCRIBED/RESUBSCRIBE").facts([
                    "transaction.offerType": 4, "transaction.offerIdentifier": "come-back",
                    "renewal.eligibleWinBackOfferIds": nil,
                ]),
            ]
        ),
        Self.make(
            40,
            "code-one-time",
            "A code for a one-time product",
            [.documented],
            [
                .redeem("anna", "COINS", "ONE_TIME_CHARGE/-").facts([
                    "transaction.productId": "coins.100", "transaction.offerType": 3,
                    "transaction.offerDiscountType": "ONE_TIME", "transaction.price": 500,
                ])
            ]
        ),
        Self.make(
            41,
            "offers-refused",
            "Codes and offers that cannot be taken are never told",
            [.inferred],
            [
                .redeem("anna", "NOTHING").fails("code_refused"),
                .redeem("anna", "COINS", "ONE_TIME_CHARGE/-"),
                .redeem("anna", "COINS").fails("code_refused"),
                .buy("anna", "pro.monthly", offer: "promo").fails("offer_refused"),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .redeem("anna", "NEWCOMER").fails("code_refused"),
                .act(.buy, []) { action in
                    action.customer = "anna"
                    action.product = "pro.monthly"
                    action.offer = "promo"
                    action.signature = "eyJhbGciOiJFUzI1NiJ9.e30.AAAA"
                }.fails("invalid_offer_signature"),
            ]
        ),
        Self.make(
            42,
            "offers-of-old",
            "Before 2024 offers are told as OFFER_REDEEMED also without a subscription",
            [.documented],
            setup: ScenarioSetup(start: ScenarioSetup.start(year: 2023, month: 6, day: 1)),
            [
                .redeem("anna", "HELLO", "OFFER_REDEEMED/INITIAL_BUY").facts(["transaction.offerType": 3]),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P3M", "EXPIRED/VOLUNTARY"),
                .buy("anna", "pro.monthly", offer: "promo", "OFFER_REDEEMED/RESUBSCRIBE").facts([
                    "transaction.offerType": 2
                ]),
                .advance("P1M", "DID_RENEW/-"),
            ]
        ),
    ]
}
