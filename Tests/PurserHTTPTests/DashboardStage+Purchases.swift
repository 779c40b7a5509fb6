import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

extension DashboardStage {
    /// A dashboard of the shop that sells coins beside a simulated App Store.
    convenience init(_ paid: PaidStage) throws {
        try self.init(
            repository: paid.world.shop.repository,
            app: paid.world.app,
            ambient: paid.world.shop.ambient,
            ingest: paid.world.shop.ingest
        )
    }

    /// A dashboard of a shop that hands coins over into wallets.
    convenience init(walletsOf shop: TestShop) throws {
        let known = TestShop.catalog
        let catalog = Catalog(
            entitlements: known.entitlements,
            products: known.products,
            coins: known.coins,
            fulfillment: FulfillmentPolicy(from: Instant(milliseconds: 0))
        )
        let app = ServedApp(name: shop.app.name, verifier: shop.app.verifier, catalog: catalog)
        try self.init(shop: shop, app: app)
    }

    /// The actions in the audit log that begin with a word, with their operators and reasons.
    func audited(_ word: String) async throws -> [AuditEntry] {
        let entries = try await self.services.repository.read { view in try view.auditEntries(after: 0, limit: 500) }
        return entries.filter { $0.action.rawValue.hasPrefix(word) }
    }
}

extension DashboardBrowser {
    /// An act between its preview and its confirmation.
    struct PreviewedAct {
        /// The page with the preview.
        let page: TestServer.TestResponse
        /// The path of the act.
        let path: String
        /// The fields that confirm it.
        let fields: [String: String]
    }

    /// Fills in the form of an act and opens its preview.
    func preview(_ path: String, _ typed: [String: String] = [:]) async throws -> PreviewedAct {
        var page = try await self.get(path)
        try #require(page.status == .ok, "\(page.text)")
        var fields = typed
        if let once = page.text.firstMatch(of: #/name="once" value="([^"]*)"/#) {
            fields["once"] = String(once.output.1)
        }
        if !typed.isEmpty { page = try await self.post(path, fields) }
        if let stamp = page.text.firstMatch(of: #/name="stamp" value="([^"]+)"/#) {
            fields["stamp"] = String(stamp.output.1)
        }
        return PreviewedAct(page: page, path: path, fields: fields)
    }

    /// Confirms an act.
    func confirm(_ act: PreviewedAct) async throws -> TestServer.TestResponse {
        try await self.post(act.path, act.fields)
    }

    /// Fills in an act, reads its preview and confirms it.
    func perform(_ path: String, _ typed: [String: String] = [:]) async throws -> TestServer.TestResponse {
        try await self.confirm(self.preview(path, typed))
    }
}
