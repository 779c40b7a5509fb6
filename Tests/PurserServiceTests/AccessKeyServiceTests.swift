import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct AccessKeyServiceTests {
    /// A repository that runs a closure between finding a key and returning it, and whose revocations can fail.
    private struct Troubled: ObservedRepository {
        let base: any Repository
        let trouble = Trouble()

        /// Refuses what writes a revocation; an audit entry with a unit of work of its own would be written.
        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            let isRevocation = call.isFrom("revoke") || call.isFrom("revoked")
            if isRevocation, call.isWrite, self.trouble.isBroken.withLock({ $0 }) { throw .unavailable }
        }

        func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
            if call.isFrom("find") { await self.trouble.takeAfterRead()?() }
        }
    }

    private final class Trouble: Sendable {
        let isBroken = Mutex(false)
        let drawn = Mutex<UInt8>(0)
        let afterRead = Mutex<(@Sendable () async -> Void)?>(nil)

        func takeAfterRead() -> (@Sendable () async -> Void)? {
            self.afterRead.withLock { work in
                defer { work = nil }
                return work
            }
        }
    }

    private let repository = Troubled(base: InMemoryRepository())
    private let keys: AccessKeyService

    init() {
        self.keys = AccessKeyService(
            repository: self.repository,
            ambient: Ambient(
                now: { Instant(milliseconds: 1_800_000_000_000) },
                randomBytes: { [trouble = self.repository.trouble] count in
                    let byte = trouble.drawn.withLock { byte in
                        byte += 1
                        return byte
                    }
                    return Array(repeating: byte, count: count)
                }
            ),
            apps: [Sample.app]
        )
    }

    private func make() async throws -> (key: AccessKey, text: [UInt8]) {
        let draft = try AccessKeyDraft(app: Sample.app, grant: .secret([.read]), title: "test")
        let made = try await self.keys.create(draft, by: "test")
        return (made.key, Array(made.text.utf8))
    }

    @Test("A key that is revoked while it is being read is not cached in its earlier state")
    func revokedWhileRead() async throws {
        let made = try await self.make()
        self.repository.trouble.afterRead.withLock { work in
            work = { [keys] in _ = try? await keys.revoke(made.key.id, by: "test") }
        }
        // The read that was in progress still returns the earlier state.
        #expect(try await self.keys.find(made.text)?.revocation == nil)
        #expect(try await self.keys.find(made.text)?.revocation != nil)
    }

    @Test("No revocation is without an audit entry, and a failed one has none")
    func entry() async throws {
        let made = try await self.make()
        self.repository.trouble.isBroken.withLock { $0 = true }
        await #expect(throws: AccessKeyError.storage(.unavailable)) {
            try await self.keys.revoke(made.key.id, by: "ada", reason: "stolen")
        }
        #expect(try await self.keys.find(made.text)?.revocation == nil)
        func actions() async throws -> [AuditAction] {
            try await self.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.map(\.action)
        }
        #expect(try await actions() == [.keyCreate])
        self.repository.trouble.isBroken.withLock { $0 = false }
        let revoked = try await self.keys.revoke(made.key.id, by: "ada", reason: "stolen")
        #expect(revoked.revocation?.by == "ada")
        #expect(revoked.nothing == nil)
        #expect(try await actions() == [.keyCreate, .keyRevoke])
        #expect(try await self.keys.find(made.text)?.revocation != nil)
        // Revoking a revoked key is no change, and the key stays unchanged.
        let again = try await self.keys.revoke(made.key.id, by: "bob")
        #expect(again.nothing == .keyRevoked && again.revocation?.by == "ada")
        let outcomes = try await self.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.map(
            \.outcome
        )
        #expect(outcomes == [.done, .done, .nothing])
    }
}
