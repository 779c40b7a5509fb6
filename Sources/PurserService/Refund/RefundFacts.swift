import Ledger

/// The facts about a request that the ledger's data show.
struct RefundFacts {
    /// The name of the origin of whether the customer could try the product before.
    private static let sample = "sample"

    /// The evidence, by the names in policies.
    private(set) var evidence: [RefundEvidence: RuleValue]
    /// The origins of evidence that can come from several sources, by the names in policies.
    private(set) var origins: [String: EvidenceOrigin] = [:]
    /// The circumstances that decide which answers Apple accepts.
    let circumstances: RefundCircumstances
    /// The purchase as Apple signed it.
    let snapshot: TransactionSnapshot
    /// The shop's facts about the customer.
    let facts: CustomerFacts
    /// The customer's lifetime purchases and refunds, in dollars.
    private(set) var dollars = LifetimeDollars.unknown

    /// The evidence, by name.
    var named: [String: RuleValue] {
        Dictionary(uniqueKeysWithValues: self.evidence.map { ($0.key.rawValue, $0.value) })
    }

    /// Creates the facts about a request that the ledger's data show.
    init(
        _ sources: RefundSources,
        about record: RefundRecord,
        _ request: RefundRequest,
        catalog: Catalog
    ) {
        let snapshot = sources.snapshot
        let fulfillment = sources.fulfillment
        let said = sources.consumption
        let lines = sources.owner?.ledger.purchases(at: request.signedAt, catalog: catalog) ?? []
        let line = lines.first { $0.transactionIDs.contains(record.transactionID) }
        var share = Self.share(in: sources, line, at: request.signedAt)
        if share != nil {
            self.origins[RefundEvidence.share.rawValue] = snapshot.kind == .consumable ? .wallet : .time
        }
        // Apple computes the share of a subscription itself, and accepts no other.
        if let known = said?.share, snapshot.kind != .autoRenewable {
            share = known
            self.origins[RefundEvidence.share.rawValue] = said?.origin
        }
        let delivered = RefundDeliveryStatus(
            fulfillment?.state,
            because: fulfillment?.reason,
            wasConfirmed: fulfillment?.confirmedAt != nil
        )
        let isDelivered = delivered == .delivered
        if !isDelivered { self.origins[RefundEvidence.share.rawValue] = .fulfillment }
        let hasTrial = catalog.products[snapshot.productID]?.hasIntroductoryOffer ?? false
        self.origins[Self.sample] = said?.isSampleOffered == nil ? .catalog : said?.origin
        self.circumstances = RefundCircumstances(
            kind: snapshot.kind,
            ownership: snapshot.ownership,
            deliveryStatus: delivered,
            share: share,
            shareSentBefore: record.shareSent,
            isSampleOffered: said?.isSampleOffered ?? hasTrial,
            hasConsent: sources.consentBasis != nil
        )
        self.snapshot = snapshot
        self.facts = sources.owner?.facts ?? CustomerFacts([])
        self.evidence = Self.stated(by: snapshot, record, request)
        self.evidence[.consentBasis] = sources.consentBasis.map { .text($0.rawValue) }
        self.evidence[.fulfillmentState] = fulfillment.map { .text($0.state.rawValue) }
        self.evidence[.share] = isDelivered ? share.map { .share($0) } : .share(0)
        self.addTerms(sources.opportunities, of: snapshot, request, catalog)
        if let owner = sources.owner {
            self.add(owner, request)
            self.addPurchases(lines, currency: snapshot.price?.currency)
            if record.environment == .production {
                self.dollars = LifetimeDollars(lines, self.facts, at: catalog.dollarRates)
            }
        }
        if let minutes = said?.playTimeMinutes {
            self.evidence[.playTime] = Self.playTime(minutes)
            self.origins[RefundEvidence.playTime.rawValue] = said?.origin
        }
    }

