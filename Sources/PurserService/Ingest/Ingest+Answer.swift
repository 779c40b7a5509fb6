import AppStore
import Ledger
import Logging

extension Ingest {
    /// Ingests an answer of Apple's: everything is verified before anything is recorded, and the records are one unit
    /// of work.
    ///
    /// A transaction that must wait is held as if it had been submitted. A subscription that must wait is left out: its
    /// check stays open and is repeated. An authentic object of a form that this version cannot read is held by itself,
    /// and the rest is recorded without it. The rest is also recorded if the quarantine has no room; then the method
    /// throws `IngestError.quarantineFull` at the end, so that the caller asks again.
    package func answer(
        _ answer: AnsweredEvidence,
        for app: ServedApp
    ) async throws(IngestError) -> AnswerOutcome {
        let now = self.ambient.now()
        var outcome = AnswerOutcome()
        var verified = VerifiedAnswer(app: app, receivedAt: now, askedAt: answer.askedAt)
        do {
            for compact in answer.transactions { try verified.add(transaction: compact) }
            for subscription in answer.subscriptions { try verified.add(subscription) }
        } catch {
            throw IngestError(error)
        }
        var isFull = false
        for item in verified.unreadable {
            outcome.heldCount += 1
            do throws(IngestError) {
                try await self.hold(answered: item.compact, kind: item.kind, item.hold, now: now, for: app)
            } catch .quarantineFull {
                isFull = true
            }
        }
        for item in verified.items {
            let signedAt = Instant(item.signedAt)
            if let hold = self.reasonToHold(item.objects, signedAt: signedAt, now: now, releasing: nil) {
                outcome.heldCount += 1
                if try await !self.wait(item, hold, now: now, for: app) { isFull = true }
                continue
            }
            do {
                try verified.admit(item)
            } catch {
                outcome.heldCount += 1
                if try await !self.wait(item, Hold(error), now: now, for: app) { isFull = true }
            }
        }
        var isPurchaseNew = false
        for intake in verified.intakes {
            let recorded: RecordingResult
            RequestOrigins.shared.note(intake)
            do {
                recorded = try await self.repository.ingest(intake)
            } catch {
                throw .storage(error)
            }
            await self.note(recorded, of: intake, for: app)
            outcome.isNew = outcome.isNew || recorded.isNew
            isPurchaseNew = isPurchaseNew || !recorded.transactions.isEmpty
            outcome.transactions += intake.transactions.map(\.transactionID)
            outcome.environments.insert(intake.environment)
        }
        if isPurchaseNew { self.noteUnknownFields(of: verified, for: app) }
        guard !isFull else { throw .quarantineFull }
        return outcome
    }

    private func noteUnknownFields(of answer: VerifiedAnswer, for app: ServedApp) {
        for item in answer.items {
            switch item {
            case .transaction(_, let transaction): self.unknownFields.note(transaction, of: app)
            case .subscription(let transaction, let renewal, _):
                if let transaction { self.unknownFields.note(transaction, of: app) }
                if let renewal { self.unknownFields.note(renewal, of: app) }
            }
        }
    }

    /// Holds evidence that must wait; returns false if the quarantine has no room.
    private func wait(
        _ item: VerifiedAnswer.Item,
        _ hold: Hold,
        now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Bool {
        guard case .transaction(let compact, _) = item else {
            self.logger.warning(
                "Apple's answer about a subscription cannot be ingested yet; the server asks again.",
                metadata: ["app": "\(app.name)", "reason": "\(hold.reason.rawValue)", "code": "\(hold.code)"]
            )
            return true
        }
        do throws(IngestError) {
            try await self.hold(answered: compact, kind: .transaction, hold, now: now, for: app)
            return true
        } catch .quarantineFull {
            return false
        }
    }
}
