extension Scenario {
    /// 103 to 109: twelve months paid monthly.
    ///
    /// Not offered in the United States and Singapore.
    static let commitment: [Scenario] = [
        Self.make(
            103,
            "commitment-year",
            "A whole year and the first month of the next",
            [.documented],
            [
                Self.commit.facts([
                    "transaction.billingPlanType": "MONTHLY", "transaction.price": 9_490,
                    "transaction.currency": "EUR",
                    "transaction.expiresDate": "2026-02-15T09:00:00Z",
                    "transaction.commitmentInfo.billingPeriodNumber": 1,
                    "transaction.commitmentInfo.totalBillingPeriods": 12,
                    "transaction.commitmentInfo.commitmentPrice": 113_880,
                    "transaction.commitmentInfo.commitmentExpiresDate": "2027-01-15T09:00:00Z",
                    "renewal.renewalBillingPlanType": "MONTHLY",
                    "renewal.commitmentInfo.commitmentAutoRenewStatus": 1,
                ]),
                .advance("P11M", "DID_RENEW/- x11").facts([
                    "#1.transaction.commitmentInfo.billingPeriodNumber": 2,
                    "#11.transaction.commitmentInfo.billingPeriodNumber": 12, "*.transaction.price": 9_490,
                ]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.commitmentInfo.billingPeriodNumber": 1,
                    "transaction.commitmentInfo.commitmentExpiresDate": "2028-01-15T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            104,
            "commitment-cancelled",
            "A commitment is cancelled in its third month and goes on to its end",
            [.documented, .inferred],
            [
                Self.commit,
                .advance("P2M", "DID_RENEW/- x2"),
                .cancel("dora", "club.yearly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED").facts([
                    "renewal.autoRenewStatus": 1, "renewal.commitmentInfo.commitmentAutoRenewStatus": 0,
                    "transaction.commitmentInfo.billingPeriodNumber": 3,
                ]),
                .advance("P9M", "DID_RENEW/- x9").facts([
                    "transaction.commitmentInfo.billingPeriodNumber": 12
                ]),
                .advance("P1M", "EXPIRED/VOLUNTARY").facts(["data.status": 2, "renewal.expirationIntent": 1]),
            ]
        ),
        Self.make(
            105,
            "commitment-recovered",
            "A month is billed late, never with grace, and the commitment ends later",
            [.documented],
            [
                .grace(days: 16),
                Self.commit,
                .customer("dora", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-").facts(["data.status": 3]),
                .advance("P10D"),
                .customer("dora", .repairCard, "DID_RENEW/BILLING_RECOVERY").facts([
                    "transaction.commitmentInfo.billingPeriodNumber": 2,
                    "transaction.commitmentInfo.commitmentExpiresDate": "2027-01-25T09:00:00Z",
                ]),
            ]
        ),
        Self.make(
            106,
            "commitment-given-up",
            "A month is not paid for 90 days",
            [.documented],
            [
                Self.commit,
                .customer("dora", .declineCard),
                .advance("P1M", "DID_FAIL_TO_RENEW/-"),
                .advance("P89D"),
                .advance("P1D", "EXPIRED/BILLING_RETRY").facts(["data.status": 2]),
                .advance("P1Y"),
            ]
        ),
        Self.make(
            107,
            "commitment-earlier-refunded",
            "An earlier month is refunded",
            [.documented],
            [
                Self.commit,
                .advance("P2M", "DID_RENEW/- x2"),
                .transaction("$buy.transactionId", .requestRefund, "CONSUMPTION_REQUEST/-"),
                .transaction("$buy.transactionId", .answerConsumption, preference: "GRANT_FULL", "REFUND/-").facts([
                    "transaction.commitmentInfo.billingPeriodNumber": 1, "data.status": 1,
                ]),
                .advance("P2M", "DID_RENEW/- x2"),
            ]
        ),
        Self.make(
            108,
            "commitment-current-refunded",
            "The running month is refunded, and the commitment ends at once",
            [.documented],
            [
                Self.commit,
                .advance("P2M", "DID_RENEW/- x2"),
                // As with every subscription, asking turns auto-renew off: here, that of the commitment.
                .transaction(
                    "$buy.latest.transactionId",
                    .requestRefund,
                    ["CONSUMPTION_REQUEST/-", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"]
                ),
                .transaction(
                    "$buy.latest.transactionId",
                    .answerConsumption,
                    preference: "GRANT_FULL",
                    "REFUND/-"
                ).facts([
                    "data.status": 5, "renewal.autoRenewStatus": 0,
                    "transaction.commitmentInfo.billingPeriodNumber": 3,
                ]),
                .advance("P1Y"),
            ]
        ),
        Self.make(
            109,
            "commitment-changed",
            "At its end a commitment renews into another product, or another plan",
            [.documented, .inferred],
            [
                Self.commit,
                .buy("dora", "club.basic.yearly", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE").facts([
                    "renewal.commitmentInfo.commitmentAutoRenewProductId": "club.basic.yearly",
                    "renewal.autoRenewProductId": "club.yearly",
                ]),
                .advance("P11M", "DID_RENEW/- x11").facts(["*.transaction.productId": "club.yearly"]),
                .advance("P1M", "DID_RENEW/-").facts([
                    "transaction.productId": "club.basic.yearly", "transaction.commitmentInfo": nil,
                    "transaction.price": 51_590, "transaction.expiresDate": "2028-01-15T09:00:00Z",
                ]),
                .buy("emil", "club.yearly", plan: "MONTHLY", storefront: "DEU", "SUBSCRIBED/INITIAL_BUY"),
                .buy("emil", "club.yearly", plan: "BILLED_UPFRONT", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE").facts([
                    "renewal.commitmentInfo.commitmentRenewalBillingPlanType": "BILLED_UPFRONT"
                ]),
                .advance("P11M", "@emil DID_RENEW/- x11"),
                .cancel("dora", "club.yearly", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"),
                .advance("P1M", ["@emil DID_RENEW/-", "@dora EXPIRED/VOLUNTARY"]),
                .call("GET", "/inApps/v1/transactions/$@emil.transactionId").facts([
                    "response.signedTransactionInfo": "*"
                ]),
            ]
        ),
    ]

    /// Dora, in Germany, commits herself to a year.
    private static let commit = ScenarioStep.buy(
        "dora",
        "club.yearly",
        plan: "MONTHLY",
        storefront: "DEU",
        "SUBSCRIBED/INITIAL_BUY"
    )
}
