import Ledger

/// Gathers what the ledger knows of a request: whether it was handed over, how much of it was consumed, who asks.
struct RefundFactCollector {
    /// The most cases of one customer that are counted.
    private static let maximumCases = 1000

    let repository: any Repository
    let app: ServedApp
    /// Asks the shop; `nil` where nobody is asked.
    var requester: ConsumptionRequester?

    /// Why something may be told about a purchase now: the customer's own word, or the regime of its storefront; `nil`
    /// where nothing may, also because consent was rescinded for the Apple Account.
    func consentBasis(
        _ record: RefundRecord,
        _ snapshot: TransactionSnapshot,
        at now: Instant
    ) async throws(RepositoryError) -> ConsentBasis? {
        // Who was forgotten agrees to nothing any more.
        guard let customer = record.customer, !customer.isErased else { return nil }
        let consents = try await self.repository.consents(of: customer, app: record.app, limit: 100)
        var rescindedAt: Instant?
        if let account = snapshot.appTransactionID {
            rescindedAt = try await self.repository.consentRescindedAt(
                for: account,
                app: record.app,
                environment: record.environment
            )
        }
        let regime = self.app.catalog.consent[snapshot.storefront]
        return ConsentBasis(consents, rescindedAt: rescindedAt, regime: regime, at: now)
    }

    /// The purchase that a case is about, or `nil` where the ledger does not know it.
    func purchase(
        of record: RefundRecord
    ) async throws(RepositoryError) -> (purchase: Purchase, snapshot: TransactionSnapshot)? {
        let owned = try await self.repository.chain(
            of: record.transactionID,
            app: record.app,
            environment: record.environment
        )
        guard let owned, let own = owned.chain.transactions.first(where: { $0.transactionID == record.transactionID }),
            let purchase = owned.chain.purchases.first(where: { $0.transactionIDs.contains(record.transactionID) })
        else { return nil }
        return (purchase, own.current)
    }

    /// Everything about a request, or `nil` where the ledger does not know the purchase.
    ///
    /// The shop is asked where it `mayAsk`, and something may be told.
    func findings(
        on record: RefundRecord,
        _ request: RefundRequest,
        at now: Instant,
        mayAsk: Bool = false
    ) async throws(RepositoryError) -> RefundFacts? {
        guard let (purchase, snapshot) = try await self.purchase(of: record) else { return nil }
        let fulfillment = try await self.fulfillment(of: purchase, record)
        var lines: [PurchaseLine] = []
        if let customer = record.customer {
            let ledger = try await self.repository.ledger(
                of: customer,
                app: record.app,
                environment: record.environment
            )
            lines = ledger.purchases(at: request.signedAt, catalog: self.app.catalog)
        }
        let line = lines.first { $0.transactionIDs.contains(record.transactionID) }
        let basis = try await self.consentBasis(record, snapshot, at: now)
        let hasConsent = basis != nil
        let isSent = hasConsent && snapshot.ownership == .purchased
        let said = try await self.said(of: purchase, snapshot, record, request, at: now, mayAsk: mayAsk && isSent)
        var share = try await self.share(of: purchase, snapshot, line, record, request)
        var origins: [String: EvidenceOrigin] = [:]
        if share != nil { origins[RefundEvidence.share.rawValue] = snapshot.kind == .consumable ? .wallet : .time }
        // Of a subscription Apple computes it itself, and takes nobody's word for it.
        if let known = said?.share, snapshot.kind != .autoRenewable {
            share = known
            origins[RefundEvidence.share.rawValue] = said?.origin
        }
        let delivered = RefundDeliveryStatus(
            fulfillment?.state,
            because: fulfillment?.reason,
            wasConfirmed: fulfillment?.confirmedAt != nil
        )
        let isDelivered = delivered == .delivered
        if !isDelivered { origins[RefundEvidence.share.rawValue] = .fulfillment }
        let hasTrial = self.app.catalog.products[snapshot.productID]?.hasIntroductoryOffer ?? false
        origins[RefundFacts.sample] = said?.isSampleOffered == nil ? .catalog : said?.origin
        var found = RefundFacts(
            circumstances: RefundCircumstances(
                kind: snapshot.kind,
                ownership: snapshot.ownership,
                deliveryStatus: delivered,
                share: share,
                shareSentBefore: record.shareSent,
                isSampleOffered: said?.isSampleOffered ?? hasTrial,
                hasConsent: hasConsent
            ),
            snapshot: snapshot
        )
        found.evidence = self.stated(by: snapshot, record, request)
        found.origins = origins
        found.evidence[.consentBasis] = basis.map { .text($0.rawValue) }
        found.evidence[.fulfillmentState] = fulfillment.map { .text($0.state.rawValue) }
        found.evidence[.share] = isDelivered ? share.map { .share($0) } : .share(0)
        try await self.collectCases(record, request, snapshot, into: &found)
        self.collectPurchases(lines, record, snapshot, into: &found)
        try await self.collectCustomer(record, request, into: &found)
        if record.customer != nil, record.environment == .production {
            found.dollars = LifetimeDollars(lines, found.facts, at: self.app.catalog.dollarRates)
        }
        if let minutes = said?.playTimeMinutes {
            found.evidence[.playTime] = Self.playTime(minutes)
            found.origins[RefundEvidence.playTime.rawValue] = said?.origin
        }
        return found
    }

