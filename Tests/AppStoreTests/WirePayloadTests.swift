import AppStore
import Testing

@Suite(.enabled(if: WireVectors.arePresent, "PURSER_VECTORS is not set")) struct WirePayloadTests {
    @Test("A transaction is decoded to the values of its text")
    func transaction() throws {
        let payload = try TransactionPayload(json: WireVectors.body("signedTransaction"))
        let expected = TransactionPayload.with {
            $0.transactionId = "23456"
            $0.originalTransactionId = "12345"
            $0.webOrderLineItemId = "34343"
            $0.bundleId = "com.example"
            $0.productId = "com.example.product"
            $0.subscriptionGroupIdentifier = "55555"
            $0.purchaseDate = Timestamp(milliseconds: 1_698_148_900_000)
            $0.originalPurchaseDate = Timestamp(milliseconds: 1_698_148_800_000)
            $0.expiresDate = Timestamp(milliseconds: 1_698_149_000_000)
            $0.quantity = 1
            $0.type = .autoRenewableSubscription
            $0.appAccountToken = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
            $0.inAppOwnershipType = .purchased
            $0.signedDate = Timestamp(milliseconds: 1_698_148_900_000)
            $0.revocationReason = .appIssue
            $0.revocationDate = Timestamp(milliseconds: 1_698_148_950_000)
            $0.isUpgraded = true
            $0.offerType = .introductory
            $0.offerIdentifier = "abc.123"
            $0.environment = .localTesting
            $0.transactionReason = .purchase
            $0.storefront = "USA"
            $0.storefrontId = "143441"
            $0.price = 10990
            $0.currency = "USD"
            $0.offerDiscountType = .payAsYouGo
            $0.appTransactionId = "71134"
            $0.offerPeriod = "P1Y"
            $0.advancedCommerceInfo = .with {
                $0.descriptors = .with {
                    $0.description = "Premium Plan"
                    $0.displayName = "Premium"
                }
                $0.estimatedTax = 1500
                $0.items = [
                    .with {
                        $0.sku = "com.example.sku.premium"
                        $0.description = "Premium feature"
                        $0.displayName = "Premium Feature"
                        $0.price = 9990
                        $0.refunds = [
                            .with {
                                $0.refundAmount = 5000
                                $0.refundDate = Timestamp(milliseconds: 1_698_149_100_000)
                                $0.refundReason = .fulfillmentIssue
                                $0.refundType = .prorated
                            }
                        ]
                        $0.revocationDate = Timestamp(milliseconds: 1_698_149_200_000)
                    }
                ]
                $0.period = .oneMonth
                $0.requestReferenceId = "ref-12345"
                $0.taxCode = "TAX_CODE_1"
                $0.taxExclusivePrice = 8490
                $0.taxRate = "0.15"
            }
            $0.billingPlanType = .monthly
            $0.commitmentInfo = .with {
                $0.billingPeriodNumber = 3
                $0.commitmentExpiresDate = Timestamp(milliseconds: 1_698_150_000_000)
                $0.commitmentPrice = 119_880
                $0.totalBillingPeriods = 12
            }
        }
        #expect(payload == expected)
    }

    @Test("A revoked transaction contains the type and percentage of the revocation")
    func revocation() throws {
        let payload = try TransactionPayload(json: WireVectors.body("signedTransactionWithRevocation"))
        #expect(payload.revocationType == .refundProrated)
        #expect(payload.revocationPercentage == 50000)
        #expect(payload.revocationReason == .appIssue)
        #expect(payload.revocationDate == Timestamp(milliseconds: 1_698_148_950_000))
        #expect(payload.advancedCommerceInfo == nil)
    }

    @Test("Renewal information is decoded to the values of its text")
    func renewalInfo() throws {
        let payload = try RenewalInfoPayload(json: WireVectors.body("signedRenewalInfo"))
        let expected = RenewalInfoPayload.with {
            $0.expirationIntent = .customerCanceled
            $0.originalTransactionId = "12345"
            $0.autoRenewProductId = "com.example.product.2"
            $0.productId = "com.example.product"
            $0.autoRenewStatus = .on
            $0.isInBillingRetryPeriod = true
            $0.priceIncreaseStatus = .pending
            $0.gracePeriodExpiresDate = Timestamp(milliseconds: 1_698_148_900_000)
            $0.offerType = .promotional
            $0.offerIdentifier = "abc.123"
            $0.signedDate = Timestamp(milliseconds: 1_698_148_800_000)
            $0.environment = .localTesting
            $0.recentSubscriptionStartDate = Timestamp(milliseconds: 1_698_148_800_000)
            $0.renewalDate = Timestamp(milliseconds: 1_698_148_850_000)
            $0.renewalPrice = 9990
            $0.currency = "USD"
            $0.offerDiscountType = .payAsYouGo
            $0.eligibleWinBackOfferIds = ["eligible1", "eligible2"]
            $0.appTransactionId = "71134"
            $0.offerPeriod = "P1Y"
            $0.appAccountToken = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
            $0.advancedCommerceInfo = .with {
                $0.consistencyToken = "token-abc-123"
                $0.descriptors = .with {
                    $0.description = "Premium Plan"
                    $0.displayName = "Premium"
                }
                $0.items = [
                    .with {
                        $0.sku = "com.example.sku.premium"
                        $0.description = "Premium feature"
                        $0.displayName = "Premium Feature"
                        $0.price = 9990
                        $0.priceIncreaseInfo = .with {
                            $0.dependentSKUs = ["com.example.sku.1", "com.example.sku.2"]
                            $0.price = 12990
                            $0.status = .pending
                        }
                    }
                ]
                $0.period = .oneMonth
                $0.requestReferenceId = "ref-12345"
                $0.taxCode = "TAX_CODE_1"
            }
            $0.commitmentInfo = .with {
                $0.commitmentAutoRenewProductId = "com.example.product.commitment"
                $0.commitmentAutoRenewStatus = .on
                $0.commitmentRenewalBillingPlanType = .monthly
                $0.commitmentRenewalDate = Timestamp(milliseconds: 1_698_149_500_000)
                $0.commitmentRenewalPrice = 9990
            }
            $0.renewalBillingPlanType = .monthly
        }
        #expect(payload == expected)
    }

    @Test("An app transaction is decoded to the values of its text")
    func appTransaction() throws {
        let payload = try AppTransactionPayload(json: WireVectors.body("appTransaction"))
        let expected = AppTransactionPayload.with {
            $0.receiptType = .localTesting
            $0.appAppleId = 531412
            $0.bundleId = "com.example"
            $0.applicationVersion = "1.2.3"
            $0.versionExternalIdentifier = 512
            $0.receiptCreationDate = Timestamp(milliseconds: 1_698_148_900_000)
            $0.originalPurchaseDate = Timestamp(milliseconds: 1_698_148_800_000)
            $0.originalApplicationVersion = "1.1.2"
            $0.deviceVerification = "device_verification_value"
            $0.deviceVerificationNonce = "48ccfa42-7431-4f22-9908-7e88983e105a"
            $0.preorderDate = Timestamp(milliseconds: 1_698_148_700_000)
            $0.appTransactionId = "71134"
            $0.originalPlatform = .iOS
        }
        #expect(payload == expected)
    }

    @Test("A notification about a purchase is decoded to the values of its text")
    func notification() throws {
        let payload = try NotificationPayload(json: WireVectors.body("signedNotification"))
        let expected = NotificationPayload.with {
            $0.notificationType = .subscribed
            $0.subtype = .initialBuy
            $0.notificationUUID = "002e14d5-51f5-4503-b5a8-c3a1af68eb20"
            $0.data = .with {
                $0.appAppleId = 41234
                $0.bundleId = "com.example"
                $0.bundleVersion = "1.2.3"
                $0.environment = .localTesting
                $0.signedTransactionInfo = SignedData("signed_transaction_info_value")
                $0.signedRenewalInfo = SignedData("signed_renewal_info_value")
                $0.status = .active
            }
            $0.version = "2.0"
            $0.signedDate = Timestamp(milliseconds: 1_698_148_900_000)
        }
        #expect(payload == expected)
    }

    @Test("A consumption request contains the customer's reason for the refund request")
    func consumptionRequest() throws {
        let payload = try NotificationPayload(json: WireVectors.body("signedConsumptionRequestNotification"))
        #expect(payload.notificationType == .consumptionRequest)
        #expect(payload.subtype == nil)
        #expect(payload.data?.consumptionRequestReason == .unintendedPurchase)
        #expect(payload.summary == nil)
    }

    @Test("A summary, a token, and a rescinded consent each have their own object")
    func otherObjects() throws {
        let summary = try NotificationPayload(json: WireVectors.body("signedSummaryNotification"))
        #expect(
            summary.summary
                == NotificationSummary.with {
                    $0.environment = .localTesting
                    $0.appAppleId = 41234
                    $0.bundleId = "com.example"
                    $0.productId = "com.example.product"
                    $0.requestIdentifier = "efb27071-45a4-4aca-9854-2a1e9146f265"
                    $0.storefrontCountryCodes = ["CAN", "USA", "MEX"]
                    $0.succeededCount = 5
                    $0.failedCount = 2
                }
        )
        #expect(summary.data == nil)
        let token = try NotificationPayload(json: WireVectors.body("signedExternalPurchaseTokenNotification"))
        #expect(
            token.externalPurchaseToken
                == ExternalPurchaseToken.with {
                    $0.externalPurchaseId = "b2158121-7af9-49d4-9561-1f588205523e"
                    $0.tokenCreationDate = Timestamp(milliseconds: 1_698_148_950_000)
                    $0.appAppleId = 55555
                    $0.bundleId = "com.example"
                }
        )
        let consent = try NotificationPayload(json: WireVectors.body("signedRescindConsentNotification"))
        #expect(
            consent.appData
                == NotificationAppData.with {
                    $0.appAppleId = 41234
                    $0.bundleId = "com.example"
                    $0.environment = .localTesting
                    $0.signedAppTransactionInfo = SignedData("signed_app_transaction_info_value")
                }
        )
    }
}
