import HTTPTypes
import Hummingbird
import Ledger

/// Whether the process is alive and whether it can do its work.
struct HealthRoutes {
    /// Asked whether a write would reach the disk.
    let probe: ReadinessProbe
    /// What the process trusts: `apple` or `simulator`.
    let trust: String

    /// Adds `GET /health/live` and `GET /health/ready`.
    func add(to router: Router<PurserContext>) {
        router.get("/health/live") { _, _ in
            try JSONResponse.encode(Answer(status: "live", trust: self.trust, checks: [:]))
        }
        router.get("/health/ready", use: self.ready)
    }

    @concurrent
    @Sendable private func ready(_: Request, context _: PurserContext) async throws -> Response {
        switch await self.probe.outcome() {
        case .success(let held):
            var answer = Answer(status: "ready", trust: self.trust, checks: ["database": "ok"])
            answer.held = Dictionary(uniqueKeysWithValues: held.map { ($0.rawValue, $1) })
            return try JSONResponse.encode(answer)
        case .failure(let error):
            return try JSONResponse.encode(
                Answer(status: "not ready", trust: self.trust, checks: ["database": error.code]),
                status: .serviceUnavailable
            )
        }
    }

    private struct Answer: Encodable {
        let status: String
        let trust: String
        let checks: [String: String]
        var held: [String: Int]?
    }
}
