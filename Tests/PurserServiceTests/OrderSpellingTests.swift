import Ledger
import PurserService
import PurserTesting
import Testing

/// Texts that look the same and consist of different bytes.
@Suite struct OrderSpellingTests {
    private let shop: TestShop
    private let service: OrderService
    private static let plus = ProductID("com.example.plus.monthly")

    init() throws {
        self.shop = try TestShop()
        self.shop.setNow(Sample.beginning)
        self.service = OrderService(repository: self.shop.repository, ambient: self.shop.ambient)
    }

    private func app(_ guards: String? = nil) throws -> ServedApp {
        ServedApp(
            name: Sample.app,
            verifier: self.shop.app.verifier,
            catalog: Catalog(products: [Self.plus: Product(id: Self.plus, kind: .autoRenewable, group: "plus")]),
            guards: try guards.map { text in
                try RuleFile(bytes: Array(text.utf8), file: "guards.yaml", vocabularies: [.orders]).rules
            }
        )
    }

    private func create(
        in app: ServedApp,
        _ change: (inout OrderDraft) -> Void = { _ in }
    ) async throws -> OrderRecord {
        var draft = OrderDraft(customer: Sample.customer("anna"), productID: Self.plus)
        change(&draft)
        return try await self.service.create(draft, in: app, by: "backend")
    }

    @Test("A guard compares the bytes of a text, and a storefront has changed if its bytes have")
    func spelling() async throws {
        let words = ["\u{E9}", "e\u{301}"]
        #expect(words[0] == words[1], "Swift tells them apart, so they prove nothing.")
        let made = try await self.create(in: self.app())
        var period = Sample.period("100", of: "100", token: made.order.token)
        period.storefront = words[0]
        _ = try await self.shop.repository.ingest(Sample.notification(100, about: period))
        func isRefused(_ condition: String, _ change: (inout OrderDraft) -> Void) async throws -> Bool {
            let text = "policy: orders\nrules: [{ name: a, when: { \(condition) }, answer: refuse }]\notherwise: allow"
            do {
                _ = try await self.create(in: self.app(text), change)
                return false
            } catch let error as OrderError {
                return error.code == "order_refused"
            }
        }
        for written in words {
            for stated in words {
                let isSame = written.utf8.elementsEqual(stated.utf8)
                #expect(try await isRefused("storefront: \(written)") { $0.storefront = stated } == isSame)
                #expect(try await isRefused("customer.ageBand: \(written)") { $0.ageBand = stated } == isSame)
            }
        }
        #expect(try await !isRefused("storefront.changed: true") { $0.storefront = words[0] })
        #expect(try await isRefused("storefront.changed: true") { $0.storefront = words[1] })
    }
}
