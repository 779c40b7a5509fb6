extension Scenario {
    /// 55 to 61: prices that change.
    static let price: [Scenario] = [
        Self.make(
            55,
            "price-consented",
            "A higher price needs consent, and gets it",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .changePrice("pro.monthly", 16_000, "PRICE_INCREASE/PENDING").facts([
                    "renewal.priceIncreaseStatus": 0, "renewal.renewalPrice": 16_000, "data.status": 1,
                ]),
                .advance("P3D"),
                .subscription("anna", .consentToPrice, "pro.monthly", "PRICE_INCREASE/ACCEPTED").facts([
                    "renewal.priceIncreaseStatus": 1
                ]),
                .advance("P28D", "DID_RENEW/-").facts([
                    "transaction.price": 16_000, "renewal.priceIncreaseStatus": nil,
                ]),
            ]
        ),
        Self.make(
            56,
            "price-silence",
            "A higher price needs consent, and nobody answers",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .changePrice("pro.monthly", 16_000, consent: "required", "PRICE_INCREASE/PENDING"),
                .advance("P1M", "EXPIRED/PRICE_INCREASE").facts(["data.status": 2, "renewal.expirationIntent": 3]),
            ]
        ),
        Self.make(
            57,
            "price-cancelled",
            "A higher price needs consent, and the customer cancels",
            [.documented, .inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .changePrice(
                    "pro.monthly",
                    16_000,
                    consent: "required",
                    ["@anna PRICE_INCREASE/PENDING", "@ben PRICE_INCREASE/PENDING"]
                ),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").facts([
                    "renewal.autoRenewStatus": 0
                ]),
                // Apple's table leaves the subtype of this one empty.
                .turn("cancellationAfterPriceHasSubtype", false),
                .cancel("ben", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/-").facts(["renewal.autoRenewStatus": 0]),
                .advance("P1M", ["@anna EXPIRED/VOLUNTARY", "@ben EXPIRED/VOLUNTARY"]),
            ]
        ),
        Self.make(
            58,
            "price-told",
            "A higher price needs no consent",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .changePrice("pro.monthly", 11_000, "PRICE_INCREASE/ACCEPTED").facts([
                    "renewal.priceIncreaseStatus": 1, "renewal.renewalPrice": 11_000,
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.price": 11_000]),
            ]
        ),
        Self.make(
            59,
            "price-told-cancelled",
            "A higher price needs no consent, and the customer cancels",
            [.documented, .inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .changePrice("pro.monthly", 11_000, consent: "notRequired", "PRICE_INCREASE/ACCEPTED"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY").facts(["renewal.expirationIntent": 1]),
            ]
        ),
        Self.make(
            60,
            "price-lower-or-kept",
            "A lower price, or one kept for present subscribers, is not told",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .changePrice("pro.monthly", 8_000),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.price": 8_000]),
                .changePrice("pro.monthly", 12_000, enabled: false),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.price": 8_000]),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY").facts(["transaction.price": 12_000]),
            ]
        ),
        Self.make(
            61,
            "price-reminders",
            "However often the customer is reminded, the server is told once",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .changePrice("pro.monthly", 16_000, consent: "required", "PRICE_INCREASE/PENDING"),
                .advance("P1W"),
                .advance("P1W"),
                .advance("P1W"),
                .subscription("anna", .consentToPrice, "pro.monthly", "PRICE_INCREASE/ACCEPTED"),
                .subscription("anna", .consentToPrice, "pro.monthly").fails("no_price_increase"),
            ]
        ),
    ]
}
