package import Ledger

extension CustomerService {
    /// Records a consent and returns it; without an id it gets one.
    ///
    /// Recording the same consent under its id again is no change. The default storefront is that of the customer's
    /// newest purchase. An operator's action is entered in the audit log in the same transaction.
    package func consent(
        _ statement: ConsentParameters,
        id: ConsentID?,
        of customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isAudited: Bool = false,
        isPreview: Bool = false
    ) async throws(CustomerError) -> ActionResult<Consent> {
        let customer = try self.named(customer)
        let now = self.ambient.now()
        guard !statement.isAhead(of: now) else { throw .futureConsent }
        let name = id ?? ConsentID(self.freshName())
        let plan: @Sendable (any ReadView) throws -> ConsentRecording = { view in
            let known = id == nil ? [] : try view.consents(of: customer, app: app.name, limit: Self.longestList)
            if let known = known.first(where: { $0.id == name }) {
                // The same values again are the repetition of a request whose answer was lost.
                let again = statement.consent(
                    name,
                    givenAt: known.givenAt,
                    storefront: known.storefront,
                    recordedAt: now,
                    by: origin.name
                )
                return known.saysSame(as: again) ? .known(known) : .different
            }
            let storefront = statement.storefront == nil ? try view.lastStorefront(of: customer, app: app.name) : nil
            return .new(
                statement.consent(
                    name,
                    givenAt: now,
                    storefront: storefront ?? ConsentParameters.unknownStorefront,
                    recordedAt: now,
                    by: origin.name
                )
            )
        }
        let record = self.record(of: .consentGive, on: name.rawValue, about: [customer], in: app.name, by: origin)
        let recording = try await self.withRepository { repository throws(RepositoryError) in
            guard !isPreview else { return try await repository.read { view in try plan(view) } }
            return try await self.audit.enter(isAudited ? record : nil) { (recording: ConsentRecording) in
                switch recording {
                case .known: .nothing
                case .different: nil
                case .new: .done
                case .taken: .refused(code: CustomerError.knownConsent.code)
                }
            } by: { () throws(RepositoryError) in
                try await repository.write { unit in
                    let planned = try plan(unit)
                    guard case .new(let consent) = planned else { return planned }
                    return try unit.keep(consent, of: customer, app: app.name) ? planned : .taken
                }
            }
        }
        switch recording {
        case .known(let consent): return ActionResult(consent, nothing: .consentSame)
        case .new(let consent): return ActionResult(consent)
        case .different, .taken: throw .knownConsent
        }
    }

    /// Records the withdrawal of a consent: of the consent with this id, or without an id of the consent in force.
    ///
    /// An operator's action is entered in the audit log in the same transaction.
    ///
    /// - Returns: The consent with its withdrawal, `nil` if none is in force. A consent that a withdrawal ended before
    ///   is no change.
    package func withdraw(
        _ id: ConsentID?,
        of customer: CustomerID,
        at instant: Instant?,
        source: String? = nil,
        in app: ServedApp,
        by origin: RequestOrigin,
        isAudited: Bool = false,
        isPreview: Bool = false
    ) async throws(CustomerError) -> ActionResult<Consent?> {
        let now = self.ambient.now()
        if let instant, instant > now + ConsentParameters.tolerance { throw .futureWithdrawal }
        let consents = try await self.consents(of: customer, in: app)
        let found: Consent?
        if let id {
            found = consents.first { $0.id == id }
            guard found != nil else { throw .unknownConsent }
        } else {
            found = self.current(among: consents)
        }
        guard let consent = found else {
            if isAudited, !isPreview {
                // The request must not make an unknown customer known.
                let about = consents.isEmpty ? [] : [customer]
                try await self.enterNothing(.consentWithdraw, on: "consent", about: about, in: app, by: origin)
            }
            return ActionResult(nil, nothing: .consentMissing)
        }
        let withdrawal = Consent.Withdrawal(withdrawnAt: instant ?? now, source: source, recordedBy: origin.name)
        var changed = consent
        guard changed.withdraw(withdrawal) else {
            if isAudited, !isPreview {
                let id = consent.id.rawValue
                try await self.enterNothing(.consentWithdraw, on: id, about: [customer], in: app, by: origin)
            }
            return ActionResult(consent, nothing: .consentWithdrawn)
        }
        guard !isPreview else { return ActionResult(changed) }
        let record = self.record(
            of: .consentWithdraw,
            on: consent.id.rawValue,
            about: [customer],
            in: app.name,
            by: origin
        )
        let kept = try await self.withRepository { repository throws(RepositoryError) in
            try await self.audit.enter(isAudited ? record : nil) { (kept: Consent?) in
                guard let kept else { return .refused(code: CustomerError.unknownConsent.code) }
                return kept.withdrawal == withdrawal ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await repository.write { unit in
                    try unit.withdraw(consent.id, withdrawal, of: customer, app: app.name)
                }
            }
        }
        guard let kept else { throw .unknownConsent }
        // Another withdrawal may have been recorded meanwhile and take precedence over this one.
        return ActionResult(kept, nothing: kept.withdrawal == withdrawal ? nil : .consentWithdrawn)
    }

    /// Returns the consents that a customer gave, newest first.
    package func consents(
        of customer: CustomerID,
        in app: ServedApp
    ) async throws(CustomerError) -> [Consent] {
        try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.consents(of: customer, app: app.name, limit: Self.longestList)
            }
        }
    }

    /// Returns the consent in force among these.
    package func current(among consents: [Consent]) -> Consent? {
        Consent.current(among: consents, at: self.ambient.now())
    }
}

/// The result of recording a consent.
private enum ConsentRecording: Sendable {
    /// The customer gave this consent before, under the same id.
    case known(Consent)
    /// The customer gave another consent under the same id.
    case different
    /// The consent is new.
    case new(Consent)
    /// Another customer's consent has the id.
    case taken
}

extension ReadView {
    /// Returns the storefront of the customer's newest purchase that names one; a purchaser's storefront is not that of
    /// the members who have seats.
    fileprivate func lastStorefront(of customer: CustomerID, app: AppName) throws -> String? {
        let ledger = try self.ledger(of: customer, app: app, environment: .production)
        let purchases = ledger.chains.flatMap { owned in
            owned.chain.purchases.filter { purchase in
                purchase.isPaid && purchase.snapshot.storefront != nil && !owned.isSeat(ledger.customer, purchase)
            }
        }
        return purchases.max { $0.begunAt < $1.begunAt }?.snapshot.storefront
    }
}
