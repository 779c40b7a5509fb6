import AppStore
import Testing

@Suite(.enabled(if: WireVectors.arePresent, "PURSER_VECTORS is not set")) struct WirePayloadTests {
    @Test("A transaction decodes to the values of its text")
    func transaction() throws {
        let payload = try TransactionPayload(json: WireVectors.body("signedTransaction"))
        let expected = TransactionPayload(
            transactionId: "23456",
            originalTransactionId: "12345",
            webOrderLineItemId: "34343",
            bundleId: "com.example",
            productId: "com.example.product",
            subscriptionGroupIdentifier: "55555",
            purchaseDate: Timestamp(milliseconds: 1_698_148_900_000),
            originalPurchaseDate: Timestamp(milliseconds: 1_698_148_800_000),
            expiresDate: Timestamp(milliseconds: 1_698_149_000_000),
            quantity: 1,
            type: .autoRenewableSubscription,
            appAccountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138",
            inAppOwnershipType: .purchased,
            signedDate: Timestamp(milliseconds: 1_698_148_900_000),
            revocationReason: .appIssue,
            revocationDate: Timestamp(milliseconds: 1_698_148_950_000),
            isUpgraded: true,
            offerType: .introductory,
            offerIdentifier: "abc.123",
            environment: .localTesting,
            transactionReason: .purchase,
            storefront: "USA",
            storefrontId: "143441",
            price: 10990,
            currency: "USD",
            offerDiscountType: .payAsYouGo,
            appTransactionId: "71134",
            offerPeriod: "P1Y",
            advancedCommerceInfo: AdvancedCommerceTransactionInfo(
                descriptors: AdvancedCommerceDescriptors(description: "Premium Plan", displayName: "Premium"),
                estimatedTax: 1500,
                items: [
                    AdvancedCommerceTransactionItem(
                        sku: "com.example.sku.premium",
                        description: "Premium feature",
                        displayName: "Premium Feature",
                        price: 9990,
                        refunds: [
                            AdvancedCommerceRefund(
                                refundAmount: 5000,
                                refundDate: Timestamp(milliseconds: 1_698_149_100_000),
                                refundReason: .fulfillmentIssue,
                                refundType: .prorated
                            )
                        ],
                        revocationDate: Timestamp(milliseconds: 1_698_149_200_000)
                    )
                ],
                period: .oneMonth,
                requestReferenceId: "ref-12345",
                taxCode: "TAX_CODE_1",
                taxExclusivePrice: 8490,
                taxRate: "0.15"
            ),
            billingPlanType: .monthly,
            commitmentInfo: TransactionCommitmentInfo(
                billingPeriodNumber: 3,
                commitmentExpiresDate: Timestamp(milliseconds: 1_698_150_000_000),
                commitmentPrice: 119_880,
                totalBillingPeriods: 12
            )
        )
        #expect(payload == expected)
    }

    @Test("A revoked transaction says what was revoked and how much")
    func revocation() throws {
        let payload = try TransactionPayload(json: WireVectors.body("signedTransactionWithRevocation"))
        #expect(payload.revocationType == .refundProrated)
        #expect(payload.revocationPercentage == 50000)
        #expect(payload.revocationReason == .appIssue)
        #expect(payload.revocationDate == Timestamp(milliseconds: 1_698_148_950_000))
        #expect(payload.advancedCommerceInfo == nil)
    }

    @Test("A renewal info decodes to the values of its text")
    func renewalInfo() throws {
        let payload = try RenewalInfoPayload(json: WireVectors.body("signedRenewalInfo"))
        let expected = RenewalInfoPayload(
            expirationIntent: .customerCanceled,
            originalTransactionId: "12345",
            autoRenewProductId: "com.example.product.2",
            productId: "com.example.product",
            autoRenewStatus: .on,
            isInBillingRetryPeriod: true,
            priceIncreaseStatus: .pending,
            gracePeriodExpiresDate: Timestamp(milliseconds: 1_698_148_900_000),
            offerType: .promotional,
            offerIdentifier: "abc.123",
            signedDate: Timestamp(milliseconds: 1_698_148_800_000),
            environment: .localTesting,
            recentSubscriptionStartDate: Timestamp(milliseconds: 1_698_148_800_000),
            renewalDate: Timestamp(milliseconds: 1_698_148_850_000),
            renewalPrice: 9990,
            currency: "USD",
            offerDiscountType: .payAsYouGo,
            eligibleWinBackOfferIds: ["eligible1", "eligible2"],
            appTransactionId: "71134",
            offerPeriod: "P1Y",
            appAccountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138",
            advancedCommerceInfo: AdvancedCommerceRenewalInfo(
                consistencyToken: "token-abc-123",
                descriptors: AdvancedCommerceDescriptors(description: "Premium Plan", displayName: "Premium"),
                items: [
                    AdvancedCommerceRenewalItem(
                        sku: "com.example.sku.premium",
                        description: "Premium feature",
                        displayName: "Premium Feature",
                        price: 9990,
                        priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo(
                            dependentSKUs: ["com.example.sku.1", "com.example.sku.2"],
                            price: 12990,
                            status: .pending
                        )
                    )
                ],
                period: .oneMonth,
                requestReferenceId: "ref-12345",
                taxCode: "TAX_CODE_1"
            ),
            commitmentInfo: RenewalCommitmentInfo(
                commitmentAutoRenewProductId: "com.example.product.commitment",
                commitmentAutoRenewStatus: .on,
                commitmentRenewalBillingPlanType: .monthly,
                commitmentRenewalDate: Timestamp(milliseconds: 1_698_149_500_000),
                commitmentRenewalPrice: 9990
            ),
            renewalBillingPlanType: .monthly
        )
        #expect(payload == expected)
    }

    @Test("An app transaction decodes to the values of its text")
    func appTransaction() throws {
        let payload = try AppTransactionPayload(json: WireVectors.body("appTransaction"))
        let expected = AppTransactionPayload(
            receiptType: .localTesting,
            appAppleId: 531412,
            bundleId: "com.example",
            applicationVersion: "1.2.3",
            versionExternalIdentifier: 512,
            receiptCreationDate: Timestamp(milliseconds: 1_698_148_900_000),
            originalPurchaseDate: Timestamp(milliseconds: 1_698_148_800_000),
            originalApplicationVersion: "1.1.2",
            deviceVerification: "device_verification_value",
            deviceVerificationNonce: "48ccfa42-7431-4f22-9908-7e88983e105a",
            preorderDate: Timestamp(milliseconds: 1_698_148_700_000),
            appTransactionId: "71134",
            originalPlatform: .iOS
        )
        #expect(payload == expected)
    }

    @Test("A notification about a purchase decodes to the values of its text")
    func notification() throws {
        let payload = try NotificationPayload(json: WireVectors.body("signedNotification"))
        let expected = NotificationPayload(
            notificationType: .subscribed,
            subtype: .initialBuy,
            notificationUUID: "002e14d5-51f5-4503-b5a8-c3a1af68eb20",
            data: NotificationData(
                appAppleId: 41234,
                bundleId: "com.example",
                bundleVersion: "1.2.3",
                environment: .localTesting,
                signedTransactionInfo: SignedData("signed_transaction_info_value"),
                signedRenewalInfo: SignedData("signed_renewal_info_value"),
                status: .active
            ),
            version: "2.0",
            signedDate: Timestamp(milliseconds: 1_698_148_900_000)
        )
        #expect(payload == expected)
    }

    @Test("A consumption request says why the customer asks for a refund")
    func consumptionRequest() throws {
        let payload = try NotificationPayload(json: WireVectors.body("signedConsumptionRequestNotification"))
        #expect(payload.notificationType == .consumptionRequest)
        #expect(payload.subtype == nil)
        #expect(payload.data?.consumptionRequestReason == .unintendedPurchase)
        #expect(payload.summary == nil)
    }

    @Test("A summary, a token and withdrawn consent each have their own object")
    func otherObjects() throws {
        let summary = try NotificationPayload(json: WireVectors.body("signedSummaryNotification"))
        #expect(
            summary.summary
                == NotificationSummary(
                    environment: .localTesting,
                    appAppleId: 41234,
                    bundleId: "com.example",
                    productId: "com.example.product",
                    requestIdentifier: "efb27071-45a4-4aca-9854-2a1e9146f265",
                    storefrontCountryCodes: ["CAN", "USA", "MEX"],
                    succeededCount: 5,
                    failedCount: 2
                )
        )
        #expect(summary.data == nil)
        let token = try NotificationPayload(json: WireVectors.body("signedExternalPurchaseTokenNotification"))
        #expect(
            token.externalPurchaseToken
                == ExternalPurchaseToken(
                    externalPurchaseId: "b2158121-7af9-49d4-9561-1f588205523e",
                    tokenCreationDate: Timestamp(milliseconds: 1_698_148_950_000),
                    appAppleId: 55555,
                    bundleId: "com.example"
                )
        )
        let consent = try NotificationPayload(json: WireVectors.body("signedRescindConsentNotification"))
        #expect(
            consent.appData
                == NotificationAppData(
                    appAppleId: 41234,
                    bundleId: "com.example",
                    environment: .localTesting,
                    signedAppTransactionInfo: SignedData("signed_app_transaction_info_value")
                )
        )
    }
}
