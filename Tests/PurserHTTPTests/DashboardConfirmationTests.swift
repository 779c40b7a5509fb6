import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

/// Confirmations that a browser sends twice, to two nodes of one database.
@Suite struct DashboardConfirmationTests {
    private static let base = "/dashboard/apps/shop"
    private static let grant = "\(Self.base)/customers/anna/grant"
    private static let typed = ["entitlement": "frame", "reason": "asked on the phone"]

    /// A repository that holds the next write of a grant.
    private struct HoldingRepository: ObservedRepository {
        let base: any Repository = InMemoryRepository()
        let gate = GuardedRepository.Gate()

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            if call.isWrite, call.isFrom("keep") { await self.gate.pass() }
        }
    }

    /// Returns two nodes of a shop on a repository.
    private static func nodes(_ repository: any Repository) throws -> (DashboardStage, DashboardStage) {
        let shop = try TestShop(repository: repository)
        return (try DashboardStage(shop: shop), try DashboardStage(shop: shop, seed: 32))
    }

    /// Returns the number of grants of anna.
    private static func grantCount(_ stage: DashboardStage) async throws -> Int {
        try await stage.services.grants.grants(of: Sample.customer("anna"), in: stage.shop.app).count
    }

    @Test("A form that is sent to two nodes is carried out once, and the second answer says so")
    func twoNodes() async throws {
        let (first, second) = try Self.nodes(InMemoryRepository())
        let browser = try await first.signedIn()
        let act = try await browser.preview(Self.grant, Self.typed)
        #expect(try await browser.confirm(act).status == .seeOther)
        let again = try await browser.moved(to: second).confirm(act)
        #expect(again.status == .conflict, "\(again.text)")
        for part in ["This form was carried out before", "has it already by another grant"] {
            #expect(again.text.contains(part), "\(part) is missing in \(again.text)")
        }
        #expect(try await Self.grantCount(first) == 1)
        // A new form is a new wish.
        #expect(try await browser.moved(to: second).perform(Self.grant, Self.typed).status == .seeOther)
        #expect(try await Self.grantCount(first) == 2)
    }

    @Test("While one node carries out a form, another one answers that it is being processed")
    func atOnce() async throws {
        let repository = HoldingRepository()
        let (first, second) = try Self.nodes(repository)
        let browser = try await first.signedIn()
        let act = try await browser.preview(Self.grant, Self.typed)
        let other = browser.moved(to: second)
        let arrived = repository.gate.holdNext()
        async let done = browser.confirm(act)
        for await _ in arrived { break }
        let early = try await other.confirm(act)
        #expect(early.status == .conflict && early.text.contains("being processed already"), "\(early.text)")
        repository.gate.release()
        #expect(try await done.status == .seeOther)
        let late = try await other.confirm(act)
        #expect(late.status == .conflict && late.text.contains("This form was carried out before"), "\(late.text)")
        #expect(try await Self.grantCount(first) == 1)
    }

    @Test("A key is created once, its text is shown once, and the other node says that it cannot be shown again")
    func key() async throws {
        let (first, second) = try Self.nodes(InMemoryRepository())
        let browser = try await first.signedIn()
        let typed = [
            "name": "backend", "keyGrant": "secret-read", "app": "shop", "password": DashboardStage.password,
            "reason": "a backend",
        ]
        let act = try await browser.preview("\(Self.base)/new-key", typed)
        let made = try await browser.confirm(act)
        #expect(made.status == .ok && made.text.contains("purser_sk_"), "\(made.text)")
        let again = try await browser.moved(to: second).confirm(act)
        #expect(again.status == .conflict && !again.text.contains("purser_sk_"))
        #expect(again.text.contains("the text cannot be shown again"), "\(again.text)")
        #expect(try await first.services.accessKeys.list(of: nil, limit: 9).count == 1)
    }

    @Test("The same form in another operator's session is another form, of which the preview has changed")
    func operators() async throws {
        let (first, second) = try Self.nodes(InMemoryRepository())
        let ada = try await first.signedIn("ada")
        let bert = try await second.signedIn("bert")
        let act = try await ada.preview(Self.grant, Self.typed)
        #expect(try await ada.confirm(act).status == .seeOther)
        _ = try await bert.get(Self.grant)
        let other = try await bert.confirm(act)
        #expect(other.status == .conflict && other.text.contains("Something has changed"), "\(other.text)")
        #expect(try await Self.grantCount(first) == 1)
    }

    @Test(
        "A confirmation that broke off at any step is carried out once by the other node",
        arguments: BreakingRepository.Break.allCases
    )
    func interrupted(how: BreakingRepository.Break) async throws {
        let repository = BreakingRepository(base: InMemoryRepository())
        let (first, second) = try Self.nodes(repository)
        let browser = try await first.signedIn()
        let clean = try await browser.preview(Self.grant, Self.typed)
        repository.steps.begin()
        #expect(try await browser.confirm(clean).status == .seeOther)
        let stepCount = repository.steps.count
        try #require(stepCount > 1)
        for step in 1...stepCount {
            let place: Comment = "\(how) at step \(step) of \(stepCount)"
            let before = try await Self.grantCount(first)
            let act = try await browser.preview(Self.grant, Self.typed)
            let other = browser.moved(to: second)
            repository.steps.begin(breakingAt: (step, how))
            _ = try await browser.confirm(act)
            repository.steps.begin()
            var again = try await other.confirm(act)
            if again.text.contains("being processed already") {
                first.pass(.seconds(150))
                second.pass(.seconds(150))
                again = try await other.confirm(act)
            }
            let isDone = again.status == .seeOther || again.text.contains("This form was carried out before")
            #expect(isDone, place)
            #expect(try await Self.grantCount(first) == before + 1, place)
            #expect(try await other.confirm(act).status == .conflict, place)
            #expect(try await Self.grantCount(first) == before + 1, place)
        }
    }
}
