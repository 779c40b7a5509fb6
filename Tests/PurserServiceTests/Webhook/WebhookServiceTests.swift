import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Endpoints after the key of their secrets is lost or replaced.
@Suite struct WebhookServiceTests {
    /// A folder with a key, and the state of a server that is started there.
    private final class Stage {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-service-\(ProcessInfo.processInfo.globallyUniqueString)").path
        let repository = InMemoryRepository()
        let sender: OutboundSender

        init() throws {
            try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
            let allowed = try #require(AllowedAddress("127.0.0.1:1"))
            self.sender = try OutboundSender(guard: AddressGuard(allow: [allowed]), ambient: Self.ambient(1))
        }

        var path: String { self.folder + "/key" }

        static func ambient(_ seed: UInt8) -> Ambient {
            Ambient(now: { Sample.beginning }, randomBytes: { count in Array(repeating: seed, count: count) })
        }

        /// The service of a process that starts now and would create a key of this byte.
        func start(_ seed: UInt8) throws -> WebhookService {
            let secrets = WebhookSecrets(path: self.path, ambient: Self.ambient(seed))
            let allowed = try #require(AllowedAddress("127.0.0.1:1"))
            return WebhookService(
                repository: self.repository,
                apps: [Sample.app],
                addresses: AddressGuard(allow: [allowed]),
                secrets: secrets,
                webhookSender: self.webhookSender(secrets),
                ambient: Self.ambient(seed)
            )
        }

        func webhookSender(_ secrets: WebhookSecrets) -> WebhookSender {
            WebhookSender(sender: self.sender, secrets: secrets, now: { Sample.beginning })
        }

        func make(
            _ service: WebhookService,
            _ content: WebhookEndpoint.Content = .events
        ) async throws -> WebhookEndpoint {
            var draft = WebhookDraft()
            draft.address = "http://127.0.0.1:1/"
            return try await service.make(draft, content, in: Sample.app, by: "test").endpoint
        }

        func end() async throws {
            await self.sender.shutdown()
            try FileManager.default.removeItem(atPath: self.folder)
        }
    }

    @Test("An endpoint stores the fingerprint of its key; a relay has none")
    func kept() async throws {
        let stage = try Stage()
        let service = try stage.start(1)
        let relay = try await stage.make(try stage.start(9), .relay)
        #expect(relay.keyFingerprint == nil)
        #expect(!FileManager.default.fileExists(atPath: stage.path))
        let endpoint = try await stage.make(service)
        #expect(endpoint.keyFingerprint?.utf8.count == 16)
        let trial = try await service.test(endpoint.id, in: Sample.app, by: "test")
        #expect(trial.outcome != .unable(code: "webhook_key_changed"))
        guard case .failed = trial.outcome else {
            Issue.record("The address refuses connections, so an attempt was made and failed: \(trial.outcome)")
            return
        }
        try await stage.end()
    }

    @Test("Settings that would leave a receiver with an unverifiable signature are refused")
    func refusals() async throws {
        let stage = try Stage()
        let relay = try await stage.make(try stage.start(9), .relay)
        let service = try stage.start(1)
        let endpoint = try await stage.make(service)
        func refusal(_ work: () async throws -> some Any) async -> WebhookError? {
            do {
                _ = try await work()
                return nil
            } catch {
                return error as? WebhookError
            }
        }
        #expect(await refusal { try await service.test(relay.id, in: Sample.app, by: "test") } == .relayCannot)
        var draft = WebhookDraft()
        draft.signature = .ed25519
        let other = await refusal { try await service.change(endpoint.id, draft, in: Sample.app, by: "test") }
        #expect(other == .signatureFixed)
        draft.signature = .hmac
        #expect(await refusal { try await service.change(endpoint.id, draft, in: Sample.app, by: "test") } == nil)
        let rotated = try await service.rotate(endpoint.id, in: Sample.app, by: "test").endpoint
        let until = Sample.beginning + WebhookService.formerLife
        #expect(rotated.formerUntil == until)
        let again = await refusal { try await service.rotate(endpoint.id, in: Sample.app, by: "test") }
        #expect(again == .rotationUnderWay(until: until))
        let now = Span(milliseconds: 0)
        let leaked = try await service.rotate(endpoint.id, formerFor: now, in: Sample.app, by: "test").endpoint
        #expect(leaked.generation == 3)
        #expect(leaked.formerUntil == nil)
        try await stage.end()
    }

