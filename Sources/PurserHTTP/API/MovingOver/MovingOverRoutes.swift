import Hummingbird
import Ledger
import PurserService

/// Which old forms an app still uses, for whoever wants to move over.
struct MovingOverRoutes {
    /// Answers.
    let desk: MovingOverDesk

    /// Adds `GET /v1/moving-over`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/moving-over", use: self.show)
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: ShopContext) async throws -> Response {
        let days = try Self.days(in: request)
        return try JSONResponse.encode(MovingOverBody(try await self.report(on: context.app, days: days)))
    }

    private func report(on app: ServedApp, days: Int64) async throws -> MovingOverReport {
        do {
            return try await self.desk.report(on: app, days: days)
        } catch {
            throw Problem.storage(error)
        }
    }

    private static func days(in request: Request) throws -> Int64 {
        guard let text = request.uri.queryParameters["days"] else { return MovingOverDesk.usualDays }
        guard let days = Int64(text), (1...MovingOverDesk.maximumDays).contains(days) else {
            throw Problem(
                .unprocessableContent,
                code: "days_invalid",
                "days is a whole number from 1 to \(MovingOverDesk.maximumDays).",
                field: "days"
            )
        }
        return days
    }
}
