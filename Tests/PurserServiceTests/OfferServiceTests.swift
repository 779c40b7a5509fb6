import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct OfferServiceTests {
    private static let spring = OfferID("spring")

    /// A shop with a simulated App Store, whose weekly subscription has an offer with this rule.
    private struct Stage {
        let shop: SimulatedShop
        let app: ServedApp
        let service: OfferService

        init(_ rule: OfferRule) throws {
            let shop = try SimulatedShop(world: SimulatedShop.world(seed: 9))
            let key = try shop.world.apiKey()
            let products = [
                Product(id: ProductID("news.weekly"), kind: .autoRenewable, group: "news", offers: [spring: rule]),
                Product(id: ProductID("pro.monthly"), kind: .autoRenewable, group: "pro"),
                Product(id: ProductID("coins.100"), kind: .consumable),
            ]
            self.shop = shop
            self.service = OfferService(
                repository: shop.repository,
                ambient: shop.ambient,
                audit: AuditLog(repository: shop.repository, ambient: shop.ambient)
            )
            self.app = ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: Catalog(products: Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })),
                appStore: shop.app.appStore,
                offerSigner: OfferSigner(
                    key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
                    bundleID: shop.world.apps[0].bundleId
                )
            )
        }

        func buy(_ product: String, by name: String = "anna") async throws {
            let purchase = try self.shop.world.buy(product, by: self.shop.world.customer(name))
            try await self.shop.submit(purchase.transactionId, by: name)
            try await self.pass(.seconds(60))
        }

        func pass(_ duration: Duration) async throws {
            try await self.shop.world.advance(by: duration) { await self.shop.receive($0) }
        }

        @discardableResult
        func sign(
            _ offer: OfferID = spring,
            of product: String = "news.weekly",
            for name: String = "anna"
        ) async throws -> OfferSignatures {
            try await self.service.sign(
                offer,
                of: ProductID(product),
                for: try #require(CustomerID(name)),
                in: .production,
                token: nil,
                transactionID: nil,
                by: RequestOrigin(name: "key_1"),
                app: self.app
            )
        }
    }

    @Test("A subscriber gets the offer in both forms, and the App Store accepts them")
    func subscriber() async throws {
        let stage = try Stage(OfferRule())
        try await stage.buy("news.weekly")
        let signatures = try await stage.sign()
        #expect(signatures.classic.offerIdentifier == "spring")
        #expect(signatures.classic.timestamp?.milliseconds == stage.shop.ambient.now().milliseconds)
        let parts = signatures.jws.split(separator: ".")
        let key = try P256.Signing.PrivateKey(pemRepresentation: stage.shop.world.apiKey().privateKeyPEM)
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: #require(Base64URL.decode(Array(parts[2].utf8)[...]))
        )
        #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        let claims = try JSONValue(json: #require(Base64URL.decode(Array(parts[1].utf8)[...])))
        #expect(claims["offerIdentifier"] == .string("spring"))
    }

    @Test("A customer who never subscribed to the group gets no offer, whatever their subscriptions of other groups")
    func neverSubscribed() async throws {
        let stage = try Stage(OfferRule())
        await #expect(throws: OfferError.refused(.neverSubscribed)) { try await stage.sign() }
        try await stage.buy("pro.monthly")
        await #expect(throws: OfferError.refused(.neverSubscribed)) { try await stage.sign() }
    }

    @Test("A win-back offer is for customers whose subscription has lapsed")
    func lapsed() async throws {
        let stage = try Stage(OfferRule(audience: [.lapsed]))
        try await stage.buy("news.weekly")
        await #expect(throws: OfferError.refused(.otherAudience(.active))) { try await stage.sign() }
        try stage.shop.world.cancel("news.weekly", of: stage.shop.world.customer("anna"))
        try await stage.pass(.seconds(8 * 24 * 3600))
        try await stage.sign()
    }

    @Test("A retention offer is not for customers whose subscription has lapsed")
    func active() async throws {
        let stage = try Stage(OfferRule(audience: [.active]))
        try await stage.buy("news.weekly")
        try await stage.sign()
        try stage.shop.world.cancel("news.weekly", of: stage.shop.world.customer("anna"))
        try await stage.pass(.seconds(8 * 24 * 3600))
        await #expect(throws: OfferError.refused(.otherAudience(.lapsed))) { try await stage.sign() }
    }

    @Test("A limit of one per year holds, however many concurrent requests there are")
    func limit() async throws {
        let limit = OfferLimit(1, within: CalendarPeriod("P1Y"))
        let stage = try Stage(OfferRule(limit: limit))
        try await stage.buy("news.weekly")
        try await stage.buy("news.weekly", by: "bert")
        let given = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await stage.sign()) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(given == 1)
        await #expect(throws: OfferError.refused(.tooOften(limit))) { try await stage.sign() }
        try await stage.sign(for: "bert")
        try await stage.pass(.seconds(366 * 24 * 3600))
        try await stage.sign()
    }

    @Test("An unknown product or offer has its own error")
    func unknown() async throws {
        let stage = try Stage(OfferRule())
        try await stage.buy("news.weekly")
        await #expect(throws: OfferError.refused(.unknownOffer)) { try await stage.sign(OfferID("autumn")) }
        await #expect(throws: OfferError.refused(.unknownOffer)) { try await stage.sign(of: "pro.monthly") }
        await #expect(throws: OfferError.refused(.unknownProduct)) { try await stage.sign(of: "coins.100") }
        await #expect(throws: OfferError.refused(.unknownProduct)) { try await stage.sign(of: "nothing") }
    }

    @Test("Without a key nothing is signed, and nothing counts as signed")
    func withoutKey() async throws {
        let stage = try Stage(OfferRule())
        try await stage.buy("news.weekly")
        let keyless = ServedApp(name: stage.app.name, verifier: stage.app.verifier, catalog: stage.app.catalog)
        let customer = try #require(CustomerID("anna"))
        await #expect(throws: OfferError.withoutKey) {
            try await stage.service.sign(
                Self.spring,
                of: ProductID("news.weekly"),
                for: customer,
                in: .production,
                token: nil,
                transactionID: nil,
                by: RequestOrigin(name: "key_1"),
                app: keyless
            )
        }
        let signed = try await stage.shop.repository.read { view in
            try view.signatures(
                of: Self.spring,
                ProductID("news.weekly"),
                for: customer,
                app: stage.app.name,
                since: Instant(milliseconds: 0)
            )
        }
        #expect(signed.isEmpty)
    }
}
