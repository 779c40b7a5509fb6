package import Ledger
import Logging
import ServiceLifecycle

/// Applies held evidence automatically when it is due.
package struct QuarantineReleaseWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two looks for due evidence.
    package static var interval: Duration { .seconds(1) }
    /// The maximum number of pieces of evidence that one round takes.
    package static var batch: Int { 100 }
    /// The maximum number of concurrent requests to Apple about evidence whose signer is revoked.
    package static var checks: Int { 8 }
    /// The delay until evidence is tried again that the repository could not store, or that Apple does not know.
    package static var retry: Span { .hours(1) }
    /// The time after arrival during which an answer of Apple's that it does not know the transaction is not final;
    /// Apple's data may lag.
    package static var doubt: Span { .days(1) }

    let ingest: Ingest
    let apps: [AppName: ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let signals: WorkSignals?
    let clock: C

    /// Creates a worker; `clock` only paces the rounds, the ambient's instant decides what is due.
    ///
    /// `catchUp` is awaited before each round if the time is a simulated one.
    package init(
        ingest: Ingest,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        clock: C
    ) {
        self.ingest = ingest
        self.catchUp = catchUp
        self.signals = signals
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.clock = clock
    }

    /// Applies what is due until the server stops; a round that has begun is completed.
    package func run() async throws {
        let loop = WorkLoop(
            kinds: [.heldEvidence],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: self.ingest.ambient.now,
            catchUp: self.catchUp
        )
        await loop.run {
            await self.releaseDue()
            return false
        } nextDueAt: {
            try await self.ingest.repository.nextDueAt(of: .heldEvidence)
        }
    }

    /// Applies what is due now, and defers what cannot be applied, so that it blocks nothing else.
    package func releaseDue() async {
        do {
            let due = try await self.ingest.repository.read { view in
                try view.dueHeldEvidence(
                    at: self.ingest.ambient.now(),
                    limit: Self.batch
                )
            }
            var doubted: [HeldEvidence] = []
            for held in due where try await self.release(held) { doubted.append(held) }
            try await self.ask(about: doubted)
        } catch {
            self.ingest.logger.error("Held evidence cannot be applied now.", metadata: ["code": "\(error.code)"])
        }
    }

    /// Tries evidence again; returns whether to ask Apple about it, because its signer is still revoked.
    private func release(_ held: HeldEvidence) async throws(RepositoryError) -> Bool {
        guard let app = self.apps[held.app] else {
            try await self.keep(held, code: "app_unknown", until: nil)
            return false
        }
        do throws(IngestError) {
            guard case .held(.certificateRevoked, let code, _) = try await self.ingest.release(held, for: app) else {
                return false
            }
            // Once Apple's answer is final, the worker does not ask again.
            return code == Ingest.revoked.code || code == Ingest.unknownToAppStore.code
        } catch {
            switch error {
            // Only a change of the configuration can help, which makes the evidence due again.
            case .refused, .notOurs, .quarantineFull, .mustWait, .notInReceipt, .secretWrong, .unconfirmed:
                try await self.keep(held, code: error.code, until: nil)
            case .storage(.corrupt):
                try await self.keep(held, code: error.code, until: self.ingest.ambient.now() + Self.retry)
            // The repository failed, so no other evidence could be applied either.
            case .storage(let cause): throw cause
            }
            return false
        }
    }

    /// Asks Apple about evidence whose signer is revoked, a few requests at a time.
    private func ask(about doubted: [HeldEvidence]) async throws(RepositoryError) {
        var rest = doubted[...]
        while !rest.isEmpty, !Task.isShuttingDownGracefully {
            let batch = rest.prefix(Self.checks)
            rest = rest.dropFirst(Self.checks)
            let failure: RepositoryError? = await withTaskGroup(of: RepositoryError?.self) { group in
                for held in batch {
                    group.addTask {
                        do throws(RepositoryError) {
                            try await self.confirm(held)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(nil) { $0 ?? $1 }
            }
            if let failure { throw failure }
        }
        // Evidence that a stop left unchecked is due again at the next start.
    }

    private func confirm(_ held: HeldEvidence) async throws(RepositoryError) {
        guard let app = self.apps[held.app] else { return }
        let reason = HeldEvidence.Reason.certificateRevoked
        do throws(IngestError) {
            switch try await self.ingest.confirm(held, for: app) {
            case .released, .none: return
            case .superseded:
                try await self.judge(held.judged(reason, code: "certificate_revoked_superseded", dueAt: nil))
            case .refuted: try await self.judge(self.refuted(held))
            case .later(let instant):
                try await self.judge(held.judged(reason, code: Self.openCode(of: held), dueAt: instant))
            }
        } catch {
            if case .storage(let cause) = error { throw cause }
            let dueAt = self.ingest.ambient.now() + Self.retry
            try await self.ingest.repository.write { unit in
                try unit.judge(held.judged(reason, code: Self.openCode(of: held), dueAt: dueAt))
            }
        }
    }

    /// Returns the code of evidence about which Apple is still to be asked.
    private static func openCode(of held: HeldEvidence) -> String {
        held.code == Ingest.unknownToAppStore.code ? held.code : Ingest.revoked.code
    }

    /// Returns the evidence with the consequence of Apple not knowing its transaction.
    ///
    /// One answer may be wrong, so it is final only after `doubt`: the worker asks about younger evidence every hour,
    /// and about older evidence once more.
    private func refuted(_ held: HeldEvidence) -> HeldEvidence {
        let now = self.ingest.ambient.now()
        let doubted = Ingest.unknownToAppStore.code
        let reason = HeldEvidence.Reason.certificateRevoked
        if now < held.receivedAt + Self.doubt { return held.judged(reason, code: doubted, dueAt: now + Self.retry) }
        if held.code != doubted { return held.judged(reason, code: doubted, dueAt: now + Self.doubt) }
        return held.judged(reason, code: "certificate_revoked_refuted", dueAt: nil)
    }

    private func judge(_ held: HeldEvidence) async throws(IngestError) {
        do {
            try await self.ingest.repository.write { unit in try unit.judge(held) }
        } catch {
            throw .storage(error)
        }
    }

    private func keep(_ held: HeldEvidence, code: String, until dueAt: Instant?) async throws(RepositoryError) {
        try await self.ingest.repository.write { unit in
            try unit.judge(held.judged(held.reason, code: code, dueAt: dueAt))
        }
        self.ingest.logger.error(
            "Held evidence could not be applied.",
            metadata: [
                "app": "\(held.app)", "code": "\(code)", "until": "\(dueAt?.rfc3339 ?? "the configuration changes")",
            ]
        )
    }
}
