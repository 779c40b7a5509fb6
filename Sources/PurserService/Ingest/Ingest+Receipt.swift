import AppStore
package import Ledger
import Logging

extension Ingest {
    /// Ingests a receipt that an app or a shop's server submits for a customer.
    ///
    /// Everything in the receipt is evidence, but only some purchases are submitted: the purchase `named`, if given.
    /// Otherwise the intent `purchase` submits the newest purchase of each kind of product, because a receipt may
    /// contain purchases that other people made with the same Apple account; `sync` and `restore` submit all of them. A
    /// purchase with an owner keeps the owner. A receipt is never held: one that must wait is refused, and must be sent
    /// again. A preview records nothing and returns what recording would change.
    package func receipt(
        _ base64: String,
        about named: TransactionID?,
        by customer: CustomerID,
        intent: Submission.Intent,
        tokens: [AccountToken],
        for app: ServedApp,
        isPreview: Bool = false
    ) async throws(IngestError) -> SubmittedReceipt {
        let now = self.ambient.now()
        let begin = ContinuousClock.now
        let (verified, environment) = try await self.verified(base64, at: now, for: app)
        let facts = ReceiptFacts(verified) { app.catalog.products[$0]?.kind }
        if let named, !facts.snapshots.contains(where: { $0.transactionID == named }) { throw .notInReceipt }
        if !facts.incomplete.isEmpty {
            self.logger.warning(
                "A receipt contains purchases that cannot be ingested.",
                metadata: [
                    "app": "\(app.name)", "count": "\(facts.incomplete.count)",
                    "code": "\(facts.incomplete[0].reason.code)",
                ]
            )
        }
        do {
            var unit = Intake(app: app.name, environment: environment, receivedAt: now)
            unit.evidence = [SignedEvidence(verified)]
            unit.catalog = app.catalog
            unit.asksApple = app.askable.contains(environment)
            unit.customerTokens = tokens
            unit.isShownByApp = true
            unit.transactions = facts.snapshots
            let submissions: @Sendable ([TransactionID]) -> [Submission] = { [unit] chosen in
                chosen.map { id in
                    Submission(customer: customer, transactionID: id, intent: intent, submittedAt: now)
                        .resolved(by: app.catalog.transfer, unit)
                }
            }
            let choose: @Sendable (any ReadView) throws -> [TransactionID] = { view in
                try view.submittable(facts.snapshots, by: customer, intent, in: environment, of: app.name)
            }
            if isPreview {
                let (chosen, preview) = try await self.repository.write { [unit] work in
                    let chosen = try named.map { [$0] } ?? choose(work)
                    let submissions = submissions(chosen)
                    var intake = unit
                    intake.submission = submissions.first
                    intake.otherSubmissions = Array(submissions.dropFirst())
                    return (chosen, try work.preview(intake))
                }
                var answer = Self.answer(facts, about: chosen.first, preview.recorded, in: environment, at: now)
                answer.ownership = preview
                return answer
            }
            let chosen =
                if let named { [named] } else { try await self.repository.read { view in try choose(view) } }
            let submitted = submissions(chosen)
            let units = ReceiptUnits(facts.snapshots, submissions: submitted, like: unit)
            self.legacyUsage?.note(.receipt, version: verified.payload.applicationVersion, of: app.name, at: now)
            var recorded = try await self.record(units, foremost: submitted.first, for: app)
            self.metrics.noteDelay(recorded, of: unit, untilCommit: ContinuousClock.now - begin)
            try await self.keep(verified, facts, in: environment, for: app)
            let claims = try await self.repository.read { view in
                try view.claims(on: facts.snapshots.newest, in: environment, of: app.name)
            }
            if recorded.claim == nil, let last = facts.snapshots.last {
                recorded = RecordingResult(
                    isNew: recorded.isNew,
                    claim: claims[last.transactionID],
                    wasSubmittedBefore: false,
                    finish: .yes
                )
            }
            var answer = Self.answer(facts, about: chosen.first, recorded, in: environment, at: now)
            for place in answer.newest.indices {
                answer.newest[place].claim = claims[answer.newest[place].transactionID] ?? .unclaimed
            }
            return answer
        } catch {
            self.outage.note(at: now)
            throw .storage(error)
        }
    }

