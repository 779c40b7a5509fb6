import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Takes what apps report of their side of purchases, with a key that anybody can take out of an app.
struct TelemetryController {
    /// Counts.
    let service: TelemetryService
    /// Bounds how often an address reports.
    let rates: CallRates
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/telemetry`.
    func add(to group: RouterGroup<ShopContext>) {
        group.post("/v1/telemetry", use: self.take)
    }

    @concurrent
    @Sendable private func take(_ request: Request, context: ShopContext) async throws -> Response {
        let isInApp = if case .publishable = context.principal { true } else { false }
        if isInApp, let client = context.client { try self.rates.count(telemetry: client) }
        let batch = try await self.limits.withBody(of: request, upTo: TelemetryRequest.maximumBody) { body in
            try TelemetryRequest(json: Array(body.readableBytesView)).batch
        }
        guard !isInApp || batch.weight <= TelemetryService.greatestWeight else {
            throw Problem(
                .unprocessableContent,
                code: "telemetry_too_much",
                "With a publishable key a request stands for at most \(TelemetryService.greatestWeight) events: the sum of "
                    + "count, divided by sample. Send fewer reports at once, or a larger sample.",
                field: "reports"
            )
        }
        let outcome = self.service.count(batch, of: context.app.name)
        return try JSONResponse.encode(
            Answer(counted: outcome.counted, late: outcome.late),
            status: .accepted
        )
    }

    private struct Answer: Encodable {
        let counted: Int
        let late: Int
    }
}
