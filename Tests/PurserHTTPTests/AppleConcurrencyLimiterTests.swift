import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Requests of one network to Apple's addresses do not delay those of another.
@Suite(.timeLimit(.minutes(5))) struct AppleConcurrencyLimiterTests {
    /// A repository that records nothing until a test lets it, and counts what waits for that.
    private struct Holding: ObservedRepository {
        /// Opens once, for all.
        final class Gate: Sendable {
            let waiting = Mutex((now: 0, most: 0))
            private let isOpen: Task<Void, Never>
            private let opening: AsyncStream<Never>.Continuation

            init() {
                let (wait, opening) = AsyncStream<Never>.makeStream()
                self.opening = opening
                self.isOpen = Task { for await _ in wait {} }
            }

            func open() {
                self.opening.finish()
            }

            func pass() async {
                self.waiting.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                await self.isOpen.value
                self.waiting.withLock { $0.now -= 1 }
            }
        }

        let base: any Repository
        let gate = Gate()
        let begun: AsyncStream<Void>.Continuation

        func willRun(_ call: RepositoryCall) async {
            guard call.intake != nil else { return }
            self.begun.yield()
            await self.gate.pass()
        }
    }

    private static func from(_ address: String) throws -> HTTPFields {
        [try #require(HTTPField.Name("X-Forwarded-For")): address]
    }

    private static func body(_ compact: [UInt8]) -> [UInt8] {
        Array(#"{"signedPayload":""#.utf8) + compact + Array(#""}"#.utf8)
    }

    @Test("A limited number of requests of a network run at once, the others wait, and another network does not wait")
    func networks() async throws {
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        let repository = Holding(base: InMemoryRepository(), begun: begun)
        let proxy = try #require(AddressRange("127.0.0.0/8"))
        let stage = try AuthenticationStage(proxies: TrustedProxies(ranges: [proxy]), repository: repository)
        let maximum = ConcurrencyLimiter.maximumAtApple
        let notifications = try (0..<maximum + 8).map { number in
            try stage.shop.notification(uuid: "002e14d5-51f5-4503-b5a8-c3a1af6\(100_00 + number)")
        }
        let one = try Self.from("198.51.100.7")
        let other = try Self.from("198.51.100.8")
        try await stage.live(connections: notifications.count + 1) { clients in
            try await withThrowingTaskGroup { group in
                for (client, compact) in zip(clients, notifications) {
                    group.addTask {
                        try await client.send(
                            .post,
                            "/apple/shop/notifications",
                            key: nil,
                            headers: one,
                            body: Self.body(compact)
                        ).status
                    }
                }
                var count = 0
                for await _ in beginnings {
                    count += 1
                    if count == maximum { break }
                }
                // Long enough for those that come after, if nothing held them back.
                let last = clients[notifications.count]
                let forgery = Self.body(Array("a.b.c".utf8))
                for _ in 0..<50 {
                    let path = "/apple/shop/notifications"
                    let answer = try await last.send(.post, path, key: nil, headers: other, body: forgery)
                    #expect(answer.status == .badRequest)
                }
                // Nor does the same network's question what a customer is to be shown wait for its notifications.
                let path = "/apple/shop/retention"
                let answer = try await last.send(.post, path, key: nil, headers: one, body: forgery)
                #expect(answer.status == .badRequest)
                let most = repository.gate.waiting.withLock { $0.most }
                #expect(most == maximum)
                repository.gate.open()
                for try await status in group { #expect(status == .ok) }
            }
        }
    }
}
