import HTTPTypes
import Hummingbird
package import Ledger
import Synchronization

/// Whether the process is alive and whether it can do its work.
struct HealthController {
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

extension HealthController {
    private static let schema = APISchema.named(
        "Health",
        .object(
            .required("status", .enumeration("live", "ready", "not ready")),
            .required("trust", .enumeration("apple", "simulator"), "Whose roots the process trusts."),
            .required("checks", .map(of: .string()), "What was looked at: `ok`, or a code."),
            .optional("held", .map(of: .integer()), "Evidence that is on disk and not applied, by reason.")
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
            summary: "Whether the process answers",
            answers: [.ok(Self.schema, "It does.")]
        ),
        APIOperation(
            .get,
            "/health/ready",
            id: "getReadiness",
            tag: .server,
            access: .anyone,
            summary: "Whether a write would reach the disk",
            answers: [
                .ok(Self.schema, "It would."),
                .json(503, Self.schema, "It would not; `checks` says why."),
            ]
        ),
    ]
}

/// Finds out whether a write would reach the disk, at most once at a time and not again soon after it did.
///
/// Anybody may ask for it without a key, and each write waits in the queue in which Apple's notifications wait. So all
/// who ask while a write is on its way share its outcome, and a success is good for a while. A failure is not kept: the
/// server is ready as soon as it can write again.
package final class ReadinessProbe: Sendable {
    /// How much evidence is held, by reason; or why nothing can be written.
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

    /// A probe of this repository; `now` is real time, and a success is good for `validity`.
    package init(
        repository: any Repository,
        now: @escaping @Sendable () -> Instant,
        validity: Span = .seconds(1)
    ) {
        self.repository = repository
        self.now = now
        self.validity = validity
    }

    /// What came of the newest write that is good enough, or of one that is tried now.
    package func outcome() async -> Outcome {
        let answer = self.state.withLock { state -> Answer in
            let now = self.now()
            // A clock that was turned back says nothing of how old it is.
            if let kept = state.kept, kept.at <= now, now < kept.at + self.validity { return .kept(kept.counts) }
            // A task of its own: whoever asked first may go away, and the others still want to know.
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
            try await self.repository.probe()
            outcome = .success(try await self.repository.heldCounts())
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
