extension Scenario {
    /// 84 to 88: what does not renew.
    static let oneTime: [Scenario] = [
        Self.make(
            84,
            "consumable",
            "A consumable is bought",
            [.documented],
            [
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").facts([
                    "transaction.type": "Consumable", "transaction.price": 1_000, "transaction.quantity": 1,
                    "transaction.expiresDate": nil, "data.status": nil, "data.signedRenewalInfo": nil,
                ]),
                .buy("anna", "coins.100", "ONE_TIME_CHARGE/-").facts([
                    "transaction.originalTransactionId": "$buy2.transactionId"
                ]),
            ]
        ),
        Self.make(
            85,
            "non-consumable",
            "A non-consumable is bought",
            [.documented],
            [.buy("anna", "theme.dark", "ONE_TIME_CHARGE/-").facts(["transaction.type": "Non-Consumable"])]
        ),
        Self.make(
            86,
            "non-renewing",
            "A non-renewing subscription is bought",
            [.documented],
            [
                .buy("anna", "pass.summer", "ONE_TIME_CHARGE/-").facts([
                    "transaction.type": "Non-Renewing Subscription", "transaction.expiresDate": nil,
                ])
            ]
        ),
        Self.make(
            87,
            "consumables",
            "Several of a consumable are bought at once",
            [.documented],
            [
                .buy("anna", "coins.100", quantity: 3, "ONE_TIME_CHARGE/-").facts([
                    "transaction.quantity": 3, "transaction.price": 3_000,
                ]),
                .buy("anna", "theme.dark", quantity: 2).fails("invalid_quantity"),
            ]
        ),
        Self.make(
            88,
            "restored",
            "A restore, and a second purchase of what is owned, are not told",
            [.inferred],
            [
                .buy("anna", "theme.dark", "ONE_TIME_CHARGE/-"),
                .buy("anna", "pro.monthly", "SUBSCRIBED/INITIAL_BUY"),
                .customer("anna", .restore).facts(["answer.purchases": 2, "answer.isRestored": true]),
                .buy("anna", "theme.dark").facts([
                    "answer.originalTransactionId": "$buy.transactionId"
                ]),
            ]
        ),
    ]
}
