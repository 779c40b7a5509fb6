extension Scenario {
    /// 15 to 21: leaving and coming back.
    static let cancellation: [Scenario] = [
        Self.make(
            15,
            "cancelled",
            "A cancelled subscription runs out",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").facts([
                    "renewal.autoRenewStatus": 0, "data.status": 1,
                ]),
                .advance("P1M", "EXPIRED/VOLUNTARY").facts(["renewal.expirationIntent": 1, "data.status": 2]),
            ]
        ),
        Self.make(
            16,
            "re-enabled",
            "A cancellation is taken back",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P3D"),
                .subscription(
                    "anna",
                    .reenable,
                    "pro.monthly",
                    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"
                ).facts(["renewal.autoRenewStatus": 1]),
                .advance("P28D", "DID_RENEW/-"),
            ]
        ),
        Self.make(
            17,
            "cancelled-too-late",
            "A cancellation after the charge comes a period too late",
            [.field],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                // The renewal is charged a day ahead; from this instant nothing stops it.
                .advance("P30D"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1D", "DID_RENEW/-").facts([
                    "renewal.autoRenewStatus": 0, "transaction.expiresDate": "2026-03-15T09:00:00Z",
                ]),
                .advance("P1M", "EXPIRED/VOLUNTARY"),
            ]
        ),
        Self.make(
            18,
            "resubscribed",
            "A former subscriber takes the same product again",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY"),
                .advance("P10D"),
                .buy("anna", "pro.monthly", "SUBSCRIBED/RESUBSCRIBE").facts([
                    "transaction.originalTransactionId": "$buy.originalTransactionId",
                    "transaction.transactionId": "$buy2.transactionId", "transaction.transactionReason": "PURCHASE",
                    "renewal.expirationIntent": nil, "data.status": 1,
                ]),
            ]
        ),
        Self.make(
            19,
            "resubscribed-elsewhere",
            "A former subscriber takes another product of the group",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY"),
                .buy("anna", "basic.monthly", "SUBSCRIBED/RESUBSCRIBE").facts([
                    "transaction.productId": "basic.monthly",
                    "transaction.originalTransactionId": "$buy.originalTransactionId",
                ]),
            ]
        ),
        Self.make(
            20,
            "flip-flop",
            "Auto-renew is turned off and on three times in a period",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .cancel("anna", "pro.monthly").fails("already_cancelled"),
                .subscription("anna", .reenable, "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .subscription("anna", .reenable, "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .subscription("anna", .reenable, "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"),
                .advance("P1M", "DID_RENEW/-"),
            ]
        ),
        Self.make(
            21,
            "bought-again-unpaid",
            "Bought again in grace: refused; in billing retry: billed after all",
            [.field, .inferred],
            [
                .grace(days: 16),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .declineCard, scope: "renewals"),
                .advance("P1M", "DID_FAIL_TO_RENEW/GRACE_PERIOD"),
                .buy("anna", "pro.monthly").fails("already_subscribed"),
                .advance("P16D", "GRACE_PERIOD_EXPIRED/-"),
                .buy("anna", "pro.monthly", "DID_RENEW/BILLING_RECOVERY").facts([
                    "transaction.purchaseDate": "2026-03-03T09:00:00Z", "data.status": 1,
                ]),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY"),
                .grace(days: nil),
                .turn("purchaseInRetryResubscribes", true),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("ben", .declineCard, scope: "renewals"),
                .advance("P1M", "DID_FAIL_TO_RENEW/-"),
                .buy("ben", "pro.monthly", "SUBSCRIBED/RESUBSCRIBE"),
            ]
        ),
    ]
}