    /// What counts of what the shop said of how a purchase was used, asked now or beforehand.
    private func said(
        of purchase: Purchase,
        _ snapshot: TransactionSnapshot,
        _ record: RefundRecord,
        _ request: RefundRequest,
        at now: Instant,
        mayAsk: Bool
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        if mayAsk, let word = try await self.requester?.ask(record, request, snapshot.kind, at: now) {
            // Kept, so that who looks again, after a crash or a person's time, need not ask again.
            _ = try await self.repository.state(
                word,
                of: record.transactionID,
                app: record.app,
                environment: record.environment
            )
        }
        return try await self.repository.consumption(
            of: purchase.transactionIDs,
            app: record.app,
            environment: record.environment
        )
    }

    /// What the purchase and the request say themselves.
    private func stated(
        by snapshot: TransactionSnapshot,
        _ record: RefundRecord,
        _ request: RefundRequest
    ) -> [RefundEvidence: RuleValue] {
        var found: [RefundEvidence: RuleValue] = [
            .product: .text(snapshot.productID.rawValue),
            .productKind: .text(CatalogReader.word(for: snapshot.kind)),
            .sandbox: .flag(record.environment != .production),
            .casesDecided: .count(Int64(request.decidedBefore)),
            .age: .span(max(.zero, request.signedAt - snapshot.purchaseAt)),
        ]
        found[.price] = snapshot.price.map { .money($0) }
        found[.reason] = request.reason.map { .text($0) }
        if let storefront = snapshot.storefront {
            found[.storefront] = .text(storefront)
            found[.storefrontRegion] = .text(RefundTerms.region(of: storefront))
        }
        return found
    }

    /// What is handed over for a purchase, a twin only where there is nothing else.
    private func fulfillment(
        of purchase: Purchase,
        _ record: RefundRecord
    ) async throws(RepositoryError) -> Fulfillment? {
        var twin: Fulfillment?
        for id in purchase.transactionIDs {
            let name = FulfillmentID(id, in: record.environment)
            guard let found = try await self.repository.fulfillment(name, of: record.app) else { continue }
            guard found.reason == .twin else { return found }
            twin = found
        }
        return twin
    }

    /// Which share was consumed, in thousandths of a percent; `nil` when nobody knows.
    private func share(
        of purchase: Purchase,
        _ snapshot: TransactionSnapshot,
        _ line: PurchaseLine?,
        _ record: RefundRecord,
        _ request: RefundRequest
    ) async throws(RepositoryError) -> Int64? {
        switch snapshot.kind {
        case .autoRenewable:
            return snapshot.expiresAt.map {
                ElapsedShare.milliunits(at: request.signedAt, from: snapshot.purchaseAt, to: $0)
            }
        case .nonRenewing:
            guard let line, let end = line.endsAt else { return nil }
            return ElapsedShare.milliunits(at: request.signedAt, from: line.beginsAt, to: end)
        case .nonConsumable: return nil
        case .consumable:
            let lots = try await self.repository.lots(
                of: purchase.key,
                app: record.app,
                environment: record.environment
            )
            // Of several kinds of coins the most consumed one speaks.
            return lots.values.map(\.consumedShare).filter { $0.amount > 0 }.map { share in
                let whole = Int128(RuleValue.wholeShare)
                return Int64(clamping: Int128(share.spent) * whole / Int128(share.amount))
            }.max()
        }
    }

