import Hummingbird

/// The operator's commands about Apple's reports; the app is named in the query.
struct OperatorReportRoutes {
    /// Answers.
    let controller: ReportController

    /// Adds the routes under `/operator/v1/reports`.
    func add(to router: Router<OperatorContext>) {
        router.post("/operator/v1/reports") {
            try await self.controller.take($0, app: OperatorContext.app(in: $0), by: $1.name)
        }
        router.get("/operator/v1/reports") { request, _ in
            try await self.controller.list(request, app: OperatorContext.app(in: request))
        }
        router.get("/operator/v1/reports/:number") {
            try await self.controller.show(ReportController.number(in: $1), app: OperatorContext.app(in: $0), $0)
        }
        router.get("/operator/v1/reports/:number/file") {
            try await self.controller.file(ReportController.number(in: $1), app: OperatorContext.app(in: $0), $0)
        }
    }
}
