import HTTPTypes
import Hummingbird
package import Ledger
import Synchronization

/// A controller for liveness and readiness.
struct HealthController {
    /// The probe that determines whether writes reach the disk.
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

extension HealthController {
    private static let schema = APISchema.named(
        "Health",
        .object(
            .required("status", .enumeration("live", "ready", "not ready")),
            .required("trust", .enumeration("apple", "simulator"), "The trusted root certificates."),
            .required("checks", .map(of: .string()), "The checks: `ok`, or a code."),
            .optional("held", .map(of: .integer()), "The stored evidence that is not applied, by reason.")
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/health/live",
            id: "getLiveness",
            tag: .server,
            access: .anyone,
            summary: "Check liveness",
            answers: [.ok(Self.schema, "The process responds.")]
        ),
        APIOperation(
            .get,
            "/health/ready",
            id: "getReadiness",
            tag: .server,
            access: .anyone,
            summary: "Check readiness",
            answers: [
                .ok(Self.schema, "Writes reach the disk."),
                .json(503, Self.schema, "Writes do not reach the disk; `checks` contains the reason."),
            ]
        ),
    ]
}

/// A probe that determines whether writes reach the disk, one write at a time and not again soon after a success.
///
/// Any client may request it without a key, and each write waits in the same queue as Apple's notifications. So all
/// requests during a write share its outcome, and a success is cached for a while. A failure is not cached: the server
/// is ready as soon as it can write again.
package final class ReadinessProbe: Sendable {
    /// The number of held evidence by reason, or the error that prevents writes.
    package typealias Outcome = Result<[HeldEvidence.Reason: Int], RepositoryError>

    private struct State {
        var kept: (counts: [HeldEvidence.Reason: Int], at: Instant)?
        var running: Task<Outcome, Never>?
    }

    private enum Answer {
        case kept([HeldEvidence.Reason: Int])
        case running(Task<Outcome, Never>)
    }

    private let repository: any Repository
    private let now: @Sendable () -> Instant
    private let validity: Span
    private let state = Mutex(State())

    /// Creates a probe of this repository; `now` is real time, and a success is cached for `validity`.
    package init(
        repository: any Repository,
        now: @escaping @Sendable () -> Instant,
        validity: Span = .seconds(1)
    ) {
        self.repository = repository
        self.now = now
        self.validity = validity
    }

    /// Returns the cached outcome of the newest write, or that of a new one.
    package func outcome() async -> Outcome {
        let answer = self.state.withLock { state -> Answer in
            let now = self.now()
            // After a clock change, the age of the outcome is unknown.
            if let kept = state.kept, kept.at <= now, now < kept.at + self.validity { return .kept(kept.counts) }
            // The task is unstructured, because the first client may disconnect while others still wait.
            let running = state.running ?? Task { await self.tried() }
            state.running = running
            return .running(running)
        }
        switch answer {
        case .kept(let counts): return .success(counts)
        case .running(let task): return await task.value
        }
    }

    private func tried() async -> Outcome {
        let outcome: Outcome
        do throws(RepositoryError) {
            try await self.repository.write { unit in try unit.probe() }
            outcome = .success(try await self.repository.read { view in try view.heldCounts() })
        } catch {
            outcome = .failure(error)
        }
        self.state.withLock { state in
            state.running = nil
            state.kept = (try? outcome.get()).map { ($0, self.now()) }
        }
        return outcome
    }
}
