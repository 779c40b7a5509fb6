import Ledger

/// What the ledger knows about a refund request: everything from which its answer is decided.
///
/// All of it is read on one view, so a purchase that arrives meanwhile is in every part or in none.
struct RefundSources: Sendable {
    /// The owner of the purchase.
    struct Owner: Sendable {
        /// The owner's purchases in the environment of the refund.
        let ledger: CustomerLedger
        /// The owner's other refunds in the environment that were opened before the request.
        let otherCases: [RefundRecord]
        /// The shop's facts about the owner.
        let facts: CustomerFacts
        /// Whether an operator blocked the owner.
        let isBlocked: Bool
        /// The balances of the owner's wallets in the environment.
        let wallets: [WalletBalance]
        /// The facts from which the owner's risk signals are derived.
        let riskFacts: RiskFacts
        /// The answer that an operator set for all refunds of the owner.
        let override: RefundOverride?
    }

    /// The maximum number of a customer's refunds that are counted.
    static let maximumCases = 1000

    /// The transaction of the refund, as Apple signed it last.
    let snapshot: TransactionSnapshot
    /// The fulfillment of the purchase.
    let fulfillment: Fulfillment?
    /// The lots that the purchase added to wallets; empty for a product that is no consumable.
    let lots: [PurchaseLots]
    /// The shop's statement of how the purchase was used.
    let consumption: ConsumptionEvidence?
    /// The basis on which an answer may be sent.
    let consentBasis: ConsentBasis?
    /// The remaining refunds of the Apple Account by the terms of the storefront.
    let opportunities: RefundOpportunities?
    /// The owner of the purchase; `nil` without one.
    let owner: Owner?
    /// The policies that count.
    let policies: RefundRules.Counting
}

extension ReadView {
    /// Returns what the ledger knows about a refund request; `nil` where it does not know the purchase.
    func refundSources(
        of record: RefundRecord,
        _ request: RefundRequest,
        in app: ServedApp,
        _ rules: RefundRules,
        at now: Instant
    ) throws -> RefundSources? {
        guard let (purchase, snapshot) = try self.purchase(of: record) else { return nil }
        let lots =
            snapshot.kind == .consumable
            ? try self.lots(of: purchase.key, app: record.app, environment: record.environment) : [:]
        let opportunities = try snapshot.storefront.flatMap { storefront in
            try self.opportunities(
                of: snapshot.appTransactionID,
                for: record,
                by: app.catalog.refundTerms[storefront],
                at: request.signedAt
            )
        }
        return RefundSources(
            snapshot: snapshot,
            fulfillment: try self.fulfillment(of: purchase, record),
            lots: Array(lots.values),
            consumption: try self.consumption(
                of: purchase.transactionIDs,
                app: record.app,
                environment: record.environment
            ),
            consentBasis: try self.consentBasis(of: record, snapshot, in: app, at: now),
            opportunities: opportunities,
            owner: try record.customer.map { try self.owner($0, of: record, request, in: app, at: now) },
            policies: try rules.counting(in: self)
        )
    }

    /// Returns the purchase of a refund, and its transaction as Apple signed it last; `nil` where the ledger does not
    /// know it.
    func purchase(of record: RefundRecord) throws -> (purchase: Purchase, snapshot: TransactionSnapshot)? {
        let owned = try self.chain(of: record.transactionID, app: record.app, environment: record.environment)
        guard let owned, let own = owned.chain.transactions.first(where: { $0.transactionID == record.transactionID }),
            let purchase = owned.chain.purchases.first(where: { $0.transactionIDs.contains(record.transactionID) })
        else { return nil }
        return (purchase, own.current)
    }

    /// Returns the basis on which an answer about a refund may be sent: the customer's consent, or the consent regime
    /// of the storefront; `nil` without one, or where consent was rescinded for the Apple Account.
    func consentBasis(
        of record: RefundRecord,
        _ snapshot: TransactionSnapshot,
        in app: ServedApp,
        at now: Instant
    ) throws -> ConsentBasis? {
        // An erased customer has no consent.
        guard let customer = record.customer, !customer.isErased else { return nil }
        let rescindedAt = try snapshot.appTransactionID.flatMap { account in
            try self.rescission(of: account, app: record.app, environment: record.environment)?.rescindedAt
        }
        return ConsentBasis(
            try self.refundConsents(of: customer, app: record.app),
            rescindedAt: rescindedAt,
            regime: app.catalog.consent[snapshot.storefront],
            at: now
        )
    }

    /// Returns the consents of a customer that decide whether an answer about a refund may be sent, newest first.
    func refundConsents(of customer: CustomerID, app: AppName) throws -> [Consent] {
        try self.consents(of: customer, app: app, limit: 100)
    }

    /// Returns the remaining refunds of a purchase's Apple Account by the terms of its storefront at an instant, not
    /// counting the refund of the purchase itself; `nil` where the terms limit the number and Apple did not name the
    /// account.
    func opportunities(
        of account: AppTransactionID?,
        for record: RefundRecord,
        by terms: RefundTerms,
        at now: Instant
    ) throws -> RefundOpportunities? {
        guard terms.isBounded else { return RefundOpportunities(by: terms, after: [], at: now) }
        guard let account = account ?? record.subject.account else { return nil }
        let refunds = try self.refunds(
            of: account,
            app: record.app,
            environment: record.environment,
            // A refund of the same millisecond counts.
            before: now + Span(milliseconds: 1),
            limit: AccountRefund.longestList
        )
        let own = record.subject.purchase ?? .single(record.transactionID)
        let others = refunds.filter { $0.purchase != own && $0.transactionID != record.transactionID }
        return RefundOpportunities(by: terms, after: others.map(\.refundedAt), at: now)
    }

    /// Returns the fulfillment of a purchase; a twin's only where there is no other.
    private func fulfillment(of purchase: Purchase, _ record: RefundRecord) throws -> Fulfillment? {
        var twin: Fulfillment?
        for id in purchase.transactionIDs {
            let name = FulfillmentID(id, in: record.environment)
            guard let found = try self.fulfillment(name, of: record.app) else { continue }
            guard found.reason == .twin else { return found }
            twin = found
        }
        return twin
    }

    private func owner(
        _ customer: CustomerID,
        of record: RefundRecord,
        _ request: RefundRequest,
        in app: ServedApp,
        at now: Instant
    ) throws -> RefundSources.Owner {
        let cases = try self.refunds(
            of: record.app,
            matching: RefundFilter(customer: customer),
            after: 0,
            limit: RefundSources.maximumCases
        )
        let ledger = try self.ledger(of: customer, app: record.app, environment: record.environment)
        return RefundSources.Owner(
            ledger: ledger,
            otherCases: cases.map(\.record).filter {
                $0.id != record.id && $0.environment == record.environment
                    && $0.refundCase.openedAt < request.signedAt
            },
            facts: try self.facts(of: customer, app: record.app),
            isBlocked: try self.block(of: customer, in: app, environment: record.environment, at: now) != nil,
            wallets: try self.wallets(of: customer, app: record.app, environment: record.environment),
            riskFacts: try self.riskFacts(about: ledger, in: app, at: request.signedAt),
            override: try self.refundOverride(of: customer, app: record.app)
        )
    }
}
