import Ledger
import PurserService
import PurserTesting
import Testing

/// The result and the audit entry of an action that changes nothing.
@Suite struct NoChangeTests {
    private static let anna = Sample.customer("anna")

    private let shop: TestShop

    init() throws {
        self.shop = try TestShop()
    }

    private func outcomes() async throws -> [AuditOutcome?] {
        try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.map(\.outcome)
    }

    @Test("A blocked customer keeps the first block, and a customer who is not blocked stays unblocked")
    func blocks() async throws {
        let service = OrderService(repository: self.shop.repository, ambient: self.shop.ambient)
        func block(_ isBlocked: Bool, _ reason: String) async throws -> ActionResult<CustomerBlock?> {
            try await service.block(Self.anna, isBlocked, in: self.shop.app, by: "support", reason: reason)
        }
        let none = try await block(false, "a mistake")
        #expect(none.nothing == .customerNotBlocked && none.value == nil)
        let blocked = try await block(true, "sells refunds")
        #expect(blocked.nothing == nil && blocked.value?.reason == "sells refunds")
        let again = try await block(true, "once more")
        #expect(again.nothing == .customerBlocked && again.value == blocked.value)
        let unblocked = try await block(false, "a mistake")
        #expect(unblocked.nothing == nil && unblocked.value == nil)
        #expect(try await self.outcomes() == [.nothing, .done, .nothing, .done])
    }

    @Test("A customer without sessions gets the reason, and does not become known by the request")
    func sessions() async throws {
        let audit = AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
        let service = CustomerService(repository: self.shop.repository, ambient: self.shop.ambient, audit: audit)
        let origin = RequestOrigin(name: "support", reason: nil)
        #expect(try await service.revokeSessions(of: Self.anna, in: self.shop.app, by: origin, isPreview: false) == 0)
        #expect(try await self.outcomes() == [.nothing])
        #expect(
            try await self.shop.repository.read { view in try view.record(of: Self.anna, app: self.shop.app.name) }
                == nil
        )
    }

    @Test("Each reason has its own code, and a sentence that says that nothing was done")
    func sentences() {
        let codes = NoChange.Code.allCases
        #expect(Set(codes.map(\.sentence)).count == codes.count)
        for code in codes { #expect(code.sentence.hasPrefix("Nothing was done: "), "\(code)") }
        let result = OperationResult(isClean: true, fields: OperationResult.fields(of: .customerBlocked))
        #expect(result.nothing == .customerBlocked)
        #expect(OperationResult(isClean: true, fields: OperationResult.fields(of: nil)).nothing == nil)
    }
}
