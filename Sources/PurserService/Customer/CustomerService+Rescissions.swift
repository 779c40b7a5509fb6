package import Ledger

/// A page of the rescissions of consent that set something in motion.
package struct RescissionPage: Hashable, Sendable {
    /// The rescissions, newest first.
    package let rescissions: [OpenRescission]
    /// The number of recorded rescissions that precede the next page; `nil` on the last page.
    package let next: Int?
}

extension CustomerService {
    /// Returns what rescissions of consent set in motion in an app, newest first.
    ///
    /// A page examines `limit` recorded rescissions and contains those that still concern a customer, so it can be
    /// short, or empty, and still be followed by another.
    package func rescissions(
        in app: ServedApp,
        environment: StoreEnvironment,
        skipping: Int,
        limit: Int
    ) async throws(CustomerError) -> RescissionPage {
        let now = self.ambient.now()
        return try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                let recorded = try view.rescissions(
                    of: app.name,
                    environment: environment,
                    skipping: skipping,
                    limit: limit + 1
                )
                return RescissionPage(
                    rescissions: try recorded.prefix(limit).compactMap { rescission in
                        try view.open(rescission, in: app, environment: environment, at: now)
                    },
                    next: recorded.count > limit ? skipping + limit : nil
                )
            }
        }
    }

    /// Resolves what the latest rescission of consent for an Apple Account set in motion, or only returns what that
    /// would resolve: the customers are no longer frozen by it, and it leaves the list.
    ///
    /// Earlier consents still do not count for answers to Apple. A later rescission sets everything in motion again.
    package func resolveRescission(
        of account: AppTransactionID,
        environment: StoreEnvironment,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> ActionResult<RecordedRescission> {
        let now = self.ambient.now()
        let known = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                try view.rescission(of: account, app: app.name, environment: environment).map { rescission in
                    (rescission, try view.bindings(of: account, app: app.name, environment: environment))
                }
            }
        }
        guard let (rescission, bindings) = known else { throw .unknownRescission }
        guard !isPreview else {
            var resolved = rescission
            return resolved.resolve(at: now)
                ? ActionResult(resolved) : ActionResult(rescission, nothing: .rescissionResolved)
        }
        let record = self.record(
            of: .consentResolveRescission,
            on: app.name.rawValue,
            about: Set(bindings.map(\.customer)).filter { !$0.isErased }.sorted(),
            in: app.name,
            by: origin,
            details: ["environment": environment.rawValue, "rescindedAt": rescission.rescindedAt.rfc3339]
        )
        let done = try await self.withRepository { repository throws(RepositoryError) in
            try await self.audit.enter(record) { (done: RescissionResolution?) in
                done.map { $0.isNew ? .done : .nothing }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (done: RescissionResolution?) in
                    done?.result
                } by: { () throws(RepositoryError) in
                    try await repository.write { unit in
                        try unit.resolveRescission(of: account, app: app.name, environment: environment, at: now)
                            .map { RescissionResolution(rescission: $0.rescission, isNew: $0.isNew) }
                    }
                }
            }
        }
        guard let done else { throw .unknownRescission }
        return done.result
    }
}

/// A resolution as it was written.
private struct RescissionResolution: Sendable {
    let rescission: RecordedRescission
    let isNew: Bool

    /// The result for the caller.
    var result: ActionResult<RecordedRescission> {
        ActionResult(self.rescission, nothing: self.isNew ? nil : .rescissionResolved)
    }
}
