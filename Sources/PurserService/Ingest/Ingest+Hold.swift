import AppStore
import Crypto
import Ledger
import Logging

extension Ingest {
    /// The reason why evidence is stored and not applied.
    struct Hold: Sendable {
        /// The kind of the reason.
        let reason: HeldEvidence.Reason
        /// The code of the problem.
        let code: String
        /// The instant of the next attempt.
        let dueAt: Instant?
        /// The exact position for the log, without contents of the evidence.
        var detail: String?

        /// Creates a reason of these values.
        init(reason: HeldEvidence.Reason, code: String, dueAt: Instant?) {
            self.reason = reason
            self.code = code
            self.dueAt = dueAt
        }

        /// Creates the reason for authentic data of this app in a form that this version cannot read; a later version
        /// ingests it.
        init?(_ error: VerificationError) {
            guard error.isUnreadable else { return nil }
            self.init(reason: .missingPart, code: error.code.rawValue, dueAt: nil)
            self.detail = error.detail
        }

        /// Creates the reason for authentic data that lacks a part.
        init(_ error: MissingPartError) {
            self.init(reason: .missingPart, code: error.code, dueAt: nil)
            self.detail = error.detail
        }
    }

    /// The reason for evidence of a revoked signer until Apple is asked, and if Apple cannot be asked.
    static let revoked = Hold(reason: .certificateRevoked, code: "certificate_revoked", dueAt: nil)

    /// The reason for evidence of a revoked signer whose transaction Apple's API did not know; Apple is asked again.
    static let unknownToAppStore = Hold(reason: .certificateRevoked, code: "certificate_revoked_unknown", dueAt: nil)

    /// Returns why authentic evidence must wait, if it must; evidence that is recorded already, byte for byte, need not
    /// wait because of its signer.
    func reasonToHold(
        _ objects: [SignedObject],
        signedAt: Instant,
        now: Instant,
        releasing held: HeldEvidence?,
        for app: ServedApp
    ) async throws(IngestError) -> Hold? {
        let hold = self.reasonToHold(objects, signedAt: signedAt, now: now, releasing: held)
        guard let hold, hold.reason == .certificateRevoked else { return hold }
        let doubted = objects.filter {
            self.reasonToHold([$0], signedAt: signedAt, now: now, releasing: held) != nil
        }
        guard try await !self.areRecorded(doubted.map { EvidenceDigest(sha256: $0.digest) }, of: app) else {
            return nil
        }
        guard held == nil, !app.askable.isEmpty else { return hold }
        return Hold(reason: hold.reason, code: hold.code, dueAt: now)
    }

    /// Returns why authentic evidence must wait, if it must: its date is in the future, or its signer is revoked.
    ///
    /// Evidence that was held because its signer was revoked is only released by the OCSP answer "good": after a
    /// restart the status is unknown for a moment, which is no reason to trust the evidence.
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

    /// Returns why authentic evidence must wait because one of its signers is revoked, if it must.
    ///
    /// An attacker with a stolen key can use any date. Therefore the date only counts for evidence that was seen before
    /// the server learned of the revocation; evidence that is first seen after it waits, whatever its date.
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

    /// Returns why a receipt must wait because its signer is revoked, if it must; a receipt that is recorded already,
    /// byte for byte, need not.
    func reasonToHold(
        _ receipt: VerifiedReceipt,
        now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Hold? {
        let chains = receipt.chain.map { [$0] } ?? []
        let madeAt = Instant(receipt.createdAt)
        guard let hold = self.reasonToHold(chains: chains, signedAt: madeAt, now: now, releasing: nil),
            try await !self.areRecorded([SignedEvidence(receipt).digest], of: app)
        else { return nil }
        return hold
    }

    /// Returns whether all objects of these digests are recorded.
    private func areRecorded(_ digests: [EvidenceDigest], of app: ServedApp) async throws(IngestError) -> Bool {
        do {
            return try await self.repository.read { view in
                try digests.allSatisfy { try view.evidence($0, app: app.name) != nil }
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Holds evidence without applying it, if the quarantine has room.
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
                try await self.repository.write { unit in
                    try unit.judge(held.judged(hold.reason, code: hold.code, dueAt: hold.dueAt))
                }
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

    /// Holds an object of Apple's answer without applying it, once for all answers with the same contents.
    ///
    /// Apple signs each answer anew, so the signature of an object does not show whether the object is held already.
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

    /// Stores evidence if the quarantine has room; evidence that is held already keeps its place.
    private func keepWithinLimit(_ evidence: HeldEvidence) async throws(IngestError) {
        let isHeld: Bool
        do {
            isHeld = try await self.repository.write { [limit = self.quarantineLimit] unit in
                let waiting = try unit.heldCounts()[evidence.reason] ?? 0
                guard try waiting < limit || unit.isHeld(evidence.digest, app: evidence.app) else { return false }
                try unit.hold(evidence)
                return true
            }
        } catch {
            throw .storage(error)
        }
        guard isHeld else { throw .quarantineFull }
    }

    private func noteHeld(_ hold: Hold, for app: ServedApp) {
        var metadata: Logger.Metadata = [
            "app": "\(app.name)", "reason": "\(hold.reason.rawValue)", "code": "\(hold.code)",
        ]
        if let detail = hold.detail { metadata["detail"] = "\(detail)" }
        self.logger.warning("Evidence is held.", metadata: metadata)
    }

    /// Stores authentic data that belongs to another app or environment, outside the ledger and within limits, so that
    /// a mistake in the configuration does not lose a notification.
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
            try await self.repository.write { unit in try unit.hold(evidence) }
        } catch {
            throw .storage(error)
        }
        self.logger.error(
            "Apple sent authentic data of another app or environment; check the configuration and the URL in App Store Connect.",
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
