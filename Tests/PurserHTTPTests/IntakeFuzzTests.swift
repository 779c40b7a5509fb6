import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import PersistenceSQL
import PersistenceSQLite
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// The whole way from a request to the ledger, with input made from a seed; a failure names the seed and the case.
@Suite struct IntakeFuzzTests {
    /// The codes of the only 503s that hostile data may get: authentic, but of another app.
    static let elsewhere: Set<String> = [
        "bundle_id_mismatch", "app_apple_id_missing", "app_apple_id_mismatch", "environment_mismatch",
    ]

    @Test(
        "Data without a trusted signature is refused, in every form, and leaves nothing behind",
        arguments: [11, 12, 13, 14] as [UInt64]
    )
    func forged(seed: UInt64) async throws {
        let shop = try TestShop()
        let genuine = [
            try shop.notification(),
            try shop.notification(type: .test, subtype: nil, uuid: "2", transaction: nil, renewalInfo: nil),
            try shop.authority.sign(SamplePayloads.transaction()).bytes,
            try shop.authority.sign(SamplePayloads.renewalInfo()).bytes,
            try shop.authority.sign(SamplePayloads.consumable()).bytes,
        ]
        let impostor = try TestShop()
        let forms = HostileForms(
            genuine: genuine,
            forged: [
                try impostor.notification(),
                try impostor.authority.sign(SamplePayloads.transaction()).bytes,
                try shop.authority.sign(SamplePayloads.transaction().json(), header: impostor.authority.header),
                try impostor.authority.sign(SamplePayloads.transaction().json(), header: shop.authority.header),
                // The App Store's own notification around another app's purchase.
                try shop.authority.sign(
                    SamplePayloads.notification(transaction: impostor.authority.sign(SamplePayloads.transaction()))
                ).bytes,
            ]
        )
        let server = try TestServer(shop: shop)
        try await server.run { client in
            var random = SeededGenerator(seed: seed)
            // Once with an unknown signer, and then with a known one.
            for number in 0..<700 {
                if number == 100 {
                    #expect(try await client.notify(genuine[0]).status == .ok)
                    #expect(try await shop.repository.read { view in try view.evidence(after: 0, limit: 9) }.count == 3)
                }
                guard let form = forms.compactForm(&random) else { continue }
                let place: Comment = "seed \(seed), case \(number)"
                let before = try await Footprint(shop)
                let answer: TestServer.TestResponse
                if random.happens(percent: 60) {
                    answer = try await client.notify(body: HostileForms.body(around: form, &random))
                    #expect([.badRequest, .contentTooLarge].contains(answer.status), place)
                } else {
                    answer = try await client.submit(form, customer: "mallory")
                    #expect([.badRequest, .unprocessableContent].contains(answer.status), place)
                }
                #expect(answer.code != nil, place)
                #expect(try await Footprint(shop) == before, place)
            }
            #expect(try await shop.entitlements(of: "mallory").isEmpty)
            #expect(try await client.submit(genuine[2], customer: "anna").status == .ok)
        }
    }

