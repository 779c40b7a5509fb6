import AppStore
package import Ledger

extension Ingest {
    /// Ingests held evidence again, once it is due.
    ///
    /// If it must continue to wait, the repository stores the new reason and date; if the method throws, it stays held
    /// unchanged.
    package func release(_ held: HeldEvidence, for app: ServedApp) async throws(IngestError) -> IngestOutcome {
        switch held.kind {
        case .notification:
            return try await self.notification(held.body, for: app, releasing: held, isSent: false)
        case .renewal:
            return try await self.renewal(held, for: app)
        // Neither an app transaction, a receipt nor a request for a retention message is held; one would be refused here.
        case .transaction, .appTransaction, .receipt, .retentionRequest:
            let verified: VerifiedObject<TransactionPayload>
            do {
                verified = try app.verifier.transaction(held.body)
            } catch {
                return try await self.holdAgain(held, error, for: app)
            }
            return try await self.transaction(
                verified,
                compact: held.body,
                submission: Self.submission(of: held, naming: verified.payload.transactionId),
                tokens: held.customerTokens,
                for: app,
                releasing: held
            )
        }
    }

    /// Returns the submission of held evidence, with the id that can be read now and could not be read before; `nil` if
    /// it still cannot be read.
    static func submission(of held: HeldEvidence, naming id: String?) -> Submission? {
        guard let submission = held.submission, submission.transactionID == Self.unreadableID else {
            return held.submission
        }
        return id.map { submission.of(TransactionID($0)) }
    }

    /// Ingests a held renewal info, which came in an answer of Apple's.
    private func renewal(_ held: HeldEvidence, for app: ServedApp) async throws(IngestError) -> IngestOutcome {
        let now = self.ambient.now()
        let verified: VerifiedObject<RenewalInfoPayload>
        do {
            verified = try app.verifier.renewalInfo(held.body)
        } catch {
            return try await self.holdAgain(held, error, for: app)
        }
        let signedAt = Instant(verified.signedAt)
        if let hold = self.reasonToHold([verified.object], signedAt: signedAt, now: now, releasing: held) {
            return try await self.hold(held.body, kind: .renewal, hold, now: now, for: app, releasing: held)
        }
        var intake: Intake
        do {
            intake = try Intake(verified, app: app.name, receivedAt: now)
        } catch {
            return try await self.hold(held.body, kind: .renewal, Hold(error), now: now, for: app, releasing: held)
        }
        intake.catalog = app.catalog
        intake.releasedHold = held.digest
        return try await self.record(intake, for: app)
    }

    /// Holds evidence again that this version still cannot read.
    private func holdAgain(
        _ held: HeldEvidence,
        _ error: VerificationError,
        for app: ServedApp
    ) async throws(IngestError) -> IngestOutcome {
        guard let hold = Hold(error) else { throw IngestError(error) }
        return try await self.hold(
            held.body,
            kind: held.kind,
            hold,
            submission: held.submission,
            tokens: held.customerTokens,
            now: self.ambient.now(),
            for: app,
            releasing: held
        )
    }
}
