package import Ledger

/// A dry run of a policy on the past requests of one environment, with the cases of its differences.
package struct RefundBackTest: Hashable, Sendable {
    /// The answers of the policy beside the answers that were sent.
    package let run: RefundDryRun
    /// The case of each difference, in the order of `run.differences`.
    package let cases: [RefundID]
    /// The instant at which the first case was opened that was not read; `nil` where all were read.
    package let stoppedAt: Instant?
}

extension RefundService {
    /// Returns the answers that a policy would have given to requests of an environment since an instant, on at most
    /// `limit` cases, those of all environments counted.
    package func backTest(
        _ text: String,
        in app: AppName,
        on environment: StoreEnvironment,
        since: Instant,
        limit: Int,
        differenceLimit: Int
    ) async throws(RefundError) -> RefundBackTest {
        try self.check(app)
        var run: RefundDryRun
        do throws(ValidationIssues) {
            run = try RefundDryRun(of: text, differenceLimit: differenceLimit)
        } catch {
            throw .policyWrong(error)
        }
        var cases: [RefundID] = []
        let stoppedAt = try await self.visit(since: since, until: nil, limit: limit, in: app) { record in
            guard record.environment == environment else { return }
            for pastRequest in record.pastRequests {
                run.take(pastRequest)
                if cases.count < run.differences.count { cases.append(record.id) }
            }
        }
        return RefundBackTest(run: run, cases: cases, stoppedAt: stoppedAt)
    }
}