    @Test(
        "A genuine notification in a damaged body is recorded as it is or not at all",
        arguments: [21, 22] as [UInt64]
    )
    func damagedBodies(seed: UInt64) async throws {
        let shop = try TestShop()
        let compact = try shop.notification()
        let verified = try shop.app.verifier.notification(compact)
        let objects = [
            verified.notification.object, verified.transaction?.object, verified.renewalInfo?.object,
        ].compactMap { $0?.digest }
        let server = try TestServer(shop: shop)
        try await server.run { client in
            var random = SeededGenerator(seed: seed)
            var outcomes: [HTTPResponse.Status: Int] = [:]
            for number in 0..<500 {
                var body = Array(#" { "a" : [1, null], "signedPayload" : ""#.utf8) + compact + Array(#"" } "#.utf8)
                // Most damage hits the long text, so half of it is done to the few bytes around it.
                if random.happens(percent: 50) {
                    let rest = HostileForms.damaged(Array(body.prefix(40)), &random)
                    body = rest + body.dropFirst(40)
                } else {
                    body = HostileForms.damaged(body, &random)
                }
                let before = try await Footprint(shop)
                let answer = try await client.notify(body: body)
                outcomes[answer.status, default: 0] += 1
                let place: Comment = "seed \(seed), case \(number)"
                #expect([.ok, .badRequest].contains(answer.status), place)
                if answer.status != .ok { #expect(try await Footprint(shop) == before, place) }
            }
            let kept = try await shop.repository.read { view in try view.evidence(after: 0, limit: 99) }.map(
                \.evidence.digest.bytes
            )
            #expect(Set(kept) == Set(objects))
            #expect(try await shop.repository.read { view in try view.heldCounts() }.isEmpty)
            #expect(outcomes.count == 2, "Both outcomes are common: \(outcomes)")
        }
    }

    @Test(
        "Everything from a trusted signer is recorded, held or refused with a code, and the server still responds",
        arguments: [31, 32, 33] as [UInt64]
    )
    func oddValues(seed: UInt64) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-odd-\(ProcessInfo.processInfo.processIdentifier)-\(seed)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let path = folder.appending(path: "purser.db").path
        let repository = try SQLiteRepository(path: path, logger: logger) { error in
            Issue.record("A write failed for good: \(error)")
        }
        let shop = try TestShop(repository: repository)
        let server = try TestServer(shop: shop)
        try await server.run { client in
            var random = SeededGenerator(seed: seed)
            var outcomes: [String: Int] = [:]
            var before = try await Footprint(shop)
            for number in 0..<400 {
                let place: Comment = "seed \(seed), case \(number)"
                before = try await Footprint(shop, since: before)
                let transaction = try Self.transaction(number, shop, &random)
                let answer: TestServer.TestResponse
                if random.happens(percent: 50) {
                    answer = try await client.submit(transaction, customer: "anna")
                } else {
                    answer = try await client.notify(Self.notification(transaction, number, shop, &random))
                }
                outcomes[answer.code ?? "\(answer.status.code)", default: 0] += 1
                switch answer.status {
                case .ok: break
                case .serviceUnavailable: #expect(Self.elsewhere.contains(answer.code ?? ""), place)
                default:
                    #expect([.badRequest, .unprocessableContent].contains(answer.status), place)
                    #expect(try await Footprint(shop) == before, place)
                }
                for environment in StoreEnvironment.allCases {
                    for subject in ["entitlements", "transactions"] {
                        let path = "/v1/customers/anna/\(subject)?environment=\(environment.rawValue)"
                        #expect(try await client.send(.get, path, key: TestServer.key).status == .ok, place)
                    }
                }
            }
            #expect(outcomes.count > 5, "Many outcomes are met: \(outcomes)")
        }
        await repository.close()
    }

    private static func transaction(
        _ number: Int,
        _ shop: TestShop,
        _ random: inout SeededGenerator
    ) throws -> [UInt8] {
        let id = "\(2_000_000_000_000_000 + random.number(below: 30))"
        let original = "\(2_000_000_000_000_000 + random.number(below: 4))"
        var payload = SamplePayloads.transaction(id: id, originalID: original)
        switch random.number(below: 4) {
        case 0: payload = SamplePayloads.consumable(id: id)
        case 1:
            payload = SamplePayloads.consumable(id: id, productID: "pass.month")
            payload.type = .nonRenewingSubscription
        case 2:
            payload = SamplePayloads.consumable(id: id, productID: "frame.gold")
            payload.type = .nonConsumable
        default: break
        }
        let value = try JSONValue(json: payload.json())
        let isOdd = random.happens(percent: 70)
        return try shop.authority.sign((isOdd ? OddValues.changed(value, &random) : value).json())
    }

    private static func notification(
        _ transaction: [UInt8],
        _ number: Int,
        _ shop: TestShop,
        _ random: inout SeededGenerator
    ) throws -> [UInt8] {
        let renewal = try JSONValue(json: SamplePayloads.renewalInfo(originalID: "2000000000000000").json())
        let payload = SamplePayloads.notification(
            type: random.pick([.subscribed, .didRenew, .refund, .refundReversed, .consumptionRequest, .test]),
            uuid: "uuid-\(number)",
            transaction: random.happens(percent: 80) ? SignedData(transaction) : nil,
            renewalInfo: random.happens(percent: 30)
                ? SignedData(try shop.authority.sign(OddValues.changed(renewal, &random).json())) : nil
        )
        let value = try JSONValue(json: payload.json())
        let isOdd = random.happens(percent: 50)
        return try shop.authority.sign((isOdd ? OddValues.changed(value, &random) : value).json())
    }

    /// How much the ledger holds.
    private struct Footprint: Equatable {
        let position: Int64
        let held: [HeldEvidence.Reason: Int]

        /// The ledger now; what it held before is not read again.
        init(_ shop: TestShop, since previous: Self? = nil) async throws {
            var position = previous?.position ?? 0
            while let newest = try await shop.repository.read({ [position] view in
                try view.evidence(after: position, limit: 100)
            }).last {
                position = newest.position
            }
            self.position = position
            self.held = try await shop.repository.read { view in try view.heldCounts() }
        }
    }
}
