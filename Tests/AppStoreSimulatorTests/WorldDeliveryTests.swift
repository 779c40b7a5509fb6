import AppStore
import AppStoreSimulator
import Synchronization
import Testing

@Suite struct WorldDeliveryTests {
    /// A receiver with planned responses, which records the received notifications and their instants.
    final class Postbox: Sendable {
        private let attempts = Mutex<[(uuid: String, at: Int64)]>([])
        private let answer: @Sendable (Int) -> WorldDelivery.Outcome?

        init(_ answer: @escaping @Sendable (_ attempt: Int) -> WorldDelivery.Outcome?) {
            self.answer = answer
        }

        func receiver(in world: World) -> NotificationReceiver {
            { notification in
                let now = world.now.milliseconds
                let attempt = self.attempts.withLock { attempts in
                    attempts.append((notification.uuid, now))
                    return attempts.count
                }
                return self.answer(attempt)
            }
        }

        var uuids: [String] { self.attempts.withLock { $0.map(\.uuid) } }
        var hours: [Int64] {
            self.attempts.withLock { $0.map { ($0.at - Shop.opening.milliseconds) / 3_600_000 } }
        }
    }

    @Test("A receiver that never responds has attempts at 0, 1, 13, 37, 85 and 157 hours with one UUID")
    func deaf() async throws {
        let world = try Shop.world()
        let postbox = Postbox { _ in .answered(status: 503) }
        try world.buy(Shop.coins, by: try world.customer("ben"))
        try await world.advance(by: .days(30), delivering: postbox.receiver(in: world))
        #expect(postbox.hours == [0, 1, 13, 37, 85, 157])
        #expect(Set(postbox.uuids).count == 1)
        #expect(world.agenda == [])
        let delivery = try #require(world.deliveries.first)
        #expect(delivery.attempts.count == 6)
        #expect(delivery.attempts.allSatisfy { $0.outcome.result == .unsuccessfulHttpResponseCode })
        #expect(!delivery.isDelivered)
        #expect(world.now.milliseconds == Shop.opening.milliseconds + 30 * 86_400_000)
    }

    @Test("The first success ends the attempts", arguments: [200, 204, 206])
    func success(status: Int) async throws {
        let world = try Shop.world()
        let postbox = Postbox { $0 < 3 ? .failed(.timedOut) : .answered(status: status) }
        try world.buy(Shop.coins, by: try world.customer("ben"))
        try await world.advance(by: .days(30), delivering: postbox.receiver(in: world))
        #expect(postbox.hours == [0, 1, 13])
        let delivery = try #require(world.deliveries.first)
        #expect(delivery.attempts.map(\.outcome.result) == [.timedOut, .timedOut, .success])
        #expect(delivery.isDelivered)
    }

    @Test("Redirects and the like are failures", arguments: [199, 207, 301, 404, 500])
    func failure(status: Int) {
        #expect(!WorldDelivery.Outcome.answered(status: status).isSuccess)
    }

    @Test("The sandbox makes one attempt")
    func sandbox() async throws {
        let world = try Shop.world(environment: .sandbox)
        let postbox = Postbox { _ in .answered(status: 500) }
        try world.buy(Shop.coins, by: try world.customer("ben"))
        try await world.advance(by: .days(30), delivering: postbox.receiver(in: world))
        #expect(postbox.hours == [0])
    }

    @Test("A repeated attempt is put among what happens meanwhile, on the agenda and in the outbox")
    func pure() throws {
        let world = try Shop.world()
        try world.buy(Shop.coins, by: try world.customer("ben"))
        let first = try #require(world.drainOutbox().first)
        try world.advance(by: .days(1))
        #expect(world.sent() == [])
        world.record(.answered(status: 500), for: first)
        #expect(world.agenda.map(\.text) == ["ONE_TIME_CHARGE/- is sent again (attempt 2)"])
        #expect(world.deliveries.first?.nextAttemptAt?.milliseconds == world.now.milliseconds + 3_600_000)
        try world.advance(by: .seconds(3600))
        let second = try #require(world.drainOutbox().first)
        #expect(second.uuid == first.uuid)
        #expect(second.body == first.body)
        #expect(world.agenda == [])
    }

    @Test("A notification without a receiver is not attempted")
    func unwanted() async throws {
        let world = try Shop.world()
        let postbox = Postbox { _ in nil }
        try world.buy(Shop.coins, by: try world.customer("ben"))
        try await world.advance(by: .days(30), delivering: postbox.receiver(in: world))
        #expect(postbox.hours == [0])
        #expect(world.deliveries.first?.attempts == [])
    }

    @Test("Notifications reach the receiver in their order, each with the clock at its instant")
    func order() async throws {
        let world = try Shop.world()
        let postbox = Postbox { _ in .answered(status: 200) }
        try world.buy(Shop.monthly, by: try world.customer("anna"))
        try world.buy("news.weekly", by: try world.customer("ben"))
        try await world.advance(by: .days(28), delivering: postbox.receiver(in: world))
        #expect(postbox.hours == [0, 0, 168, 336, 504, 672, 672])
        #expect(postbox.uuids == world.deliveries.map(\.notification.uuid))
    }
}
