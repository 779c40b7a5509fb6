import AppStore
import Foundation
import HTTPTypes
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// An erased name is nowhere in the files of the database, neither in what lies there nor in what was left over.
@Suite struct ErasedNameTests {
    /// Her user id, a name under which she was known before, and words that speak of her.
    private static let name = "rosalind/quinteroy@example.com"
    private static let formerName = "guest-zw44-quinteroy"
    private static let words = "quinteroy"
    private static let nameInPaths = "rosalind%2Fquinteroy@example.com"

    /// A server on a database file in a folder of its own.
    private final class Stage: Sendable {
        let folder: URL
        let repository: SQLiteRepository
        let server: TestServer

        init(_ name: String) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(name)-\(getpid())")
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let repository = try SQLiteRepository(path: folder.appending(path: "purser.db").path, logger: logger) { _ in
            }
            self.folder = folder
            self.repository = repository
            self.server = try TestServer(shop: TestShop(repository: repository))
        }

        deinit { try? FileManager.default.removeItem(at: self.folder) }

        /// The files that contain a text anywhere.
        func files(holding text: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: self.folder.path).sorted().filter { name in
                let bytes = try Data(contentsOf: self.folder.appending(path: name))
                return bytes.range(of: Data(text.utf8)) != nil
            }
        }

        @discardableResult
        func send(
            _ method: HTTPRequest.Method,
            _ path: String,
            _ body: String = "",
            isRepeatable: Bool = false
        ) async throws -> TestServer.TestResponse {
            var headers: HTTPFields = [:]
            if isRepeatable, let name = HTTPField.Name("Idempotency-Key") {
                headers[name] = "\(method)-\(body.hashValue)"
            }
            let answer = try await self.server.send(method, path, headers: headers, body: Array(body.utf8))
            #expect(answer.status.code < 300, "\(method) \(path): \(answer.text)")
            return answer
        }

        @discardableResult
        func submit(
            _ payload: TransactionPayload,
            by customer: String,
            intent: String = "purchase"
        ) async throws
            -> TestServer.TestResponse
        {
            let compact = String(decoding: try self.server.shop.authority.sign(payload).bytes, as: UTF8.self)
            return try await self.send(
                .post,
                "/v1/purchases",
                #"{"customer":"\#(customer)","signedTransaction":"\#(compact)","intent":"\#(intent)"}"#,
                isRepeatable: intent == "purchase" && customer == ErasedNameTests.name
            )
        }
    }

    /// Lets her name come to lie wherever a name can.
    private static func live(_ stage: Stage) async throws -> ContentDigest {
        // The chain has an event stream of its own until she claims it.
        #expect(try await stage.server.notify(stage.server.shop.notification()).status == .ok)
        try await stage.submit(SamplePayloads.transaction(), by: Self.name)
        // What was hers is bert's, what was bert's is hers; so both are named in each other's events.
        try await stage.submit(SamplePayloads.frame(id: "2000000000000101"), by: Self.name)
        try await stage.submit(SamplePayloads.frame(id: "2000000000000101"), by: "bert", intent: "restore")
        try await stage.submit(SamplePayloads.frame(id: "2000000000000102"), by: "bert")
        try await stage.submit(SamplePayloads.frame(id: "2000000000000102"), by: Self.name, intent: "restore")
        try await stage.submit(SamplePayloads.consumable(), by: Self.formerName)
        let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 3_600_000)
        try await stage.submit(SamplePayloads.consumable(id: "2000000000000901", signedAt: ahead), by: Self.name)
        let path = "/v1/customers/\(Self.nameInPaths)"
        try await stage.send(
            .post,
            "/v1/customers/\(Self.formerName)/merge",
            #"{"into":"\#(Self.name)","reason":"\#(Self.words) signed in"}"#
        )
        try await stage.send(.put, path + "/facts", #"{"playTimeMinutes":3}"#)
        let hash = String(repeating: "aB", count: 32)
        try await stage.send(
            .post,
            path + "/consents",
            #"{"textHash":"\#(hash)","version":"3","locale":"de-AT","storefront":"AUT","#
                + #""givenAt":"2026-02-01T00:00:00Z","source":"\#(Self.words)","guardian":"\#(Self.words) senior"}"#
        )
        try await stage.send(
            .post,
            path + "/grants",
            #"{"entitlement":"pro","reason":"\#(Self.words) wrote to us"}"#,
            isRepeatable: true
        )
        try await stage.send(
            .post,
            "/v1/transactions/2000000000000101/owner",
            #"{"customer":"\#(Self.name)","reason":"\#(Self.words) called"}"#
        )
        try await stage.send(
            .post,
            path + "/tokens",
            #"{"appAccountToken":"3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"}"#
        )
        let digest = ContentDigest(of: Array("a token made for her".utf8))
        try await stage.repository.write { unit in
            try unit.add(
                CustomerTokenRecord(
                    digest: digest,
                    app: stage.server.shop.app.name,
                    customer: #require(CustomerID(Self.name)),
                    mintedAt: stage.server.shop.ambient.now()
                )
            )
        }
        return digest
    }

    private static func body(of stream: EventStream, _ stage: Stage) async throws -> String {
        try await stage.repository.read { view in try view.events(of: stream, after: 0, limit: 100) }
            .map { String(decoding: $0.body, as: UTF8.self) }.joined(separator: "\n")
    }

    private static func customerCount(_ stage: Stage) async throws -> Int {
        try await stage.repository.read { view in try SQLiteRepository.rowCount(of: "customer", on: view) }
    }

    @Test("After the answer her names are in no file, while what was bought, and when, is still there")
    func erased() async throws {
        let stage = try Stage("erased")
        let app = stage.server.shop.app.name
        let digest = try await Self.live(stage)
        #expect(try !stage.files(holding: Self.name).isEmpty)
        #expect(try await stage.repository.read { view in try view.customer(ofToken: digest, app: app) } != nil)
        let bert = EventStream(app: app, subject: .customer(try #require(CustomerID("bert"))))
        let before = try await Self.body(of: bert, stage)
        #expect(before.contains(Self.name))
        let customerCount = try await Self.customerCount(stage)
        let path = "/v1/customers/\(Self.nameInPaths)?confirm=\(Self.nameInPaths)&reason=asked"
        let erased = try await stage.send(.delete, path, isRepeatable: true)
        for text in [Self.name, Self.formerName, Self.words, #"rosalind\/"#] {
            #expect(try stage.files(holding: text) == [], "\(text)")
        }
        #expect(try await stage.repository.read { view in try view.customer(ofToken: digest, app: app) } == nil)
        #expect(try await Self.customerCount(stage) == customerCount, "Her new name makes no second customer.")
        guard case .string(let change)? = erased["ownership"]?["change"] else {
            Issue.record("\(erased.text)")
            return
        }
        let nameless = try #require(CustomerID.erased(by: OwnershipChangeID(change)))
        let chain = EventStream(
            app: app,
            subject: .chain(.production, OriginalTransactionID("2000000000000001"))
        )
        #expect(try await Self.body(of: chain, stage).contains(#""to":"\#(nameless)""#))
        let after = try await Self.body(of: bert, stage)
        #expect(after.hasPrefix(before.replacing(Self.name, with: nameless.rawValue)))
        let own = try await Self.body(of: EventStream(app: app, subject: .customer(nameless)), stage)
        for part in [#""amountMilliunits":9990"#, #""owner":"\#(nameless)""#, #""purchasedAt":"#, #""revoked"#] {
            #expect(own.contains(part) || part == #""revoked"#, "\(part)")
        }
        #expect(
            try await stage.repository.read { view in try view.grants(of: nameless, app: app) }.map(\.reason) == [""]
        )
        let log = AuditLog(repository: stage.repository, ambient: stage.server.shop.ambient)
        #expect(try await log.flaws() == [], "What was erased of the log breaks nothing.")
        // When what was held is let in, it does not bring her back.
        stage.server.shop.setNow(stage.server.shop.ambient.now() + .days(1))
        let due = try await stage.repository.read { view in
            try view.dueHeldEvidence(at: stage.server.shop.ambient.now(), limit: 9)
        }
        #expect(due.map { $0.submission?.customer } == [nameless])
        for held in due { _ = try await stage.server.shop.ingest.release(held, for: stage.server.shop.app) }
        await stage.repository.close()
        for text in [Self.name, Self.formerName, Self.words] {
            #expect(try stage.files(holding: text) == [], "\(text)")
        }
    }

    @Test("Names that came and went among many others leave nothing behind on the pages")
    func many() async throws {
        let stage = try Stage("erased-many")
        var random = SeededGenerator(seed: 11)
        var names: [CustomerID] = []
        for number in 0..<1200 {
            // Drawn by chance, so that pages fill up in the middle and are split.
            let text = "quinteroy-\(random.next())-\(String(repeating: "x", count: random.number(below: 120)))"
            let name = Sample.customer(text)
            names.append(name)
            _ = try await stage.repository.record(
                Sample.facts(
                    [Sample.period("\(number)", of: "\(number)")],
                    submission: Sample.submission(text, "\(number)")
                )
            )
        }
        for (place, name) in names.enumerated() {
            let change = OwnershipChange(
                id: OwnershipChangeID("change\(place)"),
                kind: .erase(name),
                changedAt: Sample.beginning,
                by: "operator"
            )
            let result = try await stage.repository.write { unit in
                try unit.change(
                    change,
                    of: Sample.app,
                    catalog: Catalog(),
                    isPreview: false
                )
            }
            _ = try result.get()
        }
        #expect(try stage.files(holding: "quinteroy-") == [])
        await stage.repository.close()
    }
}
