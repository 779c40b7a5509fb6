extension Scenario {
    /// 22 to 30: other products of the group.
    static let planChange: [Scenario] = [
        Self.make(
            22,
            "upgrade",
            "An upgrade happens at once",
            [.documented, .inferred],
            [
                .buy("anna", "basic.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P10D"),
                .buy("anna", "pro.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE").facts([
                    "transaction.productId": "pro.monthly", "transaction.transactionReason": "PURCHASE",
                    "transaction.purchaseDate": "2026-01-25T09:00:00Z",
                    "transaction.expiresDate": "2026-02-25T09:00:00Z", "renewal.productId": "pro.monthly",
                    "transaction.originalTransactionId": "$buy.transactionId",
                ]),
                .call("GET", "/inApps/v1/transactions/$buy.transactionId").facts([
                    "response.signedTransactionInfo": "*"
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.productId": "pro.monthly"]),
            ]
        ),
        Self.make(
            23,
            "downgrade",
            "A downgrade waits for the renewal",
            [.documented, .inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "basic.monthly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE").facts([
                    "transaction.productId": "pro.monthly", "renewal.productId": "pro.monthly",
                    "renewal.autoRenewProductId": "basic.monthly", "renewal.renewalPrice": 5_000,
                ]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.productId": "basic.monthly", "transaction.transactionReason": "RENEWAL",
                    "transaction.price": 5_000,
                ]),
            ]
        ),
        Self.make(
            24,
            "downgrade-undone",
            "A downgrade is taken back",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "basic.monthly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE"),
                .buy("anna", "pro.monthly", "DID_CHANGE_RENEWAL_PREF/-").facts([
                    "renewal.autoRenewProductId": "pro.monthly"
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.productId": "pro.monthly"]),
            ]
        ),
        Self.make(
            25,
            "crossgrade-same-length",
            "The same level and length: at once",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .advance("P5D"),
                .buy("anna", "plus.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE").facts([
                    "transaction.productId": "plus.monthly", "transaction.purchaseDate": "2026-01-20T09:00:00Z",
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.productId": "plus.monthly"]),
            ]
        ),
        Self.make(
            26,
            "crossgrade-other-length",
            "The same level and another length: at the renewal",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "pro.yearly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE").facts([
                    "transaction.productId": "pro.monthly", "renewal.autoRenewProductId": "pro.yearly",
                ]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.productId": "pro.yearly", "transaction.expiresDate": "2027-02-15T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            27,
            "downgrade-then-upgrade",
            "A downgrade is followed by an upgrade before the renewal",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "basic.monthly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE"),
                .buy("anna", "max.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE").facts([
                    "transaction.productId": "max.monthly", "renewal.autoRenewProductId": "max.monthly",
                ]),
                .advance("P1M", "DID_RENEW/-").facts(["transaction.productId": "max.monthly"]),
            ]
        ),
        Self.make(
            28,
            "downgrade-then-cancel",
            "A downgrade is followed by a cancellation",
            [.documented],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .buy("anna", "basic.monthly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", "EXPIRED/VOLUNTARY").facts(["transaction.productId": "pro.monthly"]),
            ]
        ),
        Self.make(
            29,
            "upgrade-while-cancelled",
            "An upgrade turns auto-renew on again",
            [.inferred],
            [
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("anna", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .buy("anna", "max.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE").facts(["renewal.autoRenewStatus": 1]),
                .turn("upgradeAnnouncesReenable", true),
                .buy("ben", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .cancel("ben", "pro.monthly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .buy(
                    "ben",
                    "max.monthly",
                    "DID_CHANGE_RENEWAL_PREF/UPGRADE",
                    "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"
                ),
            ]
        ),
        Self.make(
            30,
            "upgrade-in-trial",
            "An upgrade ends a trial, and there is no second one in the group",
            [.documented, .inferred],
            [
                .buy("anna", "trial.monthly", "SUBSCRIBED/INITIAL_BUY").facts(["transaction.offerType": 1]),
                .advance("P2D"),
                .buy("anna", "trial.top.monthly", "DID_CHANGE_RENEWAL_PREF/UPGRADE").facts([
                    "transaction.offerType": nil, "transaction.price": 12_000, "data.status": 1,
                ]),
                .advance("P1M", "DID_RENEW/-"),
            ]
        ),
    ]
}
