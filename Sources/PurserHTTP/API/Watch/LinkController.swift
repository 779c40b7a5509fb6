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
    @Sendable private func list(_ request: Request, context _: ShopContext) async throws -> Response {
        let isChinese = try RequestQuery.language(in: request) == .simplifiedChinese
        let statuses = try await self.statuses()
        return try JSONResponse.encode(
            LinkListBody(statuses, isEnabled: self.service.isEnabled, in: LinkSentences(isChinese: isChinese))
        )
    }

    private func statuses() async throws -> [LinkStatus] {
        do {
            return try await self.service.statuses()
        } catch {
            throw Problem.storage(error)
        }
    }
}
