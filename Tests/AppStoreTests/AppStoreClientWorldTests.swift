import AppStore
import AppStoreSimulator
import Foundation
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct AppStoreClientWorldTests {
    typealias Stage = AppStoreWorldStage

    static func code<Answer>(_ result: Result<Answer, AppStoreError>) -> String? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }

    @Test("Reading: transaction, history, statuses, app transaction, order, refunds")
    func reading() async throws {
        try await Stage.during { stage in
            let world = stage.production
            let bought = try Stage.buy("pro.monthly", in: world)
            for _ in 0..<30 { try Stage.buy("coins.100", in: world) }
            try world.advance(by: .months(1))
            let id = bought.transactionId

            let info = try await stage.client.send(.transactionInfo(id), to: .production)
            #expect(try Stage.payload(info.signedTransactionInfo).transactionId == id)
            var ids: Set<String> = []
            var pages = 0
            var revision: String?
            for try await page in stage.client.transactionHistory(of: id, in: .production) {
                ids.formUnion(
                    try (page.response.signedTransactions ?? []).compactMap { try Stage.payload($0).transactionId }
                )
                pages += 1
                revision = page.cursor
            }
            #expect(pages == 2 && ids.count == 32)
            // A stored revision leads to the changes only.
            try world.refund(id)
            var changed: [String?] = []
            for try await page in stage.client.transactionHistory(of: id, after: revision, in: .production) {
                changed += try (page.response.signedTransactions ?? []).map { try Stage.payload($0).transactionId }
            }
            #expect(changed == [id])
            let filter = HistoryFilter(productTypes: [.autoRenewable], order: .descending)
            let v1 = try await stage.client.send(.transactionHistoryV1(of: id, filter: filter), to: .production)
            #expect(v1.signedTransactions?.count == 2)

            let statuses = try await stage.client.send(.subscriptionStatuses(of: id), to: .production)
            #expect(statuses.data?.first?.lastTransactions?.count == 1)
            let app = try await stage.client.send(.appTransactionInfo(of: id), to: .production)
            #expect(app.signedAppTransactionInfo != nil)
            let order = try await stage.client.send(.orderLookup(bought.orderId), to: .production)
            #expect(order.status == .valid && order.signedTransactions?.count == 1)
            let refunds = try await stage.client.send(.refundHistory(of: id), to: .production)
            #expect(refunds.signedTransactions?.count == 1 && refunds.hasMore == false)
            let old = try await stage.client.send(.refundHistoryV1(of: id), to: .production)
            #expect(old.signedTransactions?.count == 1)
        }
    }

    @Test("Writing: finish, account token, consumption, extensions of one and of all")
    func writing() async throws {
        try await Stage.during { stage in
            let world = stage.production
            let id = try Stage.buy("pro.monthly", in: world).transactionId
            let coins = try Stage.buy("coins.100", in: world).transactionId
            try world.advance(by: .months(1))
            try await stage.client.send(.finishTransaction(coins), to: .production)
            let token = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000009"))
            try await stage.client.send(.setAppAccountToken(token, of: coins), to: .production)
            #expect(try world.transactionPayload(for: coins).appAccountToken == token.uuidString.lowercased())

            let days = try #require(ExtensionDays(10))
            let extended = try await stage.client.send(
                .extendRenewalDate(of: id, by: days, reasonCode: .serviceIssue, as: "outage"),
                to: .production
            )
            #expect(extended.success == true && extended.effectiveDate != nil)
            let request = try #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000A"))
            let mass = try await stage.client.send(
                .extendRenewalDates(of: "pro.monthly", by: days, reasonCode: .other, as: request),
                to: .production
            )
            #expect(mass.requestIdentifier == request.uuidString.lowercased())
            try world.advance(by: .days(3))
            let status = try await stage.client.send(
                .massExtensionStatus(of: "pro.monthly", as: request),
                to: .production
            )
            #expect(status.complete == true)

            _ = try world.perform(.requestRefund(of: coins))
            let consumed = try #require(ConsumedShare(milliunits: 50_000))
            let answer = try #require(
                ConsumptionInformation.deliveredInPart(consumed: consumed, sampleContentProvided: false)
            )
            try await stage.client.send(.sendConsumption(answer, of: coins), to: .production, priority: .urgent)
            let v1 = ConsumptionInformationV1(deliveryStatus: .delivered, sampleContentProvided: true)
            let second = try Stage.buy("coins.100", in: world).transactionId
            _ = try world.perform(.requestRefund(of: second))
            try await stage.client.send(.sendConsumptionV1(v1, of: second), to: .production)
        }
    }

    @Test("Notifications: the history in both environments, and a test with its status")
    func notifications() async throws {
        try await Stage.during { stage in
            for world in [stage.production, stage.sandbox] {
                try Stage.buy("pro.monthly", in: world)
                for _ in 0..<25 { try Stage.buy("coins.100", in: world) }
            }
            let from = Timestamp(milliseconds: Stage.opening - 1000)
            let to = Timestamp(milliseconds: Stage.opening + 1000)
            for environment in [AppStoreEnvironment.production, .sandbox] {
                var count = 0
                for try await page in stage.client.notificationHistory(.all, from: from, to: to, in: environment) {
                    count += page.response.notificationHistory?.count ?? 0
                }
                #expect(count == 26)
                let some = try await stage.client.send(
                    .notificationHistory(.type(.subscribed, .initialBuy), from: from, to: to),
                    to: environment
                )
                #expect(some.notificationHistory?.count == 1)
                let asked = try await stage.client.send(.testNotification(), to: environment)
                let token = try #require(asked.testNotificationToken)
                let world = environment == .production ? stage.production : stage.sandbox
                // The server delivers it without an advance of the clock.
                let end = ContinuousClock.now + TestTimeout.duration
                while world.deliveries.last?.isDelivered == false, ContinuousClock.now < end { await Task.yield() }
                let status = try await stage.client.send(.testNotificationStatus(token), to: environment)
                #expect(status.sendAttempts?.last?.sendAttemptResult == .success)
            }
            let late = await outcome { () throws(AppStoreError) in
                try await stage.client.send(.notificationHistory(.all, from: to, to: from), to: .production)
            }
            #expect(Self.code(late) == "appstore_refused")
        }
    }

    @Test("Groups, retention messages and external purchases")
    func theRest() async throws {
        try await Stage.during { stage in
            let id = try Stage.buy("pro.monthly", in: stage.sandbox).transactionId
            let groups = try await stage.client.send(.customerGroups(of: id), to: .sandbox)
            let group = try #require(groups.groups?.first?.groupId)
            #expect(try await stage.client.send(.groupMembers(of: group), to: .sandbox).members?.isEmpty == false)

            let message = try #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000B"))
            let text = UploadMessageRequestBody.with {
                $0.header = "Stay"
                $0.body = "There is more."
            }
            try await stage.client.send(.uploadMessage(text, as: message), to: .sandbox)
            let list = try await stage.client.send(.messageList(), to: .sandbox)
            #expect(list.messageIdentifiers?.count == 1)
            #expect(try await stage.client.send(.imageList(), to: .sandbox).imageIdentifiers?.isEmpty ?? true)
            let address = "https://example.com/retention"
            try await stage.client.send(.configureRealtimeURL(address), to: .sandbox)
            #expect(try await stage.client.send(.realtimeURL(), to: .sandbox).realtimeURL == address)
            try await stage.client.send(.deleteRealtimeURL(), to: .sandbox)
            let gone = await outcome { () throws(AppStoreError) in
                try await stage.client.send(.realtimeURL(), to: .sandbox)
            }
            #expect(Self.code(gone) == "appstore_not_found")
            try await stage.client.send(.deleteMessage(message), to: .sandbox)

            _ = try stage.sandbox.perform(.openExternalPurchase(by: "anna"))
            let report = ExternalPurchaseReport.with {
                $0.requestIdentifier = "00000000-0000-4000-8000-00000000000c"
                $0.externalPurchaseId = "nobody's"
                $0.status = .noLineItem
            }
            let refused = await outcome { () throws(AppStoreError) in
                try await stage.client.send(.sendExternalPurchaseReport(report), to: .sandbox)
            }
            guard case .failure(.refused(let answer)) = refused else {
                Issue.record("An unknown token is refused.")
                return
            }
            #expect(answer.status == 400)
        }
    }

    @Test(
        "The caller does not see temporary failures",
        arguments: [
            (WorldFault.Effect.error, 503, nil), (.error, 500, 5_000_001), (.error, 500, 5_000_000),
            (.error, 404, 4_040_002), (.cut, nil, nil), (.webPage, nil, nil), (.rateLimit, nil, nil),
            (.error, 401, nil),
        ] as [(WorldFault.Effect, Int?, Int64?)]
    )
    func passing(effect: WorldFault.Effect, status: Int?, number: Int64?) async throws {
        try await Stage.during { stage in
            let id = try Stage.buy("coins.100", in: stage.production).transactionId
            try Stage.misbehave(stage.production, effect) { fault in
                fault.status = status
                fault.errorCode = number
                fault.count = status == 401 ? 1 : 3
                fault.milliseconds = effect == .rateLimit ? 4000 : nil
            }
            let info = try await stage.client.send(.transactionInfo(id), to: .production)
            #expect(try Stage.payload(info.signedTransactionInfo).transactionId == id)
            #expect(stage.callCount() == (status == 401 ? 2 : 4))
        }
    }

    @Test("During repeated 429 responses the client stops at the deadline and stays within the rate limit")
    func storm() async throws {
        try await Stage.during { stage in
            let id = try Stage.buy("coins.100", in: stage.production).transactionId
            try Stage.misbehave(stage.production, .rateLimit) { $0.milliseconds = 10_000 }
            let result = await outcome { () throws(AppStoreError) in
                try await stage.client.send(.transactionInfo(id), to: .production, within: .seconds(35))
            }
            guard case .failure(.rateLimited(let until)) = result else {
                Issue.record("The failures last longer than the deadline.")
                return
            }
            #expect(until > stage.production.now.milliseconds)
            #expect(stage.callCount() <= 4)
        }
    }

    @Test("The client accepts outdated responses, and finds delayed data later")
    func stale() async throws {
        try await Stage.during { stage in
            let id = try Stage.buy("coins.100", in: stage.production).transactionId
            try stage.production.advance(by: .seconds(3600))
            try Stage.misbehave(stage.production, .stale) { fault in
                fault.milliseconds = 60_000
                fault.count = 1
            }
            let later = try Stage.buy("coins.100", in: stage.production).transactionId
            let stale = await outcome { () throws(AppStoreError) in
                try await stage.client.send(.transactionInfo(later), to: .production)
            }
            #expect(Self.code(stale) == "appstore_not_found" || Self.code(stale) == nil)
            #expect(try await stage.client.send(.transactionInfo(later), to: .production).signedTransactionInfo != nil)
            #expect(try await stage.client.sendTryingEnvironments(.transactionInfo(id)).environment == .production)
        }
    }

    @Test("The Sandbox has a purchase of the Sandbox; no environment has an unknown id")
    func whereKnown() async throws {
        try await Stage.during { stage in
            try Stage.buy("coins.100", in: stage.production)
            for _ in 0..<5 { try Stage.buy("coins.100", by: "ben", in: stage.sandbox) }
            let id = try Stage.buy("coins.100", by: "ben", in: stage.sandbox).transactionId
            #expect(try await stage.client.sendTryingEnvironments(.transactionInfo(id)).environment == .sandbox)
            let result = await outcome { () throws(AppStoreError) in
                try await stage.client.sendTryingEnvironments(.transactionInfo("999")).environment
            }
            #expect(Self.code(result) == "appstore_not_found")
        }
    }

    @Test("The client works for hours across several tokens, and a key of another app is refused")
    func tokens() async throws {
        try await Stage.during { stage in
            let id = try Stage.buy("coins.100", in: stage.production).transactionId
            for _ in 0..<6 {
                stage.wall.advance(19 * 60_000)
                _ = try await stage.client.send(.transactionInfo(id), to: .production)
            }
            #expect(stage.callCount() == 6)
            // After the clock jumps past the token's end, a new token resolves the 401.
            stage.wall.advance(-5 * 3_600_000)
            _ = try await stage.client.send(.transactionInfo(id), to: .production)
        }
        try await Stage.during(keySeed: 8) { stage in
            let result = await outcome { () throws(AppStoreError) in
                try await stage.client.send(.transactionInfo("1"), to: .production)
            }
            #expect(Self.code(result) == "appstore_unauthorized")
            #expect(stage.callCount() == 2)
        }
    }

    @Test("A page token of a day ago has expired, which the client distinguishes from a wrong one")
    func expiredPages() async throws {
        try await Stage.during { stage in
            for _ in 0..<25 { try Stage.buy("coins.100", in: stage.production) }
            let from = Timestamp(milliseconds: Stage.opening - 1000)
            let to = Timestamp(milliseconds: Stage.opening + 1000)
            let first = try await stage.client.send(.notificationHistory(.all, from: from, to: to), to: .production)
            let token = try #require(first.paginationToken)
            let other = await outcome { () throws(AppStoreError) in
                try await stage.client.send(
                    .notificationHistory(.all, from: from, to: to, onlyFailures: true, after: token),
                    to: .production
                )
            }
            guard case .failure(let error) = other else { return }
            #expect(error.number == .invalidPaginationToken)
            try stage.production.advance(by: .seconds(2 * 86_400))
            let expired = await outcome { () throws(AppStoreError) in
                try await stage.client.send(
                    .notificationHistory(.all, from: from, to: to, after: token),
                    to: .production
                )
            }
            guard case .failure(let late) = expired else {
                Issue.record("A token is valid for a day.")
                return
            }
            #expect(late.number == .paginationTokenExpired && !late.canRetry)
        }
    }

    @Test("A client that sends as fast as its budget allows never gets a 429")
    func budget() async throws {
        try await Stage.during { stage in
            let id = try Stage.buy("coins.100", in: stage.sandbox).transactionId
            // The Sandbox allows one a second: 54 at once, the rest as the bucket fills.
            for _ in 0..<70 {
                _ = try await stage.client.send(.refundHistory(of: id), to: .sandbox)
            }
            #expect(stage.callCount() == 70)
            let elapsed = stage.sandbox.now.milliseconds - Stage.opening
            #expect(elapsed > 15_000 && elapsed < 20_000)
        }
    }
}
