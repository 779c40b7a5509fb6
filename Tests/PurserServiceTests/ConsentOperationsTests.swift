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
        try await self.shop.repository.auditEntries(after: 0, limit: 99)
            .map { "\($0.action.rawValue) \($0.outcome?.word ?? "")" }
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
        #expect(Self.field("nothing", again) == .text("consent_unchanged"))
        #expect(try await self.acts() == ["consent.give done", "consent.give nothing"])
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

    @Test("A consent is withdrawn once; a second time nothing is done, and the audit log says so")
    func withdrawal() async throws {
        let none = await self.run(.withdrawConsent(self.anna, id: nil, at: nil))
        #expect(Self.field("nothing", none) == .text("consent_missing"))
        #expect(try await self.shop.repository.record(of: self.anna, app: self.shop.app.name) == nil)
        _ = await self.run(.consent(self.anna, try ConsentStatement(), id: ConsentID("c-1")))
        #expect(try await self.acts() == ["consent.withdraw nothing", "consent.give done"])
        let done = await self.run(.withdrawConsent(self.anna, id: nil, at: nil))
        #expect(Self.field("withdrawnAt", done) != nil)
        for id in [nil, ConsentID("c-1")] {
            let again = await self.run(.withdrawConsent(self.anna, id: id, at: nil))
            let code = id == nil ? "consent_missing" : "consent_already_withdrawn"
            #expect(Self.field("nothing", again) == .text(code))
        }
        #expect(
            try await self.acts() == [
                "consent.withdraw nothing", "consent.give done", "consent.withdraw done", "consent.withdraw nothing",
                "consent.withdraw nothing",
            ]
        )
        let listed = await self.run(.consents(self.anna))
        let lines = listed.filter { event in
            if case .line = event { true } else { false }
        }
        #expect(lines.count == 1)
    }

    /// Books in which somebody else withdraws a consent just before, as of an earlier instant.
    private struct RacedBooks: RepositoryAround {
        let base: any Repository

        func withdraw(
            _ id: ConsentID,
            _ withdrawal: Consent.Withdrawal,
            of customer: CustomerID,
            app: AppName
        ) async throws(RepositoryError) -> Consent? {
            let instant = withdrawal.withdrawnAt - .hours(1)
            let earlier = Consent.Withdrawal(withdrawnAt: instant, source: nil, recordedBy: "bob")
            _ = try await self.base.withdraw(id, earlier, of: customer, app: app)
            return try await self.base.withdraw(id, withdrawal, of: customer, app: app)
        }
    }

    @Test("Who withdraws a consent at the same time as another, whose word counts, has done nothing")
    func race() async throws {
        _ = await self.run(.consent(self.anna, try ConsentStatement(), id: ConsentID("c-1")))
        let books = RacedBooks(base: self.shop.repository)
        let desk = CustomerDesk(
            repository: books,
            ambient: self.shop.ambient,
            audit: AuditLog(repository: books, ambient: self.shop.ambient)
        )
        let origin = ActOrigin(name: "root", reason: nil)
        let withdrawn = try await desk.withdrawStanding(
            nil,
            of: self.anna,
            at: nil,
            in: self.shop.app,
            by: origin,
            isPreview: false
        )
        #expect(withdrawn.nothing == .consentWithdrawn && withdrawn.value?.withdrawal?.recordedBy == "bob")
        #expect(try await self.acts().last == "consent.withdraw nothing")
    }

    @Test("The timeline has the code of an act that was refused")
    func refusedAct() async throws {
        let record = AuditRecord(
            by: "root",
            .transactionSetToken,
            on: "1",
            about: AuditDraft.About([self.anna], of: self.shop.app.name)
        )
        let log = AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
        try await log.add(record, .refused(code: "appstore_forbidden"))
        let events = await self.run(.timeline(self.anna, kinds: [.act], limit: 4))
        let lines = events.compactMap { event -> OperationLine? in
            if case .line(let line) = event { line } else { nil }
        }
        #expect(lines.count == 1)
        let values = lines.first?.fields.filter { ["outcome", "code"].contains($0.name) }.map(\.value)
        #expect(values == [.text("refused"), .text("appstore_forbidden")])
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
