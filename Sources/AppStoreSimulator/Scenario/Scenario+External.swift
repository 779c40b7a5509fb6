extension Scenario {
    /// 94 to 97: purchases elsewhere, and consent.
    static let external: [Scenario] = [
        Self.make(
            94,
            "external-token",
            "A token of a custom link, with a reminder each month",
            [.documented],
            [
                .customer(
                    "anna",
                    .openExternalPurchase,
                    reason: "SERVICES",
                    "EXTERNAL_PURCHASE_TOKEN/CREATED"
                ).facts([
                    "externalPurchaseToken.externalPurchaseId": "$openExternalPurchase.identifier",
                    "externalPurchaseToken.tokenType": "SERVICES",
                    "externalPurchaseToken.tokenCreationDate": "2026-01-15T09:00:00Z",
                    "externalPurchaseToken.tokenExpirationDate": "*", "notification.data": nil,
                ]),
                .advance("P3M", "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER x3").facts([
                    "*.externalPurchaseToken.externalPurchaseId": "$openExternalPurchase.identifier"
                ]),
            ]
        ),
        Self.make(
            95,
            "external-unreported",
            "A token that nobody reports",
            [.documented],
            [
                .customer("anna", .openExternalPurchase),
                .advance("P9D"),
                .advance("P1D", "EXTERNAL_PURCHASE_TOKEN/UNREPORTED").facts([
                    "externalPurchaseToken.externalPurchaseId": "$openExternalPurchase.identifier",
                    "externalPurchaseToken.tokenType": nil,
                ]),
                .advance("P1Y"),
            ]
        ),
        Self.make(
            96,
            "external-reported",
            "A report ends the reminders",
            [.documented],
            [
                .customer("anna", .openExternalPurchase).named("plain"),
                .call(
                    "PUT",
                    "/externalPurchase/v1/reports",
                    body: [
                        "requestIdentifier": "00000000-0000-4000-8000-000000000096",
                        "externalPurchaseId": "$plain.identifier", "status": "NO_LINE_ITEM",
                    ]
                ),
                .advance("P1M"),
                .customer(
                    "ben",
                    .openExternalPurchase,
                    reason: "ACQUISITION",
                    "EXTERNAL_PURCHASE_TOKEN/CREATED"
                ).named("custom"),
                .call(
                    "PUT",
                    "/externalPurchase/v1/reports",
                    body: [
                        "requestIdentifier": "00000000-0000-4000-8000-000000000097",
                        "externalPurchaseId": "$custom.identifier", "status": "DUPLICATE_TOKEN",
                    ]
                ),
                .advance("P2Y"),
            ]
        ),
        Self.make(
            97,
            "consent-rescinded",
            "A parent withdraws consent",
            [.documented, .library, .inferred],
            [
                .buy("carl", "coins.100", "ONE_TIME_CHARGE/-"),
                .customer("carl", .rescindConsent, "RESCIND_CONSENT/-").facts([
                    "appData.bundleId": "*", "appData.environment": "Production", "notification.data": nil,
                    "appTransaction.appTransactionId": "*", "appTransaction.receiptType": "Production",
                ]),
            ]
        ),
    ]
}