    /// Returns a receipt that is authentic, belongs to the app, and can be ingested now.
    func verified(
        _ base64: String,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> (receipt: VerifiedReceipt, environment: StoreEnvironment) {
        let verified: VerifiedReceipt
        do throws(VerificationError) {
            verified = try app.verifier.receipt(base64, at: Timestamp(milliseconds: now.milliseconds))
            let payload = verified.payload
            try app.check(payload.statedIdentities, in: payload.environment, part: .receipt)
        } catch {
            throw IngestError(error)
        }
        guard let environment = verified.payload.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) })
        else { throw .mustWait(code: MissingPartError.transactionField("environment").code) }
        let madeAt = Instant(verified.createdAt)
        guard madeAt <= now + Self.futureTolerance else { throw .mustWait(code: "signed_date_in_future") }
        if let hold = try await self.reasonToHold(verified, now: now, for: app) { throw .mustWait(code: hold.code) }
        return (verified, environment)
    }

    // MARK: The response

    /// Records the units of work in order, and combines the results of their submissions.
    private func record(
        _ units: ReceiptUnits,
        foremost: Submission?,
        for app: ServedApp
    ) async throws(RepositoryError) -> RecordingResult {
        var isNew = false
        var claim: Claim?
        var wasSubmittedBefore = false
        var answers: [FulfillmentFinish] = []
        for intake in units.intakes {
            RequestOrigins.shared.note(intake)
            let recorded = try await self.repository.ingest(intake)
            await self.note(recorded, of: intake, for: app)
            isNew = recorded.isNew || isNew
            if let finish = recorded.finish { answers.append(finish) }
            guard let foremost, intake.submission == foremost else { continue }
            claim = recorded.claim
            wasSubmittedBefore = recorded.wasSubmittedBefore
        }
        return RecordingResult(
            isNew: isNew,
            claim: claim,
            wasSubmittedBefore: wasSubmittedBefore,
            finish: FulfillmentFinish.joined(answers)
        )
    }

    private static func answer(
        _ facts: ReceiptFacts,
        about chosen: TransactionID?,
        _ recorded: RecordingResult,
        in environment: StoreEnvironment,
        at now: Instant
    ) -> SubmittedReceipt {
        let subject = facts.snapshots.last { $0.transactionID == chosen } ?? facts.snapshots.last
        var recorded = recorded
        if subject == nil {
            // Immediately after a purchase an app may still have the previous receipt: there is no transaction to
            // finish yet.
            recorded = RecordingResult(isNew: recorded.isNew, claim: nil, wasSubmittedBefore: false, finish: .no)
        } else if !facts.incomplete.isEmpty {
            // Finishing removes a consumable from the customer's receipts, after which no evidence of the purchase
            // would be left.
            recorded = RecordingResult(
                isNew: recorded.isNew,
                claim: recorded.claim,
                wasSubmittedBefore: recorded.wasSubmittedBefore,
                finish: .no
            )
        }
        return SubmittedReceipt(
            purchase: SubmittedPurchase(
                outcome: .recorded(recorded),
                transactionID: subject?.transactionID,
                environment: environment,
                kind: subject?.kind
            ).expiring(at: subject?.expiresAt, asOf: now),
            newest: facts.snapshots.newest.map { snapshot in
                SubmittedReceipt.Line(
                    transactionID: snapshot.transactionID,
                    productID: snapshot.productID,
                    kind: snapshot.kind
                )
            },
            incompleteCount: facts.incomplete.count
        )
    }
}

extension ReadView {
    /// Returns the purchases of a receipt to submit, the one for the response first: the newest that no other customer
    /// owns.
    ///
    /// With the intent `purchase` these are the newest purchases of each kind of product that no other customer owns,
    /// if they have no owner: a receipt that is submitted again must not claim an earlier purchase than the one that it
    /// claimed before.
    fileprivate func submittable(
        _ snapshots: [TransactionSnapshot],
        by customer: CustomerID,
        _ intent: Submission.Intent,
        in environment: StoreEnvironment,
        of app: AppName
    ) throws -> [TransactionID] {
        let claims = try self.claims(on: snapshots, in: environment, of: app)
        let counting = try self.record(of: customer, app: app)?.mergedInto ?? customer
        let own = snapshots.filter { snapshot in
            guard let claim = claims[snapshot.transactionID], claim.owner != nil else { return true }
            return claim.serves(counting)
        }
        guard let first = own.last?.transactionID else { return [] }
        let free = (intent == .purchase ? own.newest : own).map(\.transactionID)
            .filter { $0 != first && claims[$0]?.owner == nil }
        return [first] + free
    }

    /// Returns the claims of the purchases that are known already; each chain is read once.
    fileprivate func claims(
        on snapshots: [TransactionSnapshot],
        in environment: StoreEnvironment,
        of app: AppName
    ) throws -> [TransactionID: Claim] {
        var claims: [TransactionID: Claim] = [:]
        for snapshot in snapshots where claims[snapshot.transactionID] == nil {
            let chain = try self.chain(of: snapshot.transactionID, app: app, environment: environment)
            if let chain { claims.merge(chain.claims) { _, newer in newer } }
        }
        return claims
    }
}

extension [TransactionSnapshot] {
    /// The newest purchase of each kind of product, earliest first.
    fileprivate var newest: [TransactionSnapshot] {
        var seen: Set<TransactionSnapshot.Kind> = []
        return self.reversed().filter { seen.insert($0.kind).inserted }.reversed()
    }
}

/// The result of a submitted receipt.
package struct SubmittedReceipt: Hashable, Sendable {
    /// One purchase of a receipt, with its owner.
    package struct Line: Hashable, Sendable {
        /// The transaction.
        package let transactionID: TransactionID
        /// The product.
        package let productID: ProductID
        /// The kind of the product.
        package let kind: TransactionSnapshot.Kind
        /// The owner; `nil` if a preview cannot determine it.
        package var claim: Claim?
    }

    /// The purchase for the response: the named one, or the newest that no other customer owns.
    package var purchase: SubmittedPurchase
    /// The newest purchase of each kind of product, earliest first.
    package var newest: [Line] = []
    /// The number of purchases in the receipt that lack a required field.
    package var incompleteCount = 0
    /// The change that recording would cause; `nil` unless this is a preview.
    package var ownership: OwnershipPreview?
}
