import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct ImportWorkerTests {
    static func customer(_ name: String) throws -> CustomerID { try #require(CustomerID(name)) }

    static func ledger(
        of name: String,
        _ stage: ImportStage,
        _ environment: StoreEnvironment = .production
    ) async throws
        -> CustomerLedger
    {
        try await stage.repository.read { view in
            try view.ledger(of: Self.customer(name), app: stage.app.name, environment: environment)
        }
    }

    static func claim(on id: String, _ stage: ImportStage) async throws -> Claim? {
        let transaction = TransactionID(id)
        let chain = try await stage.repository.read { view in
            try view.chain(of: transaction, app: stage.app.name, environment: .production)
        }
        return chain?.claims[transaction]
    }

    static func codes(_ job: ImportJob, _ stage: ImportStage) async throws -> [Int64: String] {
        let rows = try await stage.imports.failures(of: job.id, in: job.app, after: .beginning, limit: 1000)
        return Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                guard case .failed(let failure) = row.state else { return nil }
                return (row.position.line, failure.code)
            }
        )
    }

    @Test("A row imports the whole chain, its renewal and its status, and assigns it to its owner")
    func wholeChain() async throws {
        let stage = try ImportStage()
        let first = try stage.buy("pro.monthly", by: "anna")
        try stage.production.advance(by: .months(3))
        let job = try await stage.submit(
            "originalTransactionId,owner,appAccountToken,delivered,consumed,consent\n"
                + "\(first),ann,6a0b9b0e-1f5e-4f0e-9b0e-0123456789ab,true,35.5,2026-01-01T00:00:00Z\n"
        )
        #expect(job.state == .working)
        let after = try await stage.workOff(job)
        #expect(after.state == .finished)
        #expect(after.counts == ImportJob.Counts(rows: 1, done: 1, failed: 0))
        let ledger = try await Self.ledger(of: "ann", stage)
        let chain = try #require(ledger.chains.first)
        #expect(chain.chain.transactions.count == 4)
        #expect(Set(chain.claims.values.map(\.owner)) == [try Self.customer("ann")])
        let state = chain.chain.state(at: stage.ambient.now(), environment: .production, gracePolicy: GracePolicy())
        #expect(state.hasAccess)
        #expect(chain.chain.renewals.count == 1)
        #expect(chain.chain.statuses.first?.status == .active)
        let fact = try await stage.repository.read { view in
            try view.importFact(
                of: TransactionID(first),
                app: stage.app.name,
                environment: .production
            )
        }
        #expect(fact?.isDelivered == true)
        #expect(fact?.consumedMilliunits == 35_500)
        #expect(fact?.consentedAt == Instant(milliseconds: 1_767_225_600_000))
    }

    @Test("A receipt determines the owner only if Apple signed it for this app; otherwise only its ids are used")
    func receipts() async throws {
        let stage = try ImportStage()
        let id = try stage.buy("pro.monthly", by: "anna")
        let signed = try stage.production.receipt(of: WorldCustomer(name: "anna")).bytes
        let hint = try stage.production.transactionReceipt(for: id)
        let info = Data(#"{ "transaction-id" = "\#(id)"; }"#.utf8).base64EncodedString()
        let forged = Array(#"{ "purchase-info" = "\#(info)"; }"#.utf8)
        let lines = [(forged, "mallory"), (signed, "ann"), (hint, "ann"), (forged, "")]
            .map { bytes, owner in Data(bytes).base64EncodedString() + ",\(owner)\n" }
        let job = try await stage.workOff(try await stage.submit("receipt,owner\n" + lines.joined()))
        #expect(job.counts == ImportJob.Counts(rows: 4, done: 2, failed: 2))
        let code = "import_receipt_unproven"
        #expect(try await Self.codes(job, stage) == [2: code, 4: code])
        #expect(try await Self.claim(on: id, stage)?.owner == Self.customer("ann"))
    }

    @Test("The rows of one account are settled by one answer")
    func oneAccount() async throws {
        let stage = try ImportStage()
        let ids = try (0..<12).map { _ in try stage.buy("gems.600", by: "anna") }
        let frame = try stage.buy("frame.gold", by: "anna")
        let rows = (ids + [frame]).map { "\($0),ann" }.joined(separator: "\n")
        let after = try await stage.workOff(try await stage.submit("transactionId,owner\n\(rows)\n"))
        #expect(after.counts == ImportJob.Counts(rows: 13, done: 13, failed: 0))
        #expect(stage.calls.count("/history/") <= 13)
        #expect(stage.calls.count("/subscriptions/") == 0)
        for id in ids { #expect(try await Self.claim(on: id, stage)?.reason == .decision) }
        // Even if they are far apart in a long file, they are requested once.
        let long = try ImportStage()
        let coins = try (0..<3).map { _ in try long.buy("gems.600", by: "anna") }
        let others = try (0..<250).map { try long.buy("gems.600", by: "other-\($0)") }
        let lines = (coins + others).map { "\($0),ann" }.joined(separator: "\n")
        _ = try await long.workOff(try await long.submit("transactionId,owner\n\(lines)\n"))
        #expect(long.calls.count("/history/") <= 252)
    }

    @Test("An id is looked up in the other environment too, and only the row of an unknown one fails")
    func environments() async throws {
        let stage = try ImportStage()
        let production = try stage.buy("gems.600", by: "anna")
        let sandbox = try stage.buy("gems.600", by: "ben", in: stage.sandbox)
        let after = try await stage.workOff(
            try await stage.submit("transactionId,owner\n\(production),ann\n\(sandbox),ben\n999,eve\n")
        )
        #expect(after.state == .finished)
        #expect(after.counts == ImportJob.Counts(rows: 3, done: 2, failed: 1))
        #expect(try await Self.codes(after, stage) == [4: "import_transaction_unknown"])
        #expect(try await Self.ledger(of: "ann", stage).chains.count == 1)
        #expect(try await Self.ledger(of: "ben", stage).chains.isEmpty)
        #expect(try await Self.ledger(of: "ben", stage, .sandbox).chains.count == 1)
        #expect(try await Self.ledger(of: "eve", stage).chains.isEmpty)
    }

    @Test("With events off no events are published about imported purchases; with events on all are, about the owner")
    func events() async throws {
        for publishes in [false, true] {
            let stage = try ImportStage()
            let id = try stage.buy("pro.monthly", by: "anna")
            _ = try await stage.workOff(
                try await stage.submit("originalTransactionId,owner\n\(id),ann\n", events: publishes)
            )
            let stream = EventStream(app: stage.app.name, subject: .customer(try Self.customer("ann")))
            let chain = EventStream(app: stage.app.name, subject: .chain(.production, OriginalTransactionID(id)))
            let published = try await stage.repository.read { view in try view.events(of: stream, after: 0, limit: 100)
            }
            #expect(published.isEmpty == !publishes)
            #expect(
                try await stage.repository.read { view in try view.events(of: chain, after: 0, limit: 100) }.isEmpty
            )
            #expect(published.map(\.number) == published.indices.map { Int64($0) + 1 })
        }
    }

    @Test("A rejected key pauses the import without failing rows, and a valid key resumes it")
    func revokedKey() async throws {
        let wrong = try ImportStage(keySeed: 8)
        let id = try wrong.buy("gems.600", by: "anna")
        let rows = (0..<300).map { "\(id)\($0)" }.joined(separator: "\n")
        let paused = try await wrong.workOff(try await wrong.submit("transactionId\n\(id)\n\(rows)\n"))
        #expect(paused.state == .paused)
        #expect(paused.pause?.code == "appstore_unauthorized")
        #expect(paused.counts.failed == 0)
        let right = try ImportStage(
            repository: wrong.repository,
            worlds: (wrong.production, wrong.sandbox)
        )
        #expect(try await right.workOff(paused).state == .paused)
        let retried = try await right.imports.retry(paused.id, of: right.app.name, by: "ada")
        #expect(retried.state == .working)
        let after = try await right.workOff(retried.value)
        #expect(after.counts == ImportJob.Counts(rows: 301, done: 1, failed: 300))
    }

    @Test("A clock that is behind Apple's pauses the import, and nothing is recorded")
    func wrongClock() async throws {
        let behind = try ImportStage(clockOffset: .minutes(-60))
        let id = try behind.buy("gems.600", by: "anna")
        let paused = try await behind.workOff(try await behind.submit("transactionId,owner\n\(id),ann\n"))
        #expect(paused.state == .paused)
        #expect(paused.pause?.code == "signed_date_in_future")
        #expect(paused.counts.pending == 1)
        #expect(try await behind.repository.read { view in try view.newestEvidencePosition() } == 0)
        let right = try ImportStage(repository: behind.repository, worlds: (behind.production, behind.sandbox))
        let retried = try await right.imports.retry(paused.id, of: right.app.name, by: "ada").value
        let after = try await right.workOff(retried)
        #expect(after.counts.done == 1)
    }

    @Test(
        "Every row is imported, however Apple's answers misbehave",
        arguments: ["error 500", "error 429", "cut", "stale", "latency"]
    )
    func faults(kind: String) async throws {
        let stage = try ImportStage()
        let ids = try (0..<40).map { try stage.buy($0 % 2 == 0 ? "pro.monthly" : "gems.600", by: "c\($0)") }
        try stage.production.advance(by: .months(2))
        let words = kind.split(separator: " ")
        let effect = try #require(kind == "error 429" ? .rateLimit : WorldFault.Effect(rawValue: String(words[0])))
        try stage.misbehave(effect) { fault in
            fault.probability = 40
            if effect == .error { fault.status = 500 }
            if effect == .stale || effect == .latency { fault.milliseconds = 60_000 }
        }
        let lines = ids.enumerated().map { "\($0.element),owner-\($0.offset)" }.joined(separator: "\n")
        let job = try await stage.submit("originalTransactionId,owner\n\(lines)\n")
        var after = try await stage.workOff(job)
        for _ in 0..<20 where after.state != .finished || after.counts.failed > 0 {
            after = try await stage.workOff(
                try await stage.imports.retry(job.id, of: stage.app.name, by: "ada").value
            )
        }
        #expect(after.counts == ImportJob.Counts(rows: 40, done: 40, failed: 0), "\(kind)")
        for (number, id) in ids.enumerated() {
            let claim = try await Self.claim(on: id, stage)
            #expect(claim?.owner == CustomerID("owner-\(number)"), "\(kind): \(id)")
        }
    }

    @Test("Unreadable answers fail their rows with a code, and these rows can be retried")
    func unreadable() async throws {
        let stage = try ImportStage()
        let ids = try (0..<5).map { try stage.buy("gems.600", by: "c\($0)") }
        let broken = try ImportStage(
            repository: stage.repository,
            worlds: (stage.production, stage.sandbox),
            alter: { reply in AppStoreHTTPResponse(status: 200, body: Array("{}".utf8)) }
        )
        let job = try await broken.submit("transactionId\n\(ids.joined(separator: "\n"))\n")
        let failed = try await broken.workOff(job)
        #expect(failed.state == .finished)
        #expect(failed.counts.failed == 5)
        #expect(Set(try await Self.codes(failed, broken).values) == ["appstore_unreadable"])
        #expect(try await stage.repository.read { view in try view.newestEvidencePosition() } == 0)
        let after = try await stage.workOff(try await stage.imports.retry(job.id, of: stage.app.name, by: "ada").value)
        #expect(after.counts == ImportJob.Counts(rows: 5, done: 5, failed: 0))
    }

    @Test("An answer with another signer fails its row and records nothing")
    func forged() async throws {
        let stage = try ImportStage()
        let id = try stage.buy("gems.600", by: "anna")
        let other = try ImportStage(worldSeed: 99)
        let otherID = try other.buy("gems.600", by: "anna")
        // The app trusts the root of one simulated App Store and asks another one.
        let crossed = try ImportStage(
            repository: stage.repository,
            keySeed: 99,
            worlds: (other.production, other.sandbox),
            root: stage.production.certificates.root
        )
        let after = try await crossed.workOff(try await crossed.submit("transactionId,owner\n\(otherID),ann\n"))
        #expect(after.counts.failed == 1)
        #expect(try await Self.codes(after, crossed).values.first?.isEmpty == false)
        #expect(try await stage.repository.read { view in try view.newestEvidencePosition() } == 0)
        #expect(try await Self.ledger(of: "ann", stage).chains.isEmpty)
        #expect(try await stage.workOff(try await stage.submit("transactionId,owner\n\(id),ann\n")).counts.done == 1)
    }

    @Test("An import that is stopped at any request and continued ends in the same state as an uninterrupted one")
    func resumed() async throws {
        let whole = try ImportStage()
        let ids = try (0..<30).map { try whole.buy($0 % 3 == 0 ? "pro.monthly" : "gems.600", by: "c\($0 / 2)") }
        try whole.production.advance(by: .months(2))
        let lines = ids.enumerated().map { "\($0.element),owner-\($0.offset)" }.joined(separator: "\n")
        let file = "originalTransactionId,owner\n\(lines)\n"
        let worlds = (whole.production.copy(), whole.sandbox.copy())
        _ = try await whole.workOff(try await whole.submit(file))

        let stopped = try ImportStage(worlds: worlds)
        var job = try await stopped.submit(file)
        var rounds = 0
        while job.state == .working, rounds < 100 {
            rounds += 1
            stopped.calls.stop(after: 7)
            _ = await stopped.worker?.work()
            job = try await stopped.imports.job(job.id, of: stopped.app.name)
        }
        #expect(rounds > 2)
        #expect(job.counts == ImportJob.Counts(rows: 30, done: 30, failed: 0))
        for number in ids.indices {
            let expected = try await Self.ledger(of: "owner-\(number)", whole)
            let found = try await Self.ledger(of: "owner-\(number)", stopped)
            #expect(found.chains.map(\.claims) == expected.chains.map(\.claims))
            #expect(
                found.chains.map { $0.chain.transactions.map(\.transactionID) }
                    == expected.chains.map { $0.chain.transactions.map(\.transactionID) }
            )
        }
    }

    @Test("A canceled import sends no further requests, and what it recorded stays")
    func canceled() async throws {
        let stage = try ImportStage()
        let id = try stage.buy("gems.600", by: "anna")
        let job = try await stage.submit("transactionId\n\(id)\n")
        let canceled = try await stage.imports.cancel(job.id, of: stage.app.name, by: "ada")
        #expect(canceled.state == .canceled)
        #expect(try await stage.workOff(job).state == .canceled)
        #expect(stage.calls.count() == 0)
        #expect(await stage.worker?.removeAbandonedRows() == false)
        let rows = try await stage.repository.read { view in
            try view.pendingImportRows(
                of: job.id,
                in: job.app,
                after: .beginning,
                limit: 10
            )
        }
        #expect(rows.isEmpty)
        await #expect(throws: ImportError.wrongState(.canceled)) {
            try await stage.imports.retry(job.id, of: stage.app.name, by: "ada")
        }
    }

    @Test("A page of rows is reordered so that neighbors are far apart, without losing any")
    func spread() {
        for count in [0, 1, 99, 100, 101, 250, 2000] {
            let rows = (0..<count).map { number in
                ImportRow(position: .init(line: Int64(number + 2)), subject: .transaction, appleID: "\(number)")
            }
            let spread = ImportWorker<ManualClock>.spread(rows)
            #expect(spread.sorted { $0.position < $1.position } == rows)
            guard count == 2000 else { continue }
            for (one, other) in zip(spread, spread.dropFirst()) {
                #expect(abs(one.position.line - other.position.line) > 10)
            }
        }
    }

    @Test("An unreadable object in an account's history is held, and the row imports everything else")
    func otherForm() async throws {
        let store = try SigningAuthority(name: "Later")
        // Apple's answers as a later store may sign them: a price is a text instead of a number.
        let stage = try ImportStage(root: store.root) { reply in
            (try? Self.signedAnew(reply, by: store, odd: "gems.600")) ?? reply
        }
        let first = try stage.buy("pro.monthly", by: "anna")
        let second = try stage.buy("gems.600", by: "anna")
        let job = try await stage.workOff(
            try await stage.submit("originalTransactionId,owner\n\(first),ann\n\(second),ann\n")
        )
        #expect(job.counts == ImportJob.Counts(rows: 2, done: 1, failed: 1))
        #expect(try await Self.codes(job, stage) == [3: "signed_form_unexpected"])
        #expect(try await Self.claim(on: first, stage)?.owner == Self.customer("ann"))
        // The same answer is signed anew for each request, and held once.
        #expect(try await stage.repository.read { view in try view.heldCounts() } == [.missingPart: 1])
    }

    @Test("An object of another app in an account's history is ignored, and the row imports everything else")
    func otherApp() async throws {
        let store = try SigningAuthority(name: "Later")
        let stray = JSONMember(key: "bundleId", value: .string("com.example.another"))
        let stage = try ImportStage(root: store.root) { reply in
            (try? Self.signedAnew(reply, by: store, odd: "gems.600", stray)) ?? reply
        }
        let first = try stage.buy("pro.monthly", by: "anna")
        let second = try stage.buy("gems.600", by: "anna")
        let job = try await stage.workOff(
            try await stage.submit("originalTransactionId,owner\n\(first),ann\n\(second),ann\n")
        )
        #expect(job.counts == ImportJob.Counts(rows: 2, done: 1, failed: 1))
        #expect(try await Self.codes(job, stage) == [3: "bundle_id_mismatch"])
        #expect(try await Self.claim(on: first, stage)?.owner == Self.customer("ann"))
        #expect(try await Self.claim(on: second, stage) == nil)
        #expect(try await stage.repository.read { view in try view.heldCounts() }.isEmpty)
    }

    @Test("If the quarantine is full, the readable part of an account is imported, and its rows can be retried")
    func noRoom() async throws {
        let store = try SigningAuthority(name: "Later")
        let alter: @Sendable (AppStoreHTTPResponse) -> AppStoreHTTPResponse = { reply in
            (try? Self.signedAnew(reply, by: store, odd: "gems.600")) ?? reply
        }
        let full = try ImportStage(root: store.root, quarantineLimit: 0, alter: alter)
        let first = try full.buy("pro.monthly", by: "anna")
        let second = try full.buy("gems.600", by: "anna")
        let job = try await full.workOff(
            try await full.submit("originalTransactionId,owner\n\(first),ann\n\(second),ann\n")
        )
        #expect(try await Self.codes(job, full) == [2: "quarantine_full", 3: "quarantine_full"])
        #expect(try await Self.claim(on: first, full)?.owner == Self.customer("ann"))
        #expect(try await full.repository.read { view in try view.heldCounts() }.isEmpty)

        let stage = try ImportStage(
            repository: full.repository,
            worlds: (full.production, full.sandbox),
            root: store.root,
            alter: alter
        )
        let after = try await stage.workOff(try await stage.imports.retry(job.id, of: stage.app.name, by: "ada").value)
        #expect(after.counts == ImportJob.Counts(rows: 2, done: 1, failed: 1))
        #expect(try await Self.codes(after, stage) == [3: "signed_form_unexpected"])
        #expect(try await stage.repository.read { view in try view.heldCounts() } == [.missingPart: 1])
    }

    /// A response whose signed objects are signed anew, those of one product with another field: a price of another
    /// form.
    private static func signedAnew(
        _ reply: AppStoreHTTPResponse,
        by store: SigningAuthority,
        odd product: String,
        _ odd: JSONMember = JSONMember(key: "price", value: .string("9.99"))
    ) throws -> AppStoreHTTPResponse {
        func anew(_ value: JSONValue) throws -> JSONValue {
            switch value {
            case .object(let members):
                return .object(try members.map { JSONMember(key: $0.key, value: try anew($0.value)) })
            case .array(let values): return .array(try values.map(anew))
            case .string(let text):
                let parts = text.split(separator: ".")
                guard parts.count == 3, let json = Base64URL.decode(Array(parts[1].utf8)) else { return value }
                var payload = try JSONValue(json: json)
                if case .object(let members) = payload, payload["productId"] == .string(product) {
                    payload = .object(members.filter { $0.key != odd.key } + [odd])
                }
                return .string(String(decoding: try store.sign(payload.json()), as: UTF8.self))
            default: return value
            }
        }
        let body = try anew(JSONValue(json: reply.body)).json()
        return AppStoreHTTPResponse(status: reply.status, headers: reply.headers, body: body)
    }
}
