import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct CatalogServiceTests {
    private static let app = AppName("shop")

    private let repository = InMemoryRepository()

    /// The service of a server that was just started with a file.
    private func service(_ live: LiveCatalog = LiveCatalog(Catalog())) -> CatalogService {
        CatalogService(
            repository: self.repository,
            ambient: Ambient(
                now: { Instant(milliseconds: 1_767_225_600_000) },
                randomBytes: { Array(repeating: 7, count: $0) }
            ),
            live: [Self.app: live]
        )
    }

    private static func text(_ product: String) -> CatalogText {
        CatalogText(document: Array("products: { \(product): { kind: consumable } }".utf8))
    }

    private static func file(_ product: String) throws -> CatalogFile {
        try CatalogFile(text: Self.text(product), file: "c.yaml")
    }

    private func start(_ product: String) async throws -> (live: LiveCatalog, start: CatalogService.Start) {
        let file = try Self.file(product)
        let live = LiveCatalog(file.catalog)
        return (live, try await self.service(live).start(file, of: Self.app))
    }

    private func numbers() async throws -> [Int64] {
        try await self.service().versions(of: Self.app, before: nil, limit: 100).map(\.number)
    }

    private static func products(_ live: LiveCatalog) -> [String] { live.catalog.products.keys.map(\.rawValue) }

    @Test("The configured file is the first version, and each edited one the next")
    func configured() async throws {
        let (first, start) = try await self.start("a")
        guard case .applied(let version) = start else { throw Mistake.superseded }
        #expect(version.number == 1 && version.origin == .configuration && version.appliedBy == "configuration")
        #expect(first.current.version == version)
        // A restart with the same file records nothing.
        #expect(try await self.start("a").start == .applied(version))
        #expect(try await self.numbers() == [1])
        let (second, _) = try await self.start("b")
        #expect(Self.products(second) == ["b"] && second.current.version?.number == 2)
        // A file that is edited back to earlier contents becomes current again.
        let (third, _) = try await self.start("a")
        #expect(Self.products(third) == ["a"] && third.current.version?.number == 3)
    }

    @Test("A catalog that another node applied becomes current after a refresh, and the next version follows it")
    func refreshed() async throws {
        let (here, _) = try await self.start("a")
        let (there, _) = try await self.start("a")
        #expect(try await self.service(here).refresh(Self.app) == nil)
        let other = self.service(there)
        let text = Self.text("b")
        let version = try await other.apply(text, name: "b.yaml", of: Self.app, by: "anna", reason: nil).version
        #expect(Self.products(here) == ["a"])
        #expect(try await self.service(here).refresh(Self.app) == version)
        #expect(Self.products(here) == ["b"] && here.current.version == version)
        #expect(try await self.service(here).refresh(Self.app) == nil)
        // A node refreshes before it applies a catalog: the same catalog again is no new version.
        let (late, _) = try await self.start("b")
        _ = try await other.apply(Self.text("c"), name: "c.yaml", of: Self.app, by: "anna", reason: nil)
        let same = try await self.service(late).apply(
            Self.text("c"),
            name: "c.yaml",
            of: Self.app,
            by: "ben",
            reason: nil
        )
        #expect(same.version.appliedBy == "anna" && same.preview.isSame)
    }

    @Test("If nodes share the database, a node with an older file does not make it current again")
    func sharedStart() async throws {
        func start(_ product: String) async throws -> CatalogService.Start {
            let file = try Self.file(product)
            return try await self.service(LiveCatalog(file.catalog)).start(file, of: Self.app, isShared: true)
        }
        guard case .applied = try await start("a"), case .applied(let newest) = try await start("b") else {
            throw Mistake.superseded
        }
        #expect(try await start("a") == .superseded(by: newest))
        #expect(try await start("b") == .applied(newest))
        guard case .applied(let third) = try await start("c") else { throw Mistake.superseded }
        #expect(third.number == 3)
    }

    @Test("An applied catalog is current at once, and after a restart, until the file is edited")
    func applied() async throws {
        let (live, _) = try await self.start("a")
        let result = try await self.service(live).apply(
            Self.text("b"),
            name: "new.yaml",
            of: Self.app,
            by: "ada",
            reason: "better"
        )
        #expect(Self.products(live) == ["b"])
        #expect(result.version.number == 2 && result.version.note == "better" && result.version.appliedBy == "ada")
        #expect(result.preview.summary == ["- products.a", "+ products.b: kind: consumable"])
        let (restarted, start) = try await self.start("a")
        #expect(start == .superseded(by: result.version))
        #expect(Self.products(restarted) == ["b"])
        let (edited, _) = try await self.start("c")
        #expect(Self.products(edited) == ["c"] && edited.current.version?.number == 3)
    }

    @Test("Applying the current catalog records nothing; an earlier version can be applied again")
    func rollback() async throws {
        let (live, _) = try await self.start("a")
        let service = self.service(live)
        let same = try await service.apply(Self.text("a"), name: "a", of: Self.app, by: "ada", reason: nil)
        #expect(same.preview.isSame && same.version.number == 1)
        #expect(same.preview.summary == ["Nothing changes: this is the current catalog."])
        _ = try await service.apply(Self.text("b"), name: "b", of: Self.app, by: "ada", reason: nil)
        let back = try await service.text(1, of: Self.app)
        let again = try await service.apply(back, name: "version 1", of: Self.app, by: "ada", reason: nil)
        #expect(again.version.number == 3 && again.version.digest == same.version.digest)
        #expect(Self.products(live) == ["a"])
        #expect(try await self.numbers() == [3, 2, 1])
    }

    @Test("A wrong catalog changes nothing, including the audit log")
    func wrong() async throws {
        let (live, _) = try await self.start("a")
        let text = CatalogText(document: Array("products: { a: { kind: consumabel } }".utf8))
        await #expect(throws: CatalogServiceError.self) {
            try await self.service(live).apply(text, name: "x.yaml", of: Self.app, by: "ada", reason: nil)
        }
        #expect(throws: CatalogServiceError.self) { try self.service(live).preview(text, name: "x.yaml", of: Self.app) }
        #expect(Self.products(live) == ["a"])
        #expect(try await self.numbers() == [1])
        #expect(try await self.repository.read { view in try view.auditHead() }.count == 0)
    }

    @Test("A preview changes nothing; applying is in the audit log with its reason")
    func audited() async throws {
        let (live, _) = try await self.start("a")
        let service = self.service(live)
        #expect(try service.preview(Self.text("b"), name: "b", of: Self.app).comparison.changes.count == 2)
        #expect(Self.products(live) == ["a"])
        #expect(try await self.repository.read { view in try view.auditHead() }.count == 0)
        let result = try await service.apply(Self.text("b"), name: "b", of: Self.app, by: "ada", reason: "why")
        let entry = try #require(
            try await self.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.first
        )
        #expect(entry.action == .catalogApply && entry.operatorName == "ada" && entry.subject == "shop")
        #expect(entry.reason?.text == "why" && entry.details["version"] == "2")
        #expect(entry.details["digest"] == result.version.digest.rawValue)
    }

    @Test("Concurrent applies each get their own version, and the last one is current")
    func crowd() async throws {
        let (live, _) = try await self.start("a")
        let service = self.service(live)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    _ = try await service.apply(
                        Self.text("p\(number)"),
                        name: "p",
                        of: Self.app,
                        by: "ada",
                        reason: nil
                    )
                }
            }
            try await group.waitForAll()
        }
        #expect(try await self.numbers() == (1...9).reversed())
        let newest = try await service.text(9, of: Self.app)
        #expect(live.current.version?.number == 9)
        #expect(live.catalog == (try CatalogFile(text: newest, file: "9").catalog))
    }

    @Test("An app that is not served and a version that does not exist are refused")
    func unknown() async throws {
        _ = try await self.start("a")
        await #expect(throws: CatalogServiceError.unknownApp(AppName("other"))) {
            try await self.service().versions(of: AppName("other"), before: nil, limit: 1)
        }
        await #expect(throws: CatalogServiceError.unknownVersion(7)) { try await self.service().text(7, of: Self.app) }
    }

    private enum Mistake: Error {
        case superseded
    }
}
