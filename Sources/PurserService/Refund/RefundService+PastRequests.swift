package import Ledger

/// Reports on past requests, and evaluates policies on them.
extension RefundService {
    /// The number of refunds that are read at once.
    private static let pageSize = 500

    /// Returns the answers that a policy would have given to requests since an instant.
    package func dryRun(
        _ text: String,
        in app: AppName,
        since: Instant? = nil,
        differenceLimit: Int = 1000
    ) async throws(RefundError) -> RefundDryRun {
        try self.check(app)
        var run: RefundDryRun
        do throws(ValidationIssues) {
            run = try RefundDryRun(of: text, differenceLimit: differenceLimit)
        } catch {
            throw .policyWrong(error)
        }
        try await self.visit(since: since, until: nil, in: app) { record in
            for pastRequest in record.pastRequests { run.take(pastRequest) }
        }
        return run
    }

    /// Returns a report on the refunds of an environment that were opened from one instant until before another.
    package func report(
        on environment: StoreEnvironment,
        since: Instant? = nil,
        until: Instant? = nil,
        in app: AppName
    ) async throws(RefundError) -> RefundReport {
        try await self.report(on: environment, since: since, until: until, limit: .max, in: app).report
    }

    /// Returns a report on at most `limit` refunds, those of all environments counted, and the instant at which the
    /// first one was opened that it leaves out; `nil` where it has all.
    package func report(
        on environment: StoreEnvironment,
        since: Instant? = nil,
        until: Instant? = nil,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> (report: RefundReport, stoppedAt: Instant?) {
        try self.check(app)
        var report = RefundReport(environment: environment)
        let stoppedAt = try await self.visit(since: since, until: until, limit: limit, in: app) { report.take($0) }
        let end = stoppedAt ?? until
        try await self.visitReported(on: environment, since: since, until: end, in: app) { report.take($0) }
        return (report, stoppedAt)
    }

    /// Reads the results of the refunds of an environment that were reported in a span of time, page by page, earliest
    /// first.
    private func visitReported(
        on environment: StoreEnvironment,
        since: Instant?,
        until: Instant?,
        in app: AppName,
        _ take: (ReportedRefund.State) -> Void
    ) async throws(RefundError) {
        var cursor = RefundCursor(since: since ?? Instant(milliseconds: .min))
        while true {
            guard !Task.isCancelled else { throw .canceled }
            let after = cursor
            let page = try await self.storing { () throws(RepositoryError) in
                try await self.repository.read { view in
                    try view.reportedRefunds(of: app, reportedAfter: after, limit: Self.pageSize).map { positioned in
                        let isWanted =
                            positioned.environment == environment
                            && until.map { positioned.report.reportedAt < $0 } ?? true
                        return (positioned, isWanted ? try view.judged(positioned, of: app).state : nil)
                    }
                }
            }
            for (positioned, state) in page {
                if let until, positioned.report.reportedAt >= until { return }
                if let state { take(state) }
            }
            guard let (last, _) = page.last, page.count == Self.pageSize else { return }
            cursor = RefundCursor(last)
        }
    }

    /// Reads the refunds that were opened in a span of time, page by page, earliest first; returns the instant at which
    /// the first one beyond the limit was opened, or `nil` where the limit was not reached.
    @discardableResult
    func visit(
        since: Instant?,
        until: Instant?,
        limit: Int = .max,
        in app: AppName,
        _ take: (RefundRecord) -> Void
    ) async throws(RefundError) -> Instant? {
        var cursor = RefundCursor(since: since ?? Instant(milliseconds: .min))
        var left = limit
        while true {
            // The client may have disconnected.
            guard !Task.isCancelled else { throw .canceled }
            let page = try await self.opened(after: cursor, limit: Self.pageSize, in: app)
            for positioned in page {
                let openedAt = positioned.record.refundCase.openedAt
                if let until, openedAt >= until { return nil }
                guard left > 0 else { return openedAt }
                left -= 1
                take(positioned.record)
            }
            guard let last = page.last, page.count == Self.pageSize else { return nil }
            cursor = RefundCursor(last)
        }
    }

    /// Returns the refunds of an app after a position in time, earliest first, for an export.
    package func opened(
        after cursor: RefundCursor,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> [PositionedRefund] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.refunds(of: app, openedAfter: cursor, limit: limit) }
        }
    }
}
