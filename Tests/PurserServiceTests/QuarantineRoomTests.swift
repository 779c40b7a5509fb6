import AppStore
import Crypto
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// The limit of held evidence from Apple's answers, and what happens beyond the limit.
@Suite struct QuarantineRoomTests {
    let shop: TestShop

    init() throws {
        self.shop = try TestShop()
    }

    // MARK: What Apple answers

    /// A transaction with a price in an undocumented format.
    private func odd(
        _ payload: TransactionPayload,
        by authority: SigningAuthority? = nil,
        isReversed: Bool = false
    ) throws -> [UInt8] {
        guard case .object(let members) = try JSONValue(json: payload.json()) else { return [] }
        let price = JSONMember(key: "price", value: .array([.bool(true)]))
        let all = members.filter { $0.key != "price" } + [price]
        return try (authority ?? self.shop.authority).sign(JSONValue.object(isReversed ? all.reversed() : all).json())
    }

    private func good(_ id: String, signedAt: Timestamp = SamplePayloads.signedAt) throws -> [UInt8] {
        try self.shop.authority.sign(Self.bought(id, signedAt: signedAt)).bytes
    }

    /// The same purchase, signed at an instant.
    private static func bought(_ id: String, signedAt: Timestamp) -> TransactionPayload {
        var payload = SamplePayloads.consumable(id: id)
        payload.signedDate = signedAt
        return payload
    }

