import Hummingbird
import Ledger
import PurserService

/// How the links to Apple are, for whoever looks whether a problem is Apple's.
struct LinkController {
    /// Answers.
    let service: LinkService

    /// Adds `GET /v1/links`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/links", use: self.list)
    }

    @concurrent
    @Sendable private func list(_: Request, context _: ShopContext) async throws -> Response {
        try JSONResponse.encode(LinkListBody(try await self.statuses(), isEnabled: self.service.isEnabled))
    }

    private func statuses() async throws -> [LinkStatus] {
        do {
            return try await self.service.statuses()
        } catch {
            throw Problem.storage(error)
        }
    }
}