    @Test("The time of a pause does not count as time in which the endpoint failed")
    func resumed() async throws {
        let stage = try Stage()
        let service = try stage.start(1)
        let endpoint = try await stage.make(service)
        _ = try await stage.repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
        let now = Sample.beginning
        let leases = try await stage.repository.leaseStreams(
            for: endpoint.sink,
            of: Sample.app,
            at: now,
            until: now + .seconds(60),
            limit: 1
        )
        let failure = DeliveryFailure(code: "status", status: 500, at: now)
        try await stage.repository.write { unit in
            try unit.putBack(try #require(leases.first), until: now + .seconds(5), after: failure)
        }
        var draft = WebhookDraft()
        draft.isPaused = true
        _ = try await service.change(endpoint.id, draft, in: Sample.app, by: "test")
        #expect(try await service.waiting(endpoint.id, after: nil, limit: 9, in: Sample.app).count == 1)
        draft.isPaused = false
        _ = try await service.change(endpoint.id, draft, in: Sample.app, by: "test")
        #expect(try await service.waiting(endpoint.id, after: nil, limit: 9, in: Sample.app).isEmpty)
        #expect(
            try await stage.repository.read { view in try view.waitingCounts(of: endpoint.sink, app: Sample.app) }
                .streams == 1
        )
        try await service.remove(endpoint.id, in: Sample.app, by: "test")
        #expect(try await stage.repository.read { view in try view.webhooks(of: Sample.app) }.isEmpty)
        try await stage.end()
    }

    @Test("With another key nothing is sent, until a rotation, which ends the previous secret at once")
    func replaced() async throws {
        let stage = try Stage()
        let first = try await stage.make(try stage.start(1))
        let second = try await stage.make(try stage.start(2))
        #expect(first.keyFingerprint == second.keyFingerprint)
        try FileManager.default.removeItem(atPath: stage.path)
        let service = try stage.start(3)
        let missing = try await service.test(first.id, in: Sample.app, by: "test").outcome
        #expect(missing == .unable(code: "webhook_key_missing"))
        let entries = try await stage.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            .filter { $0.action == .webhookTest }
        #expect(entries.map(\.outcome) == [.begun, .refused(code: "webhook_key_missing")])
        #expect(entries.allSatisfy { $0.operatorName == "test" && $0.subject == first.id.rawValue })
        let rotated = try await service.rotate(first.id, in: Sample.app, by: "test").endpoint
        #expect(rotated.formerUntil == nil, "The key of the previous secret is missing.")
        #expect(rotated.generation == 2)
        #expect(rotated.keyFingerprint != first.keyFingerprint)
        guard case .failed = try await service.test(first.id, in: Sample.app, by: "test").outcome else {
            Issue.record("It is signed again.")
            return
        }
        let changed = try await service.test(second.id, in: Sample.app, by: "test").outcome
        #expect(changed == .unable(code: "webhook_key_changed"))
        let again = try await service.rotate(first.id, in: Sample.app, by: "test").endpoint
        #expect(again.formerUntil == Sample.beginning + WebhookService.formerLife, "Both come from the same key now.")
        try await stage.end()
    }

    @Test("With a lost key none is created for another endpoint, and one is once no endpoint is left")
    func lost() async throws {
        let stage = try Stage()
        let endpoint = try await stage.make(try stage.start(1))
        try FileManager.default.removeItem(atPath: stage.path)
        let service = try stage.start(2)
        await #expect(throws: WebhookError.secrets(.missing(path: stage.path))) { try await stage.make(service) }
        #expect(!FileManager.default.fileExists(atPath: stage.path))
        _ = try await stage.make(service, .relay)
        try await service.remove(endpoint.id, in: Sample.app, by: "test")
        #expect(try await stage.make(stage.start(4)).keyFingerprint != endpoint.keyFingerprint)
        try await stage.end()
    }

    @Test("An endpoint without a fingerprint gets that of the existing key")
    func before() async throws {
        let stage = try Stage()
        let made = try await stage.make(try stage.start(1))
        try await stage.repository.write { unit in
            try unit.changeWebhooks(of: Sample.app) { $0[0].keyFingerprint = nil }
        }
        let (repository, secrets) = (stage.repository, WebhookSecrets(path: stage.path, ambient: Stage.ambient(2)))
        let worker = WebhookWorker(
            apps: [Sample.app],
            repository: repository,
            webhookSender: stage.webhookSender(secrets),
            ambient: Stage.ambient(2),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: ContinuousClock()
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await worker.run() }
            while try await repository.read({ view in try view.webhooks(of: Sample.app) }).first?.keyFingerprint == nil
            { await Task.yield() }
            group.cancelAll()
        }
        #expect(
            try await repository.read { view in try view.webhooks(of: Sample.app) }.first?.keyFingerprint
                == made.keyFingerprint
        )
        try await stage.end()
    }
}
