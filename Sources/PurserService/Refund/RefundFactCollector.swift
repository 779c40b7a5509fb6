import Ledger

/// Collects the ledger's facts about a request: the fulfillment, the consumption, the customer.
struct RefundFactCollector {
    /// The maximum number of a customer's refunds that are counted.
    private static let maximumCases = 1000

    let repository: any Repository
    let app: ServedApp
    /// The requester of the shop's evidence; `nil` where the shop is not asked.
    var requester: ConsumptionRequester?

    /// Returns the basis on which an answer may be sent: the customer's consent, or the consent regime of the
    /// storefront; `nil` without one, or where consent was rescinded for the Apple Account.
    func consentBasis(
        _ record: RefundRecord,
        _ snapshot: TransactionSnapshot,
        at now: Instant
    ) async throws(RepositoryError) -> ConsentBasis? {
        // An erased customer has no consent.
        guard let customer = record.customer, !customer.isErased else { return nil }
        let consents = try await self.repository.read { view in
            try view.consents(of: customer, app: record.app, limit: 100)
        }
        var rescindedAt: Instant?
        if let account = snapshot.appTransactionID {
            rescindedAt = try await self.repository.read { view in
                try view.consentRescindedAt(
                    for: account,
                    app: record.app,
                    environment: record.environment
                )
            }
        }
        let regime = self.app.catalog.consent[snapshot.storefront]
        return ConsentBasis(consents, rescindedAt: rescindedAt, regime: regime, at: now)
    }

    /// Returns the purchase of a refund; `nil` where the ledger does not know it.
    func purchase(
        of record: RefundRecord
    ) async throws(RepositoryError) -> (purchase: Purchase, snapshot: TransactionSnapshot)? {
        let owned = try await self.repository.read { view in
            try view.chain(
                of: record.transactionID,
                app: record.app,
                environment: record.environment
            )
        }
        guard let owned, let own = owned.chain.transactions.first(where: { $0.transactionID == record.transactionID }),
            let purchase = owned.chain.purchases.first(where: { $0.transactionIDs.contains(record.transactionID) })
        else { return nil }
        return (purchase, own.current)
    }

    /// Returns all facts about a request; `nil` where the ledger does not know the purchase.
    ///
    /// The shop is asked where `mayAsk` is true and an answer may be sent.
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
            let ledger = try await self.repository.read { view in
                try view.ledger(
                    of: customer,
                    app: record.app,
                    environment: record.environment
                )
            }
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
        // Apple computes the share of a subscription itself, and accepts no other.
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

    /// Returns the shop's evidence about how a purchase was used, requested now or stated in advance.
    private func said(
        of purchase: Purchase,
        _ snapshot: TransactionSnapshot,
        _ record: RefundRecord,
        _ request: RefundRequest,
        at now: Instant,
        mayAsk: Bool
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        if mayAsk, let word = try await self.requester?.ask(record, request, snapshot.kind, at: now) {
            // The evidence is stored, so that a later look, after a crash or a person's decision, needs no second
            // request.
            _ = try await self.repository.write { unit in
                try unit.state(
                    word,
                    of: record.transactionID,
                    app: record.app,
                    environment: record.environment
                )
            }
        }
        return try await self.repository.read { view in
            try view.consumption(
                of: purchase.transactionIDs,
                app: record.app,
                environment: record.environment
            )
        }
    }

    /// Returns the facts in the purchase and the request themselves.
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

    /// Returns the fulfillment of a purchase; a twin's only where there is no other.
    private func fulfillment(
        of purchase: Purchase,
        _ record: RefundRecord
    ) async throws(RepositoryError) -> Fulfillment? {
        var twin: Fulfillment?
        for id in purchase.transactionIDs {
            let name = FulfillmentID(id, in: record.environment)
            guard let found = try await self.repository.read({ view in try view.fulfillment(name, of: record.app) })
            else { continue }
            guard found.reason == .twin else { return found }
            twin = found
        }
        return twin
    }

    /// Returns the consumed share in thousandths of a percent; `nil` where it is unknown.
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
            let lots = try await self.repository.read { view in
                try view.lots(
                    of: purchase.key,
                    app: record.app,
                    environment: record.environment
                )
            }
            // Of several kinds of coins, the most consumed one counts.
            return lots.values.map(\.consumedShare).filter { $0.amount > 0 }.map { share in
                let whole = Int128(RuleValue.wholeShare)
                return Int64(clamping: Int128(share.spent) * whole / Int128(share.amount))
            }.max()
        }
    }

    /// Collects the customer's other refunds, and the terms of the storefront.
    private func collectCases(
        _ record: RefundRecord,
        _ request: RefundRequest,
        _ snapshot: TransactionSnapshot,
        into found: inout RefundFacts
    ) async throws(RepositoryError) {
        if let customer = record.customer {
            let others = try await self.repository.read { view in
                try view.refunds(
                    of: record.app,
                    matching: RefundFilter(customer: customer),
                    after: 0,
                    limit: Self.maximumCases
                )
            }.map(\.record).filter {
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

    /// Collects the customer's lifetime purchases and refunds.
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

    /// Collects the facts about the customer.
    private func collectCustomer(
        _ record: RefundRecord,
        _ request: RefundRequest,
        into found: inout RefundFacts
    ) async throws(RepositoryError) {
        guard let customer = record.customer else { return }
        let facts = try await self.repository.read { view in try view.facts(of: customer, app: record.app) }
        found.facts = facts
        if let registeredAt = facts.registeredAt, registeredAt <= request.signedAt {
            found.evidence[.customerAge] = .span(request.signedAt - registeredAt)
        }
        if let minutes = facts.playTimeMinutes {
            found.evidence[.playTime] = Self.playTime(minutes)
            found.origins[RefundEvidence.playTime.rawValue] = .facts
        }
        let block = try await self.repository.read { view in try view.block(of: customer, app: record.app) }
        found.evidence[.customerBlocked] = .flag(block != nil)
        let wallets = try await self.repository.read { view in
            try view.wallets(
                of: customer,
                app: record.app,
                environment: record.environment
            )
        }
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

/// The ledger's facts about a request.
struct RefundFacts {
    /// The evidence, by the names in policies.
    var evidence: [RefundEvidence: RuleValue] = [:]
    /// The name of the origin of whether the customer could try the product before.
    static let sample = "sample"

    /// The origins of evidence that can come from several sources, by the names in policies.
    var origins: [String: EvidenceOrigin] = [:]
    /// The circumstances that decide which answers Apple accepts.
    var circumstances: RefundCircumstances
    /// The purchase as Apple signed it.
    let snapshot: TransactionSnapshot
    /// The shop's facts about the customer.
    var facts = CustomerFacts([])

    /// The customer's lifetime purchases and refunds, in dollars.
    var dollars = LifetimeDollars.unknown

    /// The evidence, by name.
    var named: [String: RuleValue] {
        Dictionary(uniqueKeysWithValues: self.evidence.map { ($0.key.rawValue, $0.value) })
    }
}
