import AppStore
package import Ledger

extension Ingest {
    /// Returns what ingesting a purchase would do, without recording or holding anything.
    package func preview(
        _ compact: [UInt8],
        by customer: CustomerID,
        intent: Submission.Intent,
        tokens: [AccountToken],
        for app: ServedApp
    ) async throws(IngestError) -> PurchasePreview {
        let now = self.ambient.now()
        let verified: VerifiedObject<TransactionPayload>
        do {
            verified = try app.verifier.transaction(compact)
        } catch {
            guard let hold = Hold(error) else { throw IngestError(error) }
            let outcome = IngestOutcome.held(hold.reason, code: hold.code, dueAt: hold.dueAt)
            let purchase = SubmittedPurchase(outcome: outcome, transactionID: nil, environment: nil, kind: nil)
            return PurchasePreview(purchase: purchase, ownership: nil)
        }
        let transactionID = verified.payload.transactionId.map { TransactionID($0) }
        func submitted(_ outcome: IngestOutcome) -> SubmittedPurchase {
            SubmittedPurchase(
                outcome: outcome,
                transactionID: transactionID,
                environment: verified.payload.environment.flatMap { StoreEnvironment(rawValue: $0.rawValue) },
                kind: verified.payload.type.flatMap { TransactionSnapshot.Kind(rawValue: $0.rawValue) }
            ).expiring(at: verified.payload.expiresDate.map { Instant($0) }, asOf: now)
        }
        let signedAt = Instant(verified.signedAt)
        let hold = try await self.reasonToHold(
            [verified.object],
            signedAt: signedAt,
            now: now,
            releasing: nil,
            for: app
        )
        if let hold {
            let outcome = IngestOutcome.held(hold.reason, code: hold.code, dueAt: hold.dueAt)
            return PurchasePreview(purchase: submitted(outcome), ownership: nil)
        }
        var intake: Intake
        do {
            intake = try Intake(verified, app: app.name, receivedAt: now)
        } catch {
            let outcome = IngestOutcome.held(.missingPart, code: error.code, dueAt: nil)
            return PurchasePreview(purchase: submitted(outcome), ownership: nil)
        }
        intake.catalog = app.catalog
        let submission = transactionID.map {
            Submission(customer: customer, transactionID: $0, intent: intent, submittedAt: now)
        }
        intake.submission = submission.map { $0.resolved(by: app.catalog.transfer, intake) }
        intake.asksApple = app.askable.contains(intake.environment)
        intake.customerTokens = tokens
        do {
            let preview = try await self.repository.write { [intake] unit in try unit.preview(intake) }
            return PurchasePreview(purchase: submitted(.recorded(preview.recorded)), ownership: preview)
        } catch {
            throw .storage(error)
        }
    }
}

/// The result that ingesting a purchase would have.
package struct PurchasePreview: Hashable, Sendable {
    /// The purchase, with whether it would be recorded or held.
    package let purchase: SubmittedPurchase
    /// The change that recording it would cause; `nil` if it would be held.
    package let ownership: OwnershipPreview?

    /// Creates a preview of these values.
    package init(purchase: SubmittedPurchase, ownership: OwnershipPreview?) {
        self.purchase = purchase
        self.ownership = ownership
    }
}
