import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct JournalTests {
    /// Performs random actions with a receiver that fails sometimes, refused commands, and requests of the server.
    private static func live(_ world: World, seed: UInt64) async throws {
        var life = RandomLife(seed: seed)
        var chance = SeededGenerator(seed: seed, purpose: "receiver")
        let failures = (0..<2000).map { _ in chance.number(below: 4) == 0 }
        for _ in 0..<80 {
            let action = life.action(in: world)
            let answer = try? await world.perform(action) { notification in
                failures[notification.index % 2000] ? .failed(.timedOut) : .answered(status: 200)
            }
            if let answer { life.note(answer, of: action) }
        }
    }

    @Test("A replay of the records produces the same bytes", arguments: 1...8)
    func replays(seed: UInt64) async throws {
        let world = try RichShop.world(seed: seed, graceDays: 16, catalog: RandomLife.catalog)
        try await Self.live(world, seed: seed)
        let records = world.records
        let text = try JSONEncoder().encode(records)
        let read = try JSONDecoder().decode([JournalRecord].self, from: text)
        #expect(read == records)
        let again = try RichShop.world(seed: seed, graceDays: 16, catalog: RandomLife.catalog)
        try again.replay(read)
        #expect(again.journal == world.journal)
        #expect(again.records == records)
        #expect(again.deliveries.map(\.notification.body) == world.deliveries.map(\.notification.body))
        #expect(again.deliveries.map(\.attempts) == world.deliveries.map(\.attempts))
        let other = try RichShop.world(seed: seed + 100, graceDays: 16, catalog: RandomLife.catalog)
        #expect(throws: (any Error).self) {
            try other.replay(read)
            guard other.journal == world.journal else { throw WorldError.unknownApp }
        }
    }

    @Test("Tests can count records")
    func counts() async throws {
        let world = try RichShop.world()
        let coins = try #require(try world.shop("anna", "coins.100"))
        await world.deliver { _ in .answered(status: 503) }
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: 1_790_000_000)
        for body in ["{}", #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":true}"#] {
            _ = world.answer(
                AppleAPIRequest(
                    "PUT",
                    "/inApps/v2/transactions/consumption/\(coins.transactionId)",
                    headers: ["authorization": "Bearer \(token)"],
                    body: Array(body.utf8)
                ),
                wallClockSeconds: 1_790_000_000
            )
        }
        var query = JournalQuery()
        query.operation = "sendConsumptionInformation"
        #expect(world.records(query).map(\.status) == [400, 202])
        #expect(world.records(query).first?.errorCode == 4_000_035)
        query.status = 202
        #expect(world.records(query).count == 1)
        var deliveries = JournalQuery()
        deliveries.notification = "ONE_TIME_CHARGE"
        #expect(world.records(deliveries).map(\.status) == [503])
        deliveries.notification = "REFUND"
        #expect(world.records(deliveries).isEmpty)
    }
}
