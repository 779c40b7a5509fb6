import AppStore
import Crypto
import Ledger
import Logging

extension Ingest {
    /// Why evidence is kept and not applied.
    struct Hold: Sendable {
        /// The kind of reason.
        let reason: HeldEvidence.Reason
        /// What exactly is wrong.
        let code: String
        /// When to try again.
        let dueAt: Instant?
        /// Where exactly, for the log; without anything that the evidence says.
        var detail: String?

        /// What was held for this reason.
        init(reason: HeldEvidence.Reason, code: String, dueAt: Instant?) {
            self.reason = reason
            self.code = code
            self.dueAt = dueAt
        }

        /// What Apple signed for this app in a form that this version cannot read; a later version takes it in.
        init?(_ error: VerificationError) {
            guard error.isUnreadable else { return nil }
            self.init(reason: .missingPart, code: error.code.rawValue, dueAt: nil)
            self.detail = error.detail
        }

        /// What lacks a part.
        init(_ error: MissingPartError) {
            self.init(reason: .missingPart, code: error.code, dueAt: nil)
            self.detail = error.detail
        }
    }

    /// What the evidence of a revoked signer is held as until Apple is asked, and where nobody can be asked.
    static let revoked = Hold(reason: .certificateRevoked, code: "certificate_revoked", dueAt: nil)

    /// What such evidence is held as whose transaction Apple's API did not know when it was asked; Apple is asked
    /// again.
    static let unknownToAppStore = Hold(reason: .certificateRevoked, code: "certificate_revoked_unknown", dueAt: nil)

    /// Whether authentic evidence must wait; what is recorded already, byte for byte, need not wait for its signer.
    func reasonToHold(
        _ objects: [SignedObject],
        signedAt: Instant,
        now: Instant,
        releasing held: HeldEvidence?,
        for app: ServedApp
    ) async throws(IngestError) -> Hold? {
        let hold = self.reasonToHold(objects, signedAt: signedAt, now: now, releasing: held)
        guard let hold, hold.reason == .certificateRevoked else { return hold }
        for object in objects {
            guard self.reasonToHold([object], signedAt: signedAt, now: now, releasing: held) != nil,
                try await !self.isRecorded(EvidenceDigest(sha256: object.digest), of: app)
            else { continue }
            guard held == nil, !app.askable.isEmpty else { return hold }
            return Hold(reason: hold.reason, code: hold.code, dueAt: now)
        }
        return nil
    }

    /// Whether authentic evidence must wait: because it claims to come from the future, or its signer is revoked.
    ///
    /// What was held because its signer was revoked is released only by an answer of good: after a restart nothing is
    /// known for a moment, and that is no reason to believe it.
    func reasonToHold(
        _ objects: [SignedObject],
        signedAt: Instant,
        now: Instant,
        releasing held: HeldEvidence?
    ) -> Hold? {
        if signedAt > now + Self.futureTolerance {
            self.clocks?.noteAhead(by: signedAt - now)
            return Hold(reason: .signedInFuture, code: "signed_date_in_future", dueAt: signedAt)
        }
        return self.reasonToHold(chains: objects.compactMap(\.chain), signedAt: signedAt, now: now, releasing: held)
    }

    /// Whether authentic evidence must wait because one of those who signed it is revoked.
    ///
    /// Whoever has stolen the key can date back as far as they like. So the date counts only for what was seen before
    /// the revocation was learned of; what is first seen after it waits, whatever date it claims.
    private func reasonToHold(
        chains: [CertificateChainID],
        signedAt: Instant,
        now: Instant,
        releasing held: HeldEvidence?
    ) -> Hold? {
        guard let revocation else { return nil }
        var revoked = Self.revoked
        if let held, held.reason == .certificateRevoked {
            revoked = Hold(reason: held.reason, code: held.code, dueAt: nil)
        }
        let firstSeenAt = (held?.receivedAt ?? now).milliseconds
        for chain in chains {
            switch revocation.status(of: chain) {
            case .revoked(let since, _) where signedAt.milliseconds >= since: return revoked
            case .revoked where firstSeenAt >= revocation.revocation(of: chain)?.learnedAt ?? .min: return revoked
            case .unchecked where held?.reason == .certificateRevoked: return revoked
            case .unknown where held?.reason == .certificateRevoked: return revoked
            case .good, .unchecked, .unknown, .revoked: continue
            }
        }
        return nil
    }

