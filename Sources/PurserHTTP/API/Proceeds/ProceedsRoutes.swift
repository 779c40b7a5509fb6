import Hummingbird

/// The routes by which a shop asks what Apple pays, and gets files for its bookkeeping.
struct ProceedsRoutes {
    /// Answers.
    let controller: ProceedsController

    /// Adds the routes under `/v1/reports`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/reports/proceeds") { try await self.controller.proceeds(ProceedsRequest($0, $1)) }
        group.get("/v1/reports/close") { try await self.controller.close(ProceedsRequest($0, $1)) }
        group.get("/v1/reports/exports/:form") { try await self.controller.export(ProceedsRequest($0, $1)) }
    }
}
