import AppStore
import Foundation
import Testing

@Suite struct AppStoreRequestTests {
    /// The request that one call sends.
    struct Sent: Sendable {
        let operation: AppStoreOperation
        let environment: AppStoreEnvironment
        let call: @Sendable (AppStoreClient) async -> Void
        let line: String
        let body: String?

        init<Answer: Sendable>(
            _ request: AppStoreRequest<Answer>,
            _ line: String,
            _ body: String? = nil,
            in environment: AppStoreEnvironment = .production
        ) {
            self.operation = request.operation
            self.environment = environment
            self.line = line
            self.body = body
            self.call = { client in
                _ = await outcome { () throws(AppStoreError) in try await client.send(request, to: environment) }
            }
        }
    }

    static let id = UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    static let text = "ab000000-0000-4000-8000-000000000001"
    static let info = AdvancedCommerceRequestInfo.with { $0.requestReferenceId = "ref" }
    static let infoJSON = #"{"requestInfo":{"requestReferenceId":"ref"}"#

    static func calls() throws -> [Sent] {
        let days = try #require(ExtensionDays(30))
        let consumed = try #require(ConsumedShare(milliunits: 25_000))
        let window = try #require(
            PurchaseWindow(from: Timestamp(milliseconds: 5), until: Timestamp(milliseconds: 9))
        )
        let filter = HistoryFilter(
            purchased: window,
            productIDs: ["a&b", "c d"],
            productTypes: [.consumable],
            subscriptionGroupIDs: ["21"],
            ownership: .purchased,
            isRevoked: false,
            order: .ascending
        )
        var v1 = ConsumptionInformationV1(deliveryStatus: .delivered, sampleContentProvided: false)
        v1.appAccountToken = Self.id
        let from = Timestamp(milliseconds: 1)
        let to = Timestamp(milliseconds: 2)
        return [
            Sent(.transactionInfo("1"), "GET /inApps/v1/transactions/1"),
            Sent(
                .transactionHistory(of: "1", filter: filter, after: "r=1"),
                "GET /inApps/v2/history/1?startDate=5&endDate=9&productId=a%26b&productId=c%20d&productType=CONSUMABLE"
                    + "&sort=ASCENDING&subscriptionGroupIdentifier=21&inAppOwnershipType=PURCHASED&revoked=false"
                    + "&revision=r%3D1"
            ),
            Sent(.transactionHistoryV1(of: "1"), "GET /inApps/v1/history/1"),
            Sent(
                .subscriptionStatuses(of: "1", in: [.active, .expired]),
                "GET /inApps/v1/subscriptions/1?status=1&status=2"
            ),
            Sent(.appTransactionInfo(of: "1"), "GET /inApps/v1/transactions/appTransactions/1"),
            Sent(.finishTransaction("1"), "POST /inApps/v1/transactions/1/finish"),
            Sent(
                .setAppAccountToken(Self.id, of: "1"),
                "PUT /inApps/v1/transactions/1/appAccountToken",
                #"{"appAccountToken":"\#(Self.text)"}"#
            ),
            Sent(
                .sendConsumption(.delivered(consumed: consumed, sampleContentProvided: true), of: "1"),
                "PUT /inApps/v2/transactions/consumption/1",
                #"{"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"DELIVERED","#
                    + #""consumptionPercentage":25000}"#
            ),
            Sent(
                .sendConsumptionV1(v1, of: "1"),
                "PUT /inApps/v1/transactions/consumption/1",
                #"{"customerConsented":true,"consumptionStatus":0,"platform":0,"sampleContentProvided":false,"#
                    + #""deliveryStatus":0,"appAccountToken":"\#(Self.text)","accountTenure":0,"playTime":0,"#
                    + #""lifetimeDollarsRefunded":0,"lifetimeDollarsPurchased":0,"userStatus":0}"#
            ),
            Sent(.orderLookup("MQ/1"), "GET /inApps/v1/lookup/MQ%2F1"),
            Sent(.refundHistory(of: "1", after: "r"), "GET /inApps/v2/refund/lookup/1?revision=r"),
            Sent(.refundHistoryV1(of: "1"), "GET /inApps/v1/refund/lookup/1"),
            Sent(
                .extendRenewalDate(of: "1", by: days, reasonCode: .serviceIssue, as: "x"),
                "PUT /inApps/v1/subscriptions/extend/1",
                #"{"extendByDays":30,"extendReasonCode":3,"requestIdentifier":"x"}"#
            ),
            Sent(
                .extendRenewalDates(of: "pro", by: days, reasonCode: .other, as: Self.id, in: ["DEU"]),
                "POST /inApps/v1/subscriptions/extend/mass",
                #"{"extendByDays":30,"extendReasonCode":2,"requestIdentifier":"\#(Self.text)","#
                    + #""storefrontCountryCodes":["DEU"],"productId":"pro"}"#
            ),
            Sent(
                .massExtensionStatus(of: "pro/1", as: Self.id),
                "GET /inApps/v1/subscriptions/extend/mass/pro%2F1/\(Self.text)"
            ),
            Sent(
                .notificationHistory(.type(.refund, nil), from: from, to: to, onlyFailures: true, after: "p"),
                "POST /inApps/v1/notifications/history?paginationToken=p",
                #"{"startDate":1,"endDate":2,"notificationType":"REFUND","onlyFailures":true}"#
            ),
            Sent(
                .notificationHistory(.type(.subscribed, .initialBuy), from: from, to: to),
                "POST /inApps/v1/notifications/history",
                #"{"startDate":1,"endDate":2,"notificationType":"SUBSCRIBED","notificationSubtype":"INITIAL_BUY"}"#
            ),
            Sent(
                .notificationHistory(.transaction("7"), from: from, to: to),
                "POST /inApps/v1/notifications/history",
                #"{"startDate":1,"endDate":2,"transactionId":"7"}"#
            ),
            Sent(.testNotification(), "POST /inApps/v1/notifications/test"),
            Sent(.testNotificationStatus("t_1"), "GET /inApps/v1/notifications/test/t_1"),
            Sent(.customerGroups(of: "1"), "GET /groups/v1/currentGroups/1", in: .sandbox),
            Sent(
                .groupMembers(of: "9", limit: 1000, after: "p"),
                "GET /groups/v1/group/9?limit=100&paginationToken=p",
                in: .sandbox
            ),
            Sent(
                .claimSeat(of: "1", for: "a", as: "r"),
                "POST /groups/v1/transactions/1/seats",
                #"{"requestIdentifier":"r","appTransactionId":"a"}"#,
                in: .sandbox
            ),
            Sent(.unclaimSeat("c", of: "1"), "DELETE /groups/v1/transactions/1/seats/c", in: .sandbox),
            Sent(
                .associateSeat("c", of: "1", with: "a"),
                "POST /groups/v1/transactions/1/seats/c/associate",
                #"{"appTransactionId":"a"}"#,
                in: .sandbox
            ),
            Sent(.seatInfo(of: "1"), "GET /groups/v1/transactions/1/seats", in: .sandbox),
        ] + Self.others()
    }

    static func others() -> [Sent] {
        let price = AdvancedCommerceSubscriptionPriceChangeRequest.with {
            $0.requestInfo = Self.info
            $0.items = []
        }
        let migration = AdvancedCommerceSubscriptionMigrateRequest.with {
            $0.requestInfo = Self.info
            $0.descriptors = .with {
                $0.description = "d"
                $0.displayName = "n"
            }
            $0.items = []
            $0.targetProductId = "generic"
            $0.taxCode = "C003"
        }
        let revocation = AdvancedCommerceSubscriptionRevokeRequest.with {
            $0.requestInfo = Self.info
            $0.refundReason = .legal
            $0.refundRiskingPreference = true
            $0.refundType = .full
        }
        let refund = AdvancedCommerceRequestRefundRequest.with {
            $0.requestInfo = Self.info
            $0.items = []
            $0.refundRiskingPreference = false
        }
        let report = ExternalPurchaseReport.with {
            $0.requestIdentifier = Self.text
            $0.externalPurchaseId = "e"
            $0.status = .noLineItem
        }
        let messaging = "/inApps/v1/messaging"
        let commerce = "/advancedCommerce/v1"
        return [
            Sent(
                .uploadImage([7], as: Self.id, size: .fullSize),
                "PUT \(messaging)/image/\(Self.text)?imageSize=FULL_SIZE",
                "\u{7}"
            ),
            Sent(.deleteImage(Self.id), "DELETE \(messaging)/image/\(Self.text)"),
            Sent(.imageList(), "GET \(messaging)/image/list"),
            Sent(
                .uploadMessage(
                    UploadMessageRequestBody.with {
                        $0.header = "h"
                        $0.body = "b"
                    },
                    as: Self.id
                ),
                "PUT \(messaging)/message/\(Self.text)",
                #"{"header":"h","body":"b"}"#
            ),
            Sent(.deleteMessage(Self.id), "DELETE \(messaging)/message/\(Self.text)"),
            Sent(.messageList(), "GET \(messaging)/message/list"),
            Sent(
                .configureDefaultMessage(Self.id, of: "pro", locale: "en-US"),
                "PUT \(messaging)/default/pro/en-US",
                #"{"messageIdentifier":"\#(Self.text)"}"#
            ),
            Sent(.deleteDefaultMessage(of: "pro", locale: "en-US"), "DELETE \(messaging)/default/pro/en-US"),
            Sent(.defaultMessage(of: "pro", locale: "en-US"), "GET \(messaging)/default/pro/en-US"),
            Sent(
                .configureRealtimeURL("https://example.com/r"),
                "PUT \(messaging)/realtime/url",
                #"{"realtimeURL":"https://example.com/r"}"#
            ),
            Sent(.deleteRealtimeURL(), "DELETE \(messaging)/realtime/url"),
            Sent(.realtimeURL(), "GET \(messaging)/realtime/url"),
            Sent(
                .performanceTest(with: "1"),
                "POST \(messaging)/performanceTest",
                #"{"originalTransactionId":"1"}"#,
                in: .sandbox
            ),
            Sent(.performanceTestResult("r"), "GET \(messaging)/performanceTest/result/r", in: .sandbox),
            Sent(
                .cancelSubscription("1", AdvancedCommerceSubscriptionCancelRequest.with { $0.requestInfo = Self.info }),
                "POST \(commerce)/subscription/cancel/1",
                Self.infoJSON + "}"
            ),
            Sent(
                .changeSubscriptionMetadata(
                    of: "1",
                    AdvancedCommerceSubscriptionChangeMetadataRequest.with { $0.requestInfo = Self.info }
                ),
                "POST \(commerce)/subscription/changeMetadata/1",
                Self.infoJSON + "}"
            ),
            Sent(
                .changeSubscriptionPrice(of: "1", price),
                "POST \(commerce)/subscription/changePrice/1",
                String(decoding: price.json(), as: UTF8.self)
            ),
            Sent(
                .migrateSubscription("1", migration),
                "POST \(commerce)/subscription/migrate/1",
                String(decoding: migration.json(), as: UTF8.self)
            ),
            Sent(
                .requestTransactionRefund(of: "1", refund),
                "POST \(commerce)/transaction/requestRefund/1",
                String(decoding: refund.json(), as: UTF8.self)
            ),
            Sent(
                .revokeSubscription("1", revocation),
                "POST \(commerce)/subscription/revoke/1",
                String(decoding: revocation.json(), as: UTF8.self)
            ),
            Sent(
                .sendExternalPurchaseReport(report),
                "PUT /externalPurchase/v1/reports",
                String(decoding: report.json(), as: UTF8.self)
            ),
            Sent(.externalPurchaseReport(Self.id), "GET /externalPurchase/v1/reports/\(Self.text)"),
        ]
    }

    @Test("Each of Apple's operations has its address and its body")
    func everyCall() async throws {
        let calls = try Self.calls()
        for sent in calls {
            let stage = AppStoreStage([.reply(200, "{}")])
            await sent.call(try stage.client())
            let call = try #require(stage.calls.first, "\(sent.operation)")
            let path = call.url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
            #expect("\(call.method) \(path)" == sent.line)
            #expect(call.body.map { String(decoding: $0, as: UTF8.self) } == sent.body, "\(sent.operation)")
            let type = call.headers.first { $0.name == "Content-Type" }?.value
            let expected = sent.body == nil ? nil : sent.operation == .uploadImage ? "image/png" : "application/json"
            #expect(type == expected, "\(sent.operation)")
        }
        #expect(Set(calls.map(\.operation)) == Set(AppStoreOperation.allCases))
    }

    @Test("The client does not send an id that would change the address", arguments: ["", ".", "..", "..."])
    func hostileIDs(id: String) async throws {
        let stage = AppStoreStage([.reply(200, "{}")])
        let client = try stage.client()
        let result = await outcome { () throws(AppStoreError) in
            try await client.send(.transactionInfo(id), to: .production)
        }
        #expect(result == .failure(.identifierInvalid))
        #expect(stage.calls.isEmpty)
    }

    @Test(
        "An id with any characters stays inside its path segment",
        arguments: [
            ("a/b", "a%2Fb"), ("a?b=c#d", "a%3Fb%3Dc%23d"), ("../x", "..%2Fx"), ("é", "%C3%A9"), ("%2F", "%252F"),
            ("a\r\nHost: x", "a%0D%0AHost%3A%20x"),
        ]
    )
    func encoding(id: String, encoded: String) async throws {
        let stage = AppStoreStage([.reply(200, "{}")])
        let client = try stage.client()
        _ = await outcome { () throws(AppStoreError) in try await client.send(.transactionInfo(id), to: .production) }
        #expect(stage.calls.first?.url == "https://api.storekit.apple.com/inApps/v1/transactions/\(encoded)")
    }

    @Test("A request that Apple would refuse for its form cannot be created")
    func illegal() throws {
        #expect(ExtensionDays(0) == nil && ExtensionDays(91) == nil && ExtensionDays(90) != nil)
        #expect(ConsumedShare(milliunits: -1) == nil && ConsumedShare(milliunits: 100_001) == nil)
        let instant = Timestamp(milliseconds: 5)
        #expect(PurchaseWindow(from: instant, until: instant) == nil)
        let nothing = try #require(ConsumedShare(milliunits: 0))
        #expect(ConsumptionInformation.deliveredInPart(consumed: nothing, sampleContentProvided: true) == nil)
        #expect(ConsumptionInformation.undelivered(.delivered, sampleContentProvided: true) == nil)
        let undelivered = ConsumptionInformation.undelivered(.undeliveredOther, sampleContentProvided: true)
        #expect(undelivered?.request.consumptionPercentage == 0)
        let subscription = ConsumptionInformation.subscription(
            .delivered,
            sampleContentProvided: true,
            preference: .grantProrated
        )
        #expect(subscription.request.consumptionPercentage == nil && subscription.request.customerConsented == true)
    }
}
