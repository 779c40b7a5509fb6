import HTTPTypes
import Hummingbird
import Ledger
import Notation
import PurserService

/// The confirmations of forms: one that a browser sends twice is carried out once, whichever nodes receive it.
///
/// A confirmation is a request that may be repeated, like one with an `Idempotency-Key`: the operator is its sender,
/// and the form with its random value is its key. The database stores only that it was carried out, without the page
/// and its secrets.
struct DashboardConfirmations: Sendable {
    /// The stored answer.
    private static let done = IdempotentResponse(status: HTTPResponse.Status.seeOther.code, headers: [], body: nil)

    /// The repository of the answers.
    let repository: any Repository
    /// Returns the real time.
    let now: @Sendable () -> Instant

    /// Answers a form, and carries out its confirmation unless that was done before or is being done.
    ///
    /// - Parameters:
    ///   - visit: The request with the form.
    ///   - again: Answers a confirmation that was carried out before.
    ///   - first: Answers any other form. A redirect means that the confirmation was carried out; its transactions
    ///     belong to the given work, which is `nil` for a form that confirms nothing.
    /// - Returns: The answer.
    /// - Throws: The problem of the database, and what the closures throw.
    func once(
        _ visit: DashboardVisit,
        again: () async throws -> Response,
        first: (IdempotentWork?) async throws -> Response
    ) async throws -> Response {
        guard let request = try Self.request(visit) else { return try await first(nil) }
        switch try await self.begin(request) {
        case .begun(let lease): return try await self.perform(lease, first)
        case .answered: return try await again()
        case .inProgress, .otherContent, .tooMany:
            return visit.message(.conflict, title: "troubleTitle", visit.text("actTwice"))
        }
    }

    /// Returns the repeatable request of a confirmation; `nil` for a form that confirms nothing.
    private static func request(_ visit: DashboardVisit) throws -> IdempotentRequest? {
        let form = visit.form
        guard !form[DashboardAct.stampField].isEmpty, !form[DashboardAct.onceField].isEmpty else { return nil }
        let name = try visit.origin().name
        // The proof of the session and the password are not part of what is confirmed.
        let fields = form.values.filter { $0.key != "csrf" && $0.key != "password" }.sorted { $0.key < $1.key }
        let texts = [visit.address] + fields.flatMap { [$0.key, $0.value] }
        let parts: [[UInt8]] = texts.map { Array($0.utf8) }
        let content = ContentDigest(of: parts)
        return IdempotentRequest(
            sender: ContentDigest(of: Array("dashboard operator\n\(name)".utf8)),
            key: Hexadecimal.text(content.bytes),
            content: content
        )
    }

    private func begin(_ request: IdempotentRequest) async throws -> IdempotencyStatus {
        let now = self.now()
        return try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await self.repository.write { unit in
                try unit.begin(
                    request,
                    maximum: nil,
                    at: now,
                    leaseEnd: now + IdempotencyKey.lease,
                    keptUntil: now + IdempotencyKey.retention
                )
            }
        }
    }

    private func perform(
        _ lease: IdempotentLease,
        _ first: (IdempotentWork?) async throws -> Response
    ) async throws -> Response {
        let response: Response
        do {
            response = try await first(IdempotentWork(lease: lease, answer: { _ in Self.done }))
        } catch {
            // What could not be carried out may be confirmed again immediately; a stored answer stays.
            try? await self.repository.write { unit in try unit.abandon(lease) }
            throw error
        }
        // If this fails, the lease expires; what was carried out is answered as such in any case.
        if response.status == .seeOther {
            try? await self.repository.write { unit in try unit.end(lease, Self.done) }
        } else {
            try? await self.repository.write { unit in try unit.abandon(lease) }
        }
        return response
    }
}
