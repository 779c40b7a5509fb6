extension Scenario {
    /// 43 to 54: renewals that fail.
    static let billing: [Scenario] = [
        Self.make(
            43,
            "billing-recovered",
            "A renewal fails without grace and is billed later: a new cycle",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-").facts([
                    "data.status": 3, "renewal.isInBillingRetryPeriod": true, "renewal.gracePeriodExpiresDate": nil,
                    "transaction.transactionId": "$buy.transactionId",
                ]),
                .advance("P5D"),
                .customer("anna", .repairCard, "DID_RENEW/BILLING_RECOVERY").facts([
                    "data.status": 1, "transaction.purchaseDate": "2026-02-20T09:00:00Z",
                    "transaction.expiresDate": "2026-03-20T09:00:00Z", "renewal.isInBillingRetryPeriod": false,
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.expiresDate": "2026-04-20T09:00:00Z"]),
            ]
        ),
        Self.make(
            44,
            "billing-given-up",
            "A renewal fails without grace and is given up after 60 days",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-"),
                .advance("P59D"),
                .advance("P1D", "EXPIRED/BILLING_RETRY").facts([
                    "data.status": 2, "renewal.expirationIntent": 2, "renewal.isInBillingRetryPeriod": false,
                ]),
            ]
        ),
        Self.make(
            45,
            "grace-recovered",
            "Billed in grace: the cycle stays",
            [.documented],
            [
                .grace(days: 16),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/GRACE_PERIOD").facts([
                    "data.status": 4, "renewal.gracePeriodExpiresDate": "2026-03-03T09:00:00Z",
                    "renewal.isInBillingRetryPeriod": true,
                ]),
                .advance("P5D"),
                .customer("anna", .repairCard, "DID_RENEW/BILLING_RECOVERY").facts([
                    "data.status": 1, "transaction.purchaseDate": "2026-02-15T09:00:00Z",
                    "transaction.expiresDate": "2026-03-15T09:00:00Z", "renewal.gracePeriodExpiresDate": nil,
                ]),
                .advance("P23D", "DID_RENEW/-").facts(["transaction.expiresDate": "2026-04-15T09:00:00Z"]),
            ]
        ),
        Self.make(
            46,
            "grace-expired-recovered",
            "Grace ends, and then the renewal is billed",
            [.documented],
            [
                .grace(days: 16),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/GRACE_PERIOD"),
                .advance("P16D", "GRACE_PERIOD_EXPIRED/-").facts(["data.status": 3]),
                .advance("P4D"),
                .customer("anna", .repairCard, "DID_RENEW/BILLING_RECOVERY").facts([
                    "data.status": 1, "transaction.purchaseDate": "2026-03-07T09:00:00Z",
                    "transaction.expiresDate": "2026-04-07T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            47,
            "grace-expired-given-up",
            "Grace ends, and nothing is ever billed",
            [.documented],
            [
                .grace(days: 16),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/GRACE_PERIOD"),
                .advance("P16D", "GRACE_PERIOD_EXPIRED/-"),
                .advance("P44D", "EXPIRED/BILLING_RETRY").facts(["data.status": 2, "renewal.expirationIntent": 2]),
            ]
        ),
        Self.make(
            48,
            "cancelled-in-retry",
            "A cancellation in billing retry ends at once",
            [.documented, .inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-"),
                .advance("P3D"),
                .cancel(
                    "anna",
                    "pro.monthly",
                    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                    "EXPIRED/VOLUNTARY"
                ).facts(["data.status": 2, "renewal.expirationIntent": 1]),
                .advance("P60D"),
            ]
        ),
        Self.make(
            49,
            "cancelled-in-grace",
            "A cancellation in grace ends at once",
            [.documented, .inferred],
            [
                .grace(days: 16),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/GRACE_PERIOD"),
                .advance("P3D"),
                .cancel(
                    "anna",
                    "pro.monthly",
                    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                    "EXPIRED/VOLUNTARY"
                ).facts(["data.status": 2]),
                .advance("P60D"),
            ]
        ),
        Self.make(
            50,
            "grace-paid-to-paid",
            "Grace for paid renewals only: the first payment after a trial has none",
            [.documented, .inferred],
            [
                .grace(days: 16, scope: "paidToPaid"),
                .buy("anna", "trial.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .customer("ben", .declineCard),
                .advance("P1W", "@anna DID_FAIL_TO_RENEW/-").facts(["data.status": 3]),
                .advance("P24D", "@ben DID_FAIL_TO_RENEW/GRACE_PERIOD").facts(["data.status": 4]),
            ]
        ),
        Self.make(
            51,
            "billing-recovered-twice",
            "Two cycles in a row fail and are billed later",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-"),
                .advance("P2D"),
                .customer("anna", .repairCard, "DID_RENEW/BILLING_RECOVERY"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-"),
                .advance("P2D"),
                .customer("anna", .repairCard, "DID_RENEW/BILLING_RECOVERY").facts([
                    "transaction.purchaseDate": "2026-03-19T09:00:00Z"
                ]),
            ]
        ),
        Self.make(
            52,
            "removed-from-sale",
            "The product is no longer sold when it would renew",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .act(.removeFromSale, []) { $0.product = "pro.monthly" },
                .buy("ben", "pro.monthly").fails("not_for_sale"),
                .advance("P1M", "EXPIRED/PRODUCT_NOT_FOR_SALE").facts([
                    "data.status": 2, "renewal.expirationIntent": 4,
                ]),
            ]
        ),
        Self.make(
            53,
            "expired-otherwise",
            "A subscription ends for another reason",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P5D"),
                .subscription("anna", .expire, "pro.monthly", "EXPIRED/-").facts([
                    "data.status": 2, "renewal.expirationIntent": 5,
                ]),
            ]
        ),
        Self.make(
            54,
            "downgrade-recovered",
            "A renewal into a lower product fails and is billed later",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "basic.monthly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE"),
                .customer("anna", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-").facts([
                    "transaction.productId": "pro.monthly", "renewal.autoRenewProductId": "basic.monthly",
                ]),
                .advance("P2D"),
                .customer("anna", .repairCard, "DID_RENEW/BILLING_RECOVERY").facts([
                    "transaction.productId": "basic.monthly", "transaction.price": 5_000,
                ]),
            ]
        ),
    ]
}
