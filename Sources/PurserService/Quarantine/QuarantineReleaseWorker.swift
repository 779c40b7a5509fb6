package import Ledger
import Logging
import ServiceLifecycle

/// Applies held evidence by itself once its time has come.
package struct QuarantineReleaseWorker<C: Clock<Duration>>: Service {
    /// How often the repository is asked; evidence that waited for the clock may wait this much longer.
    package static var interval: Duration { .seconds(1) }
    /// The most evidence taken at once.
    package static var batch: Int { 100 }
    /// The most questions to Apple on their way at once, about evidence whose signer is revoked.
    package static var checks: Int { 8 }
    /// How much later evidence is tried again that the repository could not take, or that Apple does not know.
    package static var retry: Span { .hours(1) }
    /// How long after its arrival Apple is asked again about evidence that it does not know: its answer may lag behind.
    package static var doubt: Span { .days(1) }

    let ingest: Ingest
    let apps: [AppName: ServedApp]
    let clock: C

    /// A release into this ledger; `clock` only paces the questions, what is due is decided by the ambient's instant.
    package init(ingest: Ingest, apps: [ServedApp], clock: C) {
        self.ingest = ingest
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.clock = clock
    }

    /// Releases what is due, again and again, until the server stops; what it has begun it finishes.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.releaseDue()
            return false
        }
    }

    /// Releases what is due now; what cannot be applied is put off, so that nothing else waits behind it.
    package func releaseDue() async {
        do {
            let due = try await self.ingest.repository.dueHeldEvidence(
                at: self.ingest.ambient.now(),
                limit: Self.batch
            )
            var doubted: [HeldEvidence] = []
            for held in due where try await self.release(held) { doubted.append(held) }
            try await self.ask(about: doubted)
        } catch {
            self.ingest.logger.error("Held evidence cannot be applied now.", metadata: ["code": "\(error.code)"])
        }
    }

    /// Tries evidence again, and says whether Apple is to be asked about it, because its signer is revoked still.
    private func release(_ held: HeldEvidence) async throws(RepositoryError) -> Bool {
        guard let app = self.apps[held.app] else {
            try await self.keep(held, code: "app_unknown", until: nil)
            return false
        }
        do throws(IngestError) {
            guard case .held(.certificateRevoked, let code, _) = try await self.ingest.release(held, for: app) else {
                return false
            }
            // Once Apple's word on it is final, it is not asked for again.
            return code == Ingest.revoked.code || code == Ingest.unknownToAppStore.code
        } catch {
            switch error {
            // Only a change of the configuration helps, and that brings it here again.
            case .refused, .notOurs, .quarantineFull, .mustWait, .notInReceipt, .secretWrong, .unconfirmed:
                try await self.keep(held, code: error.code, until: nil)
            case .storage(.corrupt):
                try await self.keep(held, code: error.code, until: self.ingest.ambient.now() + Self.retry)
            // The repository is at fault and not this evidence; nothing else could be applied either.
            case .storage(let cause): throw cause
            }
            return false
        }
    }

    /// Asks Apple about evidence whose signer is revoked, a few questions at a time.
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
        // What a stop left unasked is due again at the next start, as everything is whose signer is revoked.
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
            try await self.ingest.repository.judge(held.judged(reason, code: Self.openCode(of: held), dueAt: dueAt))
        }
    }

    /// The code of evidence about which Apple is still to be asked.
    private static func openCode(of held: HeldEvidence) -> String {
        held.code == Ingest.unknownToAppStore.code ? held.code : Ingest.revoked.code
    }

    /// Returns the evidence with what it means that Apple does not know its transaction.
    ///
    /// One answer may be wrong, so it is final only after the doubt: evidence that is younger is asked about again
    /// every hour, and older evidence once more.
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
            try await self.ingest.repository.judge(held)
        } catch {
            throw .storage(error)
        }
    }

    private func keep(_ held: HeldEvidence, code: String, until dueAt: Instant?) async throws(RepositoryError) {
        try await self.ingest.repository.judge(held.judged(held.reason, code: code, dueAt: dueAt))
        self.ingest.logger.error(
            "Held evidence could not be applied.",
            metadata: [
                "app": "\(held.app)", "code": "\(code)", "until": "\(dueAt?.rfc3339 ?? "the configuration changes")",
            ]
        )
    }
}
