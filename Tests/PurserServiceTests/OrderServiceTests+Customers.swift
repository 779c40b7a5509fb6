import Ledger
import PurserService
import PurserTesting
import Testing

/// Whose an order is.
extension OrderServiceTests {
    @Test("An order belongs to its customer under any of the customer's names, and to no other customer")
    func mergedName() async throws {
        let app = try self.app()
        let made = try await self.create(in: app)
        let merge = OwnershipChange.Kind.merge(Self.anna, into: Sample.customer("ben"))
        let id = OwnershipChangeID("m")
        let change = OwnershipChange(id: id, kind: merge, changedAt: Sample.beginning, by: "support", note: nil)
        _ = try await self.shop.repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }
        for name in ["anna", "ben"] {
            let found = try await self.service.order(made.order.id, in: app, of: Sample.customer(name))
            #expect(found.order.id == made.order.id)
        }
        await #expect(throws: OrderError.unknownOrder) {
            try await self.service.order(made.order.id, in: app, of: Sample.customer("carl"))
        }
    }
}
