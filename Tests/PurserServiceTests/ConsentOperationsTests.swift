import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

/// What operators record of consents.
@Suite struct ConsentOperationsTests {
    private let shop: SimulatedShop
    private let operations: CustomerOperations
    private let anna = Sample.customer("anna")

    init() throws {
        self.shop = try SimulatedShop(world: SimulatedShop.world(seed: 7))
        let desk = CustomerDesk(
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
        )
        self.operations = CustomerOperations(desk: desk, apps: [self.shop.app])
    }

    private func run(_ deed: CustomerTask.Deed, isPreview: Bool = false) async -> [OperationEvent] {
        let events = Mutex<[OperationEvent]>([])
        await self.operations.run(
            CustomerTask(deed, in: self.shop.app.name),
            isPreview: isPreview,
            by: "root",
            reason: nil
        ) { event in events.withLock { $0.append(event) } }
        return events.withLock { $0 }
    }

    private static func field(_ name: String, _ events: [OperationEvent]) -> OperationResult.Value? {
        guard case .result(let result)? = events.last else { return nil }
        return result.fields.first { $0.name == name }?.value
    }

    private static func code(_ events: [OperationEvent]) -> String? {
        guard case .failure(let failure)? = events.last else { return nil }
        return failure.code
    }

    private func acts() async throws -> [String] {
        try await self.shop.repository.auditEntries(after: 0, limit: 99).map(\.action.rawValue)
    }

    @Test("A consent needs nothing but the customer, and says what the missing text weakens")
    func nothingButCustomer() async throws {
        let nothing = try ConsentStatement()
        let shown = await self.run(.consent(self.anna, nothing, id: nil), isPreview: true)
        #expect(Self.field("consent", shown) == nil, "It has no name yet.")
        #expect(try await self.acts().isEmpty, "A preview does nothing.")
        let id = ConsentID("c-1")
        let done = await self.run(.consent(self.anna, nothing, id: id))
        #expect(Self.field("warning", done) != nil)
        #expect(Self.field("version", done) == .text("1"))
        #expect(Self.field("locale", done) == .text("und"))
        #expect(Self.field("storefront", done) == .text("ZZZ"), "Nothing was bought.")
        let again = await self.run(.consent(self.anna, nothing, id: id))
        #expect(Self.field("givenAt", again) == Self.field("givenAt", done), "It is the same.")
        #expect(try await self.acts() == ["consent.give"], "Said again it is entered once.")
        let hash = String(repeating: "a", count: 64)
        let proven = await self.run(.consent(self.anna, try ConsentStatement(textHash: hash), id: nil))
        #expect(Self.field("warning", proven) == nil && Self.field("textHash", proven) == .text(hash))
    }

    @Test("The storefront that is not stated is that of the newest purchase")
    func storefront() async throws {
        var snapshot = Sample.gems("1")
        snapshot.storefront = "FRA"
        var unit = Sample.facts([snapshot], submission: Sample.submission("anna", "1"))
        unit.app = self.shop.app.name
        _ = try await self.shop.repository.record(unit)
        let done = await self.run(.consent(self.anna, try ConsentStatement(), id: nil))
        #expect(Self.field("storefront", done) == .text("FRA"))
    }

    @Test("A consent is withdrawn once; a second time nothing is done, and nothing is entered in the audit log")
    func withdrawal() async throws {
        let none = await self.run(.withdrawConsent(self.anna, id: nil, at: nil))
        #expect(Self.field("nothing", none) == .text("consent_missing"))
        _ = await self.run(.consent(self.anna, try ConsentStatement(), id: ConsentID("c-1")))
        #expect(try await self.acts() == ["consent.give"])
        let done = await self.run(.withdrawConsent(self.anna, id: nil, at: nil))
        #expect(Self.field("withdrawnAt", done) != nil)
        for id in [nil, ConsentID("c-1")] {
            let again = await self.run(.withdrawConsent(self.anna, id: id, at: nil))
            let code = id == nil ? "consent_missing" : "consent_already_withdrawn"
            #expect(Self.field("nothing", again) == .text(code))
        }
        #expect(try await self.acts() == ["consent.give", "consent.withdraw"])
        let listed = await self.run(.consents(self.anna))
        let lines = listed.filter { event in
            if case .line = event { true } else { false }
        }
        #expect(lines.count == 1)
    }

    @Test("What lies in the future is refused with a code, and so is a consent that nobody gave")
    func future() async throws {
        let ahead = self.shop.ambient.now() + .hours(1)
        let given = await self.run(.consent(self.anna, try ConsentStatement(givenAt: ahead), id: nil))
        #expect(Self.code(given) == "consent_in_future")
        let withdrawn = await self.run(.withdrawConsent(self.anna, id: nil, at: ahead))
        #expect(Self.code(withdrawn) == "consent_in_future")
        let unknown = await self.run(.withdrawConsent(self.anna, id: ConsentID("c-9"), at: nil))
        #expect(Self.code(unknown) == "consent_unknown")
        #expect(try await self.acts().isEmpty)
    }
}