    /// Returns the facts in the purchase and the request themselves.
    private static func stated(
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

    /// Returns the consumed share in thousandths of a percent at an instant; `nil` where it is unknown.
    private static func share(in sources: RefundSources, _ line: PurchaseLine?, at now: Instant) -> Int64? {
        let snapshot = sources.snapshot
        switch snapshot.kind {
        case .autoRenewable:
            return snapshot.expiresAt.map { ElapsedShare.milliunits(at: now, from: snapshot.purchaseAt, to: $0) }
        case .nonRenewing:
            guard let line, let end = line.endsAt else { return nil }
            return ElapsedShare.milliunits(at: now, from: line.beginsAt, to: end)
        case .nonConsumable: return nil
        case .consumable:
            // Of several kinds of coins, the most consumed one counts.
            return sources.lots.map(\.consumedShare).filter { $0.amount > 0 }.map { share in
                let whole = Int128(RuleValue.wholeShare)
                return Int64(clamping: Int128(share.spent) * whole / Int128(share.amount))
            }.max()
        }
    }

    private static func playTime(_ minutes: Int64) -> RuleValue {
        let (milliseconds, overflows) = minutes.multipliedReportingOverflow(by: 60_000)
        return .span(Span(milliseconds: overflows ? .max : milliseconds))
    }

    /// Adds what the terms of the storefront say about the request.
    private mutating func addTerms(
        _ left: RefundOpportunities?,
        of snapshot: TransactionSnapshot,
        _ request: RefundRequest,
        _ catalog: Catalog
    ) {
        guard let storefront = snapshot.storefront, let left else { return }
        let terms = catalog.refundTerms[storefront]
        let age = request.signedAt - snapshot.purchaseAt
        self.evidence[.termsUnconditional] = .flag(terms.isUnconditional(age: age, left))
        self.evidence[.termsInside] = .flag(terms.isInside(age: age, left))
    }

    /// Adds the facts about the customer, and their other refunds.
    private mutating func add(_ owner: RefundSources.Owner, _ request: RefundRequest) {
        let refunded = owner.otherCases.filter { if case .refunded = $0.refundCase.state { true } else { false } }
        self.evidence[.casesEarlier] = .count(Int64(owner.otherCases.count))
        self.evidence[.refundsEarlier] = .count(Int64(refunded.count))
        if let registeredAt = owner.facts.registeredAt, registeredAt <= request.signedAt {
            self.evidence[.customerAge] = .span(request.signedAt - registeredAt)
        }
        if let minutes = owner.facts.playTimeMinutes {
            self.evidence[.playTime] = Self.playTime(minutes)
            self.origins[RefundEvidence.playTime.rawValue] = .facts
        }
        self.evidence[.customerBlocked] = .flag(owner.isBlocked)
        self.evidence[.riskPoints] = .count(owner.riskFacts.risk(at: request.signedAt).points)
        guard !owner.wallets.isEmpty else { return }
        let debt = owner.wallets.reduce(Int128(0)) { $0 + Int128($1.debt) }
        self.evidence[.walletDebt] = .count(Int64(clamping: debt))
    }

    /// Adds the customer's lifetime purchases and refunds in the currency of the purchase.
    private mutating func addPurchases(_ lines: [PurchaseLine], currency: String?) {
        guard let currency else { return }
        var paid: Int128 = 0
        var refunded: Int128 = 0
        for line in lines where line.ownership == .purchased {
            guard let price = line.price, price.currency == currency else { continue }
            paid += Int128(price.amountMilliunits)
            guard let share = line.refundedShare else { continue }
            refunded += Int128(price.refunded(share: share, quantity: Int64(line.quantity)).amountMilliunits)
        }
        self.evidence[.lifetimePaid] = .money(Money(amountMilliunits: Int64(clamping: paid), currency: currency))
        self.evidence[.lifetimeRefunded] = .money(
            Money(amountMilliunits: Int64(clamping: refunded), currency: currency)
        )
    }
}
