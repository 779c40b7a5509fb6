import Hummingbird
import PurserService

/// The routes by which a shop submits Apple's reports, and finds them again.
struct ReportRoutes {
    /// Answers.
    let controller: ReportController

    /// Adds the routes under `/v1/reports`.
    func add(to group: RouterGroup<ShopContext>) {
        group.post("/v1/reports") { try await self.controller.take($0, app: $1.app.name, by: $1.name) }
        group.get("/v1/reports") { try await self.controller.list($0, app: $1.app.name) }
        group.get("/v1/reports/:number") {
            try await self.controller.show(ReportController.number(in: $1), app: $1.app.name, $0)
        }
        group.get("/v1/reports/:number/file") {
            try await self.controller.file(ReportController.number(in: $1), app: $1.app.name, $0)
        }
    }
}