    private static func later(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + seconds * 1000)
    }

    private func answer(_ transactions: [UInt8]...) -> AnsweredEvidence {
        AnsweredEvidence(transactions: transactions, askedAt: self.shop.ambient.now())
    }

    private func isKnown(_ id: String) async throws -> Bool {
        try await self.shop.repository.read { view in
            try view.chain(
                of: TransactionID(id),
                app: self.shop.app.name,
                environment: .production
            )
        } != nil
    }

    // MARK: Recording

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func ingest(limit: Int) -> Ingest {
        Ingest(
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            revocation: nil,
            quarantineLimit: limit,
            logger: Self.logger
        )
    }

    /// The app with an App Store that answers requests with these bodies.
    private func app(
        _ answer: @escaping @Sendable (AppStoreHTTPRequest) -> [UInt8]
    ) throws -> (ServedApp, AppStoreClient) {
        let now = self.shop.ambient.now
        // A second passes between two requests, so that none of them waits for the rate limit.
        let clock = Mutex(now().milliseconds)
        let client = AppStoreClient(
            key: try AppStoreKey(
                issuerID: "57246542-96fe-1a63-e053-0824d011072a",
                keyID: "2X9R4HXF34",
                pem: P256.Signing.PrivateKey().pemRepresentation
            ),
            bundleID: SamplePayloads.bundleID,
            hosts: AppStoreHosts(address: "http://store"),
            transport: AppStoreTransport { call, _ in AppStoreHTTPResponse(status: 200, headers: [], body: answer(call))
            },
            budget: LocalRequestBudget(),
            time: AppStoreTime(
                now: {
                    clock.withLock { milliseconds in
                        milliseconds += 1000
                        return milliseconds
                    }
                },
                wallNow: { now().milliseconds },
                sleep: { _ in }
            ),
            jitter: { 0.5 }
        )
        let app = ServedApp(
            name: self.shop.app.name,
            verifier: self.shop.app.verifier,
            catalog: self.shop.app.catalog,
            appStore: client
        )
        return (app, client)
    }

    private static func text(_ compact: [UInt8]) -> String { #""\#(String(decoding: compact, as: UTF8.self))""# }

    // MARK: Held once

    @Test("An unreadable state of a transaction is held once, however often Apple signs it")
    func signedAnew() async throws {
        for second in 0..<5 {
            let payload = Self.bought("77", signedAt: Self.later(Int64(second)))
            let compact = try self.odd(payload, isReversed: second % 2 == 1)
            let outcome = try await self.shop.ingest.answer(self.answer(compact), for: self.shop.app)
            #expect(outcome.heldCount == 1)
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 1])
        var refunded = SamplePayloads.consumable(id: "77")
        refunded.revocationDate = SamplePayloads.signedAt
        _ = try await self.shop.ingest.answer(self.answer(self.odd(refunded)), for: self.shop.app)
        #expect(
            try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 2],
            "Another state is held too."
        )
        let other = try SigningAuthority(below: self.shop.authority)
        _ = try await self.shop.ingest.answer(self.answer(self.odd(refunded, by: other)), for: self.shop.app)
        #expect(
            try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 3],
            "So is one with another certificate."
        )
    }

    @Test("An answer that waits for its date is held once, and applied at that date")
    func released() async throws {
        let dueAt = Instant(milliseconds: Self.later(3600).milliseconds)
        for hours in 1...3 {
            let compact = try self.good("81", signedAt: Self.later(Int64(hours) * 3600))
            _ = try await self.shop.ingest.answer(self.answer(compact), for: self.shop.app)
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.signedInFuture: 1])
        #expect(try await self.shop.repository.read { view in try view.nextHeldDueAt() } == dueAt)
        self.shop.setNow(dueAt)
        await QuarantineReleaseWorker(ingest: self.shop.ingest, apps: [self.shop.app], clock: ContinuousClock())
            .releaseDue()
        #expect(try await self.shop.repository.read { view in try view.heldCounts() }.isEmpty)
        #expect(try await self.isKnown("81"))
    }

    // MARK: No room

    @Test("With a full quarantine the rest of an answer is recorded, and the error is reported")
    func answered() async throws {
        let ingest = self.ingest(limit: 1)
        let early = Self.later(3600)
        _ = try await ingest.answer(
            self.answer(self.odd(SamplePayloads.consumable(id: "77")), self.good("81", signedAt: early)),
            for: self.shop.app
        )
        let full: [HeldEvidence.Reason: Int] = [.missingPart: 1, .signedInFuture: 1]
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == full)
        // Held evidence does not need new space.
        let again = try self.odd(Self.bought("77", signedAt: Self.later(1)))
        _ = try await ingest.answer(self.answer(again, self.good("82")), for: self.shop.app)
        #expect(try await self.isKnown("82"))

        for (blocked, rest) in [
            (try self.odd(SamplePayloads.consumable(id: "78")), "83"), (try self.good("79", signedAt: early), "84"),
        ] {
            let answer = self.answer(blocked, try self.good(rest))
            await #expect(throws: IngestError.quarantineFull) { try await ingest.answer(answer, for: self.shop.app) }
            #expect(try await self.isKnown(rest))
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == full)
    }

    @Test("With a full quarantine, evidence that is already held is acknowledged when Apple repeats it")
    func repeated() async throws {
        let ahead = Self.later(3600)
        let first = try self.shop.notification(uuid: "1", transaction: nil, renewalInfo: nil, signedAt: ahead)
        let second = try self.shop.notification(uuid: "2", transaction: nil, renewalInfo: nil, signedAt: ahead)
        let ingest = self.ingest(limit: 1)
        for _ in 0..<2 {
            guard case .held(.signedInFuture, _, _) = try await ingest.notification(first, for: self.shop.app) else {
                Issue.record("It was not held.")
                return
            }
        }
        await #expect(throws: IngestError.quarantineFull) { try await ingest.notification(second, for: self.shop.app) }
    }

    @Test("With a full quarantine, a check records every page of the history, and is repeated")
    func question() async throws {
        _ = try await self.shop.ingest.purchase(
            self.good("78"),
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [],
            for: self.shop.app
        )
        let odd = Self.text(try self.odd(SamplePayloads.consumable(id: "77")))
        let (one, two) = (Self.text(try self.good("79")), Self.text(try self.good("80")))
        let first = #"{"signedTransactions":[\#(odd),\#(one)],"revision":"r1","hasMore":true}"#
        let second = #"{"signedTransactions":[\#(two)],"revision":"r2","hasMore":false}"#
        let (app, _) = try self.app { call in Array((call.url.contains("revision=r1") ? second : first).utf8) }
        let question = ChainCheck(
            app: app.name,
            environment: .production,
            originalTransactionID: OriginalTransactionID("78"),
            dueAt: self.shop.ambient.now(),
            revision: nil
        )
        func ask(limit: Int) async throws -> Bool {
            try await ChainChecker(
                repository: self.shop.repository,
                ingest: self.ingest(limit: limit),
                ambient: self.shop.ambient,
                logger: Self.logger
            ).check(question, of: app)
        }
        #expect(try await !ask(limit: 0))
        for id in ["79", "80"] { #expect(try await self.isKnown(id), "\(id)") }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() }.isEmpty)
        #expect(try await ask(limit: 1))
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 1])
    }

    @Test("With a full quarantine, a reading records all other notifications, and stays at that page")
    func history() async throws {
        func notification(_ uuid: String, _ signed: [UInt8]) throws -> [UInt8] {
            let payload = SamplePayloads.notification(
                type: .oneTimeCharge,
                subtype: nil,
                uuid: uuid,
                transaction: SignedData(signed),
                status: nil
            )
            return try self.shop.authority.sign(payload).bytes
        }
        let odd = Self.text(try notification("odd", self.odd(SamplePayloads.consumable(id: "77"))))
        let one = Self.text(try notification("one", self.good("79")))
        let two = Self.text(try notification("two", self.good("80")))
        let first = """
            {"notificationHistory":[{"signedPayload":\(odd)},{"signedPayload":\(one)}],"hasMore":true,\
            "paginationToken":"p1"}
            """
        let second = #"{"notificationHistory":[{"signedPayload":\#(two)}],"hasMore":false}"#
        let (app, client) = try self.app { call in
            Array((call.url.contains("paginationToken=p1") ? second : first).utf8)
        }
        func reading(limit: Int) -> HistoryReading {
            HistoryReading(
                repository: self.shop.repository,
                ingest: self.ingest(limit: limit),
                app: app,
                client: client,
                ambient: self.shop.ambient,
                logger: Self.logger
            )
        }
        await #expect(throws: HealingError.evidence(.quarantineFull)) {
            _ = try await reading(limit: 0).run(.production)
        }
        for id in ["79", "80"] { #expect(try await self.isKnown(id), "\(id)") }
        let open = try await self.shop.repository.read { view in
            try view.history(of: app.name, environment: .production)
        }
        #expect(!open.windows.isEmpty && open.windows.allSatisfy { $0.page == nil })
        #expect(open.count.missing == 2)

        let whole = try await reading(limit: 1).run(.production)
        #expect(whole.missing == 0)
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 1])
        let done = try await self.shop.repository.read { view in
            try view.history(of: app.name, environment: .production)
        }
        #expect(done.windows.isEmpty)
        // Held evidence is not missing, and needs no new space.
        let again = try await reading(limit: 0).run(.production)
        #expect(again.missing == 0 && again.refused == 0)
    }
}
