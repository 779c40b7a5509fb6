import Ledger

/// Gathers what the books know of a request: whether it was handed over, how much of it was consumed, who asks.
struct RefundGathering {
    /// The most cases of one customer that are counted.
    private static let maximumCases = 1000

    let repository: any Repository
    let app: ServedApp
    /// Asks the shop; `nil` where nobody is asked.
    var asking: ConsumptionAsking?

    /// Why something may be told about a purchase now: the customer's own word, or the regime of its storefront; `nil` where
    /// nothing may, also because consent was rescinded for the Apple Account.
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
        let regime = self.app.catalogue.consent[snapshot.storefront]
        return ConsentBasis(consents, rescindedAt: rescindedAt, regime: regime, at: now)
    }

    /// The purchase that a case is about, or `nil` where the books do not know it.
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

    /// Everything about a request, or `nil` where the books do not know the purchase.
    ///
    /// The shop is asked where it `mayAsk`, and something may be told.
    func findings(
        on record: RefundRecord,
        _ round: RefundRound,
        at now: Instant,
        mayAsk: Bool = false
    ) async throws(RepositoryError) -> RefundFindings? {
        guard let (purchase, snapshot) = try await self.purchase(of: record) else { return nil }
        let delivery = try await self.delivery(of: purchase, record)
        var lines: [PurchaseLine] = []
        if let customer = record.customer {
            let ledger = try await self.repository.ledger(
                of: customer,
                app: record.app,
                environment: record.environment
            )
            lines = ledger.purchases(at: round.signedAt, catalogue: self.app.catalogue)
        }
        let line = lines.first { $0.transactionIDs.contains(record.transactionID) }
        let basis = try await self.consentBasis(record, snapshot, at: now)
        let hasConsent = basis != nil
        let isTold = hasConsent && snapshot.ownership == .purchased
        let said = try await self.said(of: purchase, snapshot, record, round, at: now, mayAsk: mayAsk && isTold)
        var share = try await self.share(of: purchase, snapshot, line, record, round)
        var origins: [String: EvidenceOrigin] = [:]
        if share != nil { origins[RefundEvidence.share.rawValue] = snapshot.kind == .consumable ? .wallet : .time }
        // Of a subscription Apple computes it itself, and takes nobody's word for it.
        if let known = said?.share, snapshot.kind != .autoRenewable {
            share = known
            origins[RefundEvidence.share.rawValue] = said?.origin
        }
        let delivered = RefundDelivery(
            delivery?.state,
            because: delivery?.reason,
            wasConfirmed: delivery?.confirmedAt != nil
        )
        let isDelivered = delivered == .delivered
        if !isDelivered { origins[RefundEvidence.share.rawValue] = .delivery }
        let hasTrial = self.app.catalogue.products[snapshot.productID]?.hasIntroductoryOffer ?? false
        origins[RefundFindings.sample] = said?.isSampleOffered == nil ? .catalogue : said?.origin
        var found = RefundFindings(
            circumstances: RefundCircumstances(
                kind: snapshot.kind,
                ownership: snapshot.ownership,
                delivery: delivered,
                share: share,
                shareToldBefore: record.shareTold,
                isSampleOffered: said?.isSampleOffered ?? hasTrial,
                hasConsent: hasConsent
            ),
            snapshot: snapshot
        )
        found.evidence = self.stated(by: snapshot, record, round)
        found.origins = origins
        found.evidence[.consentBasis] = basis.map { .word($0.rawValue) }
        found.evidence[.deliveryState] = delivery.map { .word($0.state.rawValue) }
        found.evidence[.share] = isDelivered ? share.map { .share($0) } : .share(0)
        try await self.lookAtCases(record, round, snapshot, into: &found)
        self.lookAtPurchases(lines, record, snapshot, into: &found)
        try await self.lookAtCustomer(record, round, into: &found)
        if record.customer != nil, record.environment == .production {
            found.dollars = LifetimeDollars(lines, found.facts, at: self.app.catalogue.dollarRates)
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
        _ round: RefundRound,
        at now: Instant,
        mayAsk: Bool
    ) async throws(RepositoryError) -> ConsumptionWord? {
        if mayAsk, let word = try await self.asking?.ask(record, round, snapshot.kind, at: now) {
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
        _ round: RefundRound
    ) -> [RefundEvidence: RuleValue] {
        var found: [RefundEvidence: RuleValue] = [
            .product: .word(snapshot.productID.rawValue),
            .productKind: .word(CatalogueReading.word(for: snapshot.kind)),
            .sandbox: .flag(record.environment != .production),
            .casesDecided: .count(Int64(round.decidedBefore)),
            .age: .span(max(.zero, round.signedAt - snapshot.purchaseAt)),
        ]
        found[.price] = snapshot.price.map { .money($0) }
        found[.reason] = round.reason.map { .word($0) }
        if let storefront = snapshot.storefront {
            found[.storefront] = .word(storefront)
            found[.storefrontRegion] = .word(RefundTerms.region(of: storefront))
        }
        return found
    }

    /// What is handed over for a purchase, a twin only where there is nothing else.
    private func delivery(of purchase: Purchase, _ record: RefundRecord) async throws(RepositoryError) -> Delivery? {
        var twin: Delivery?
        for id in purchase.transactionIDs {
            let name = DeliveryID(id, in: record.environment)
            guard let found = try await self.repository.delivery(name, of: record.app) else { continue }
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
        _ round: RefundRound
    ) async throws(RepositoryError) -> Int64? {
        switch snapshot.kind {
        case .autoRenewable:
            return snapshot.expiresAt.map {
                ElapsedShare.milliunits(at: round.signedAt, from: snapshot.purchaseAt, to: $0)
            }
        case .nonRenewing:
            guard let line, let end = line.endsAt else { return nil }
            return ElapsedShare.milliunits(at: round.signedAt, from: line.beginsAt, to: end)
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
    private func lookAtCases(
        _ record: RefundRecord,
        _ round: RefundRound,
        _ snapshot: TransactionSnapshot,
        into found: inout RefundFindings
    ) async throws(RepositoryError) {
        if let customer = record.customer {
            let others = try await self.repository.refunds(
                of: record.app,
                matching: RefundFilter(customer: customer),
                after: 0,
                limit: Self.maximumCases
            ).map(\.record).filter {
                $0.id != record.id && $0.environment == record.environment
                    && $0.refundCase.openedAt < round.signedAt
            }
            let refunded = others.filter { if case .refunded = $0.refundCase.state { true } else { false } }
            found.evidence[.casesEarlier] = .count(Int64(others.count))
            found.evidence[.refundsEarlier] = .count(Int64(refunded.count))
        }
        guard let storefront = snapshot.storefront else { return }
        let terms = self.app.catalogue.refundTerms[storefront]
        let age = round.signedAt - snapshot.purchaseAt
        let left = try await RefundOpportunities.left(
            to: snapshot.appTransactionID,
            for: record,
            by: terms,
            at: round.signedAt,
            in: self.repository
        )
        guard let left else { return }
        found.evidence[.termsUnconditional] = .flag(terms.isUnconditional(age: age, left))
        found.evidence[.termsInside] = .flag(terms.isInside(age: age, left))
    }

    /// What he paid in his life, and what he got back.
    private func lookAtPurchases(
        _ lines: [PurchaseLine],
        _ record: RefundRecord,
        _ snapshot: TransactionSnapshot,
        into found: inout RefundFindings
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
    private func lookAtCustomer(
        _ record: RefundRecord,
        _ round: RefundRound,
        into found: inout RefundFindings
    ) async throws(RepositoryError) {
        guard let customer = record.customer else { return }
        let facts = try await self.repository.facts(of: customer, app: record.app)
        found.facts = facts
        if let registeredAt = facts.registeredAt, registeredAt <= round.signedAt {
            found.evidence[.customerAge] = .span(round.signedAt - registeredAt)
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
            at: round.signedAt
        )
        found.evidence[.riskPoints] = .count(risk.points)
        guard !wallets.isEmpty else { return }
        let debt = wallets.reduce(Int128(0)) { $0 + Int128($1.debt) }
        found.evidence[.walletDebt] = .count(Int64(clamping: debt))
    }
}

/// What the books know of a request.
struct RefundFindings {
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
