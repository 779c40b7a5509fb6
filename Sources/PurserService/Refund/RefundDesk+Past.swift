package import Ledger

/// What became of the requests of the past, and what a policy would have made of them.
extension RefundDesk {
    /// How many cases are read at once.
    private static let pageSize = 500

    /// What a policy would have told Apple about the requests of the past, since an instant.
    package func dryRun(
        _ text: String,
        in app: AppName,
        since: Instant? = nil,
        differenceLimit: Int = 1000
    ) async throws(RefundError) -> RefundDryRun {
        try self.check(app)
        var run: RefundDryRun
        do throws(Findings) {
            run = try RefundDryRun(of: text, differenceLimit: differenceLimit)
        } catch {
            throw .policyWrong(error)
        }
        var place = RefundPlace(since: since ?? Instant(milliseconds: .min))
        while true {
            // Whoever asked may have gone.
            guard !Task.isCancelled else { throw .cancelled }
            let page = try await self.storing { [place] () throws(RepositoryError) in
                try await self.repository.refunds(of: app, openedAfter: place, limit: Self.pageSize)
            }
            for past in page.flatMap(\.record.pasts) { run.take(past) }
            guard let last = page.last, page.count == Self.pageSize else { return run }
            place = RefundPlace(last)
        }
    }

    /// The cases of an app after a place in time, the earliest first: what an export is made of.
    package func opened(
        after place: RefundPlace,
        limit: Int,
        in app: AppName
    ) async throws(RefundError) -> [PlacedRefund] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.refunds(of: app, openedAfter: place, limit: limit)
        }
    }
}
