import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct WithheldEvidenceTests {
    let shop: TestShop

    init() throws {
        self.shop = try TestShop()
    }

    @Test("If guards need an age band that is not stated, the strictest possible answer applies")
    func withheld() async throws {
        let guards = """
            policy: orders
            rules:
              - { name: children, when: { customer.ageBand: under8 }, answer: "flag, a child" }
              - { name: adults, when: { customer.ageBand: adult, quantity: 9 }, answer: allow }
              - { name: eight, when: { quantity: 8 }, answer: refuse }
              - { name: many, when: { quantity: { above: 6 }, customer.ageBand: [under8, 8to15] }, answer: "refuse, many" }
              - { name: in debt, when: { wallet.debt: { above: 0 }, customer.ageBand: under8 }, answer: refuse }
            otherwise: allow
            """
        let rules = try RuleFile(bytes: Array(guards.utf8), file: "guards.yaml", vocabularies: [.orders]).rules
        let app = ServedApp(
            name: self.shop.app.name,
            verifier: self.shop.app.verifier,
            catalog: self.shop.app.catalog,
            guards: rules
        )
        let service = OrderService(repository: self.shop.repository, ambient: self.shop.ambient)
        func answer(_ quantity: Int64, _ ageBand: String?) async throws -> String {
            let draft = OrderDraft(
                customer: Sample.customer("anna"),
                productID: ProductID("gems.600"),
                quantity: quantity,
                ageBand: ageBand
            )
            do throws(OrderError) {
                return try await service.create(draft, in: app, by: "backend").order.remark?.rule ?? "made"
            } catch {
                guard case .refused(let rule, reason: _, let explanation) = error else { throw error }
                if ageBand == nil, rule == "many" {
                    #expect(
                        explanation.first
                            == "Rule 4, many, may match: the quantity is \(quantity); the customer's age band is "
                            + "unknown (customer.ageBand). The stricter answer counts, so the order is refused: many."
                    )
                }
                return rule
            }
        }
        #expect(try await answer(1, "adult") == "made")
        #expect(try await answer(1, "under8") == "children")
        #expect(try await answer(1, nil) == "children", "It is unknown whether the customer is a child.")
        #expect(try await answer(7, "adult") == "made")
        #expect(try await answer(7, nil) == "many", "A possible refusal is stricter than a possible flag.")
        #expect(try await answer(8, nil) == "eight", "A possible flag does not hide a certain refusal.")
        #expect(try await answer(9, "adult") == "made")
        #expect(try await answer(9, nil) == "many", "An unknown value permits nothing.")
    }
}