    /// What else of the customer's was asked back, and what the terms of the storefront promise.
    private func collectCases(
        _ record: RefundRecord,
        _ request: RefundRequest,
        _ snapshot: TransactionSnapshot,
        into found: inout RefundFacts
    ) async throws(RepositoryError) {
        if let customer = record.customer {
            let others = try await self.repository.refunds(
                of: record.app,
                matching: RefundFilter(customer: customer),
                after: 0,
                limit: Self.maximumCases
            ).map(\.record).filter {
                $0.id != record.id && $0.environment == record.environment
                    && $0.refundCase.openedAt < request.signedAt
            }
            let refunded = others.filter { if case .refunded = $0.refundCase.state { true } else { false } }
            found.evidence[.casesEarlier] = .count(Int64(others.count))
            found.evidence[.refundsEarlier] = .count(Int64(refunded.count))
        }
        guard let storefront = snapshot.storefront else { return }
        let terms = self.app.catalog.refundTerms[storefront]
        let age = request.signedAt - snapshot.purchaseAt
        let left = try await RefundOpportunities.left(
            to: snapshot.appTransactionID,
            for: record,
            by: terms,
            at: request.signedAt,
            in: self.repository
        )
        guard let left else { return }
        found.evidence[.termsUnconditional] = .flag(terms.isUnconditional(age: age, left))
        found.evidence[.termsInside] = .flag(terms.isInside(age: age, left))
    }

    /// What he paid in his life, and what he got back.
    private func collectPurchases(
        _ lines: [PurchaseLine],
        _ record: RefundRecord,
        _ snapshot: TransactionSnapshot,
        into found: inout RefundFacts
    ) {
        guard record.customer != nil, let currency = snapshot.price?.currency else { return }
        var paid: Int128 = 0
        var refunded: Int128 = 0
        for line in lines where line.ownership == .purchased {
            guard let price = line.price, price.currency == currency else { continue }
            paid += Int128(price.amountMilliunits)
            guard let share = line.refundedPercentageMilliunits else { continue }
            refunded += Int128(price.amountMilliunits) * Int128(share) / Int128(RuleValue.wholeShare)
        }
        found.evidence[.lifetimePaid] = .money(Money(amountMilliunits: Int64(clamping: paid), currency: currency))
        found.evidence[.lifetimeRefunded] = .money(
            Money(amountMilliunits: Int64(clamping: refunded), currency: currency)
        )
    }

    private static func playTime(_ minutes: Int64) -> RuleValue {
        let (milliseconds, overflows) = minutes.multipliedReportingOverflow(by: 60_000)
        return .span(Span(milliseconds: overflows ? .max : milliseconds))
    }

    /// What is known of the customer himself.
    private func collectCustomer(
        _ record: RefundRecord,
        _ request: RefundRequest,
        into found: inout RefundFacts
    ) async throws(RepositoryError) {
        guard let customer = record.customer else { return }
        let facts = try await self.repository.facts(of: customer, app: record.app)
        found.facts = facts
        if let registeredAt = facts.registeredAt, registeredAt <= request.signedAt {
            found.evidence[.customerAge] = .span(request.signedAt - registeredAt)
        }
        if let minutes = facts.playTimeMinutes {
            found.evidence[.playTime] = Self.playTime(minutes)
            found.origins[RefundEvidence.playTime.rawValue] = .facts
        }
        let block = try await self.repository.block(of: customer, app: record.app)
        found.evidence[.customerBlocked] = .flag(block != nil)
        let wallets = try await self.repository.wallets(
            of: customer,
            app: record.app,
            environment: record.environment
        )
        let risk = try await RiskReading(repository: self.repository).risk(
            of: customer,
            in: self.app,
            environment: record.environment,
            at: request.signedAt
        )
        found.evidence[.riskPoints] = .count(risk.points)
        guard !wallets.isEmpty else { return }
        let debt = wallets.reduce(Int128(0)) { $0 + Int128($1.debt) }
        found.evidence[.walletDebt] = .count(Int64(clamping: debt))
    }
}

/// What the ledger knows of a request.
struct RefundFacts {
    /// By the names that policies use.
    var evidence: [RefundEvidence: RuleValue] = [:]
    /// The name under which it is kept where it is known from whether the customer could try it before.
    static let sample = "sample"

    /// Where what may come from several places does come from, by the names that policies use.
    var origins: [String: EvidenceOrigin] = [:]
    /// What decides which answers Apple accepts.
    var circumstances: RefundCircumstances
    /// The purchase as Apple signed it.
    let snapshot: TransactionSnapshot
    /// What the shop said of the customer.
    var facts = CustomerFacts([])

    /// What he paid and got back in his life, in dollars.
    var dollars = LifetimeDollars.unknown

    /// The evidence by name.
    var named: [String: RuleValue] {
        Dictionary(uniqueKeysWithValues: self.evidence.map { ($0.key.rawValue, $0.value) })
    }
}
