import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// Recorded consents, and their entries in the audit log.
@Suite struct CustomerConsentsTests {
    private let shop: SimulatedShop
    private let service: CustomerService
    private let anna = Sample.customer("anna")
    private let root = RequestOrigin(name: "root", reason: "she called")

    init() throws {
        self.shop = try SimulatedShop(world: SimulatedShop.world(seed: 7))
        self.service = CustomerService(
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient)
        )
    }

    private func give(
        _ statement: ConsentParameters,
        id: String? = nil,
        isAudited: Bool = true,
        isPreview: Bool = false
    ) async throws -> ActionResult<Consent> {
        try await self.service.consent(
            statement,
            id: id.map { ConsentID($0) },
            of: self.anna,
            in: self.shop.app,
            by: self.root,
            isAudited: isAudited,
            isPreview: isPreview
        )
    }

    private func withdraw(
        _ id: String? = nil,
        at instant: Instant? = nil,
        isAudited: Bool = true
    ) async throws -> ActionResult<Consent?> {
        try await self.service.withdraw(
            id.map { ConsentID($0) },
            of: self.anna,
            at: instant,
            in: self.shop.app,
            by: self.root,
            isAudited: isAudited
        )
    }

    private func auditEntries() async throws -> [String] {
        try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
            .map { "\($0.action.rawValue) \($0.outcome?.word ?? "")" }
    }

    @Test("The default storefront is that of the newest purchase")
    func storefront() async throws {
        var snapshot = Sample.gems("1")
        snapshot.storefront = "FRA"
        var unit = Sample.facts([snapshot], submission: Sample.submission("anna", "1"))
        unit.app = self.shop.app.name
        _ = try await self.shop.repository.record(unit)
        #expect(try await self.give(try ConsentParameters()).value.storefront == "FRA")
    }

    @Test("A consent is withdrawn once; a second withdrawal is no change, and the audit log says so")
    func withdrawal() async throws {
        #expect(try await self.withdraw().nothing == .consentMissing)
        #expect(
            try await self.shop.repository.read { view in try view.record(of: self.anna, app: self.shop.app.name) }
                == nil
        )
        _ = try await self.give(try ConsentParameters(), id: "c-1")
        #expect(try await self.auditEntries() == ["consent.withdraw nothing", "consent.give done"])
        let done = try await self.withdraw()
        #expect(done.nothing == nil && done.value?.withdrawal != nil)
        #expect(try await self.withdraw().nothing == .consentMissing)
        #expect(try await self.withdraw("c-1").nothing == .consentWithdrawn)
        #expect(
            try await self.auditEntries() == [
                "consent.withdraw nothing", "consent.give done", "consent.withdraw done", "consent.withdraw nothing",
                "consent.withdraw nothing",
            ]
        )
    }

    @Test("Consents that the shop's own calls record are not in the audit log")
    func calls() async throws {
        _ = try await self.withdraw(isAudited: false)
        _ = try await self.give(try ConsentParameters(), id: "c-1", isAudited: false)
        _ = try await self.withdraw("c-1", isAudited: false)
        _ = try await self.withdraw("c-1", isAudited: false)
        #expect(try await self.auditEntries().isEmpty)
    }

    /// A ledger in which another writer is faster than each withdrawal.
    private struct RacedRepository: ObservedRepository {
        let base: any Repository
        let other: @Sendable (any UnitOfWork) throws -> Void

        /// Runs the other's unit of work between what a withdrawal reads and what it writes.
        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            guard call.isFrom("withdraw"), call.isWrite else { return }
            // A task of its own, as another request has it: the audit log enters what this one does in its own work.
            let done = await Task.detached { [base, other] () async -> Result<Void, RepositoryError> in
                do throws(RepositoryError) {
                    return .success(try await base.write { unit in try other(unit) })
                } catch {
                    return .failure(error)
                }
            }.value
            try done.get()
        }
    }

    @Test("A withdrawal that loses against a concurrent one with precedence is no change")
    func race() async throws {
        _ = try await self.give(try ConsentParameters(), id: "c-1")
        // The earlier of two withdrawals counts.
        let earlier = Consent.Withdrawal(
            withdrawnAt: self.shop.ambient.now() - .hours(1),
            source: nil,
            recordedBy: "bob"
        )
        let repository = RacedRepository(base: self.shop.repository) { [anna, app = self.shop.app.name] unit in
            _ = try unit.withdraw(ConsentID("c-1"), earlier, of: anna, app: app)
        }
        let service = CustomerService(
            repository: repository,
            ambient: self.shop.ambient,
            audit: AuditLog(repository: repository, ambient: self.shop.ambient)
        )
        let withdrawn = try await service.withdraw(
            nil,
            of: self.anna,
            at: nil,
            in: self.shop.app,
            by: self.root,
            isAudited: true
        )
        #expect(withdrawn.nothing == .consentWithdrawn && withdrawn.value?.withdrawal?.recordedBy == "bob")
        #expect(try await self.auditEntries().last == "consent.withdraw nothing")
    }

    @Test("Instants in the future are refused with a code, and so is an unknown consent")
    func future() async throws {
        let ahead = self.shop.ambient.now() + .hours(1)
        await #expect(throws: CustomerError.futureConsent) {
            try await self.give(try ConsentParameters(givenAt: ahead))
        }
        await #expect(throws: CustomerError.futureWithdrawal) { try await self.withdraw(at: ahead) }
        await #expect(throws: CustomerError.unknownConsent) { try await self.withdraw("c-9") }
        #expect(CustomerError.futureConsent.code == "consent_in_future")
        #expect(CustomerError.futureWithdrawal.code == "consent_in_future")
        #expect(try await self.auditEntries().isEmpty)
    }
}