    /// Whether a receipt must wait because its signer is revoked; one that is recorded already, byte for byte, need
    /// not.
    func reasonToHold(
        _ receipt: VerifiedReceipt,
        now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Hold? {
        let chains = receipt.chain.map { [$0] } ?? []
        let madeAt = Instant(receipt.createdAt)
        guard let hold = self.reasonToHold(chains: chains, signedAt: madeAt, now: now, releasing: nil),
            try await !self.isRecorded(SignedEvidence(receipt).digest, of: app)
        else { return nil }
        return hold
    }

    private func isRecorded(_ digest: EvidenceDigest, of app: ServedApp) async throws(IngestError) -> Bool {
        do {
            return try await self.repository.evidence(digest, app: app.name) != nil
        } catch {
            throw .storage(error)
        }
    }

    /// Keeps evidence without applying it, while there is room for more.
    func hold(
        _ compact: [UInt8],
        kind: SignedEvidence.Kind,
        _ hold: Hold,
        submission: Submission? = nil,
        tokens: [AccountToken] = [],
        now: Instant,
        for app: ServedApp,
        releasing held: HeldEvidence?
    ) async throws(IngestError) -> IngestOutcome {
        if let held {
            do {
                try await self.repository.judge(held.judged(hold.reason, code: hold.code, dueAt: hold.dueAt))
            } catch {
                throw .storage(error)
            }
        } else {
            let evidence = Self.evidence(
                compact,
                kind: kind,
                digest: EvidenceDigest(sha256: Array(SHA256.hash(data: compact))),
                hold,
                submission: submission,
                tokens: tokens,
                now: now,
                for: app
            )
            try await self.keepWithinLimit(evidence)
        }
        self.noteHeld(hold, for: app)
        return .held(hold.reason, code: hold.code, dueAt: hold.dueAt)
    }

    /// Keeps an object of an answer of Apple's without applying it, once for everything that it says.
    ///
    /// Apple signs each answer anew, so the signature of an object does not tell whether the object is held already.
    func hold(
        answered compact: [UInt8],
        kind: SignedEvidence.Kind,
        _ hold: Hold,
        now: Instant,
        for app: ServedApp
    ) async throws(IngestError) {
        let digest = EvidenceDigest(answered: compact, kind: kind)
        try await self.keepWithinLimit(
            Self.evidence(compact, kind: kind, digest: digest, hold, submission: nil, tokens: [], now: now, for: app)
        )
        self.noteHeld(hold, for: app)
    }

    /// Keeps evidence while there is room for more; what is held already has its place.
    private func keepWithinLimit(_ evidence: HeldEvidence) async throws(IngestError) {
        do throws(RepositoryError) {
            let waiting = try await self.repository.heldCounts()[evidence.reason] ?? 0
            if waiting < self.quarantineLimit {
                return try await self.repository.hold(evidence)
            }
            if try await self.repository.isHeld(evidence.digest, app: evidence.app) {
                return try await self.repository.hold(evidence)
            }
        } catch {
            throw .storage(error)
        }
        throw .quarantineFull
    }

    private func noteHeld(_ hold: Hold, for app: ServedApp) {
        var metadata: Logger.Metadata = [
            "app": "\(app.name)", "reason": "\(hold.reason.rawValue)", "code": "\(hold.code)",
        ]
        if let detail = hold.detail { metadata["detail"] = "\(detail)" }
        self.logger.warning("Evidence is held back.", metadata: metadata)
    }

    /// Keeps what is authentic but belongs elsewhere, outside the ledger and within bounds: a mistake in the
    /// configuration must not cost a notification.
    func keepOutside(
        _ compact: [UInt8],
        kind: SignedEvidence.Kind,
        _ error: VerificationError,
        for app: ServedApp
    ) async throws(IngestError) {
        let hold = Hold(reason: .notOurs, code: error.code.rawValue, dueAt: nil)
        let evidence = Self.evidence(
            compact,
            kind: kind,
            digest: EvidenceDigest(sha256: Array(SHA256.hash(data: compact))),
            hold,
            submission: nil,
            tokens: [],
            now: self.ambient.now(),
            for: app
        )
        do {
            try await self.repository.hold(evidence)
        } catch {
            throw .storage(error)
        }
        self.logger.error(
            "Apple sent authentic data of another app or environment; check the configuration and the address in App Store Connect.",
            metadata: ["app": "\(app.name)", "code": "\(hold.code)", "detail": "\(error.detail)"]
        )
    }

    private static func evidence(
        _ compact: [UInt8],
        kind: SignedEvidence.Kind,
        digest: EvidenceDigest,
        _ hold: Hold,
        submission: Submission?,
        tokens: [AccountToken],
        now: Instant,
        for app: ServedApp
    ) -> HeldEvidence {
        HeldEvidence(
            digest: digest,
            app: app.name,
            reason: hold.reason,
            code: hold.code,
            body: compact,
            kind: kind,
            submission: submission,
            customerTokens: tokens,
            receivedAt: now,
            dueAt: hold.dueAt
        )
    }
}
