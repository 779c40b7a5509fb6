internal import Ledger

extension OrderService {
    /// Checks whether an order is possible at all, before any guard is evaluated.
    func check(_ draft: OrderDraft, in app: ServedApp) throws(OrderError) -> Product {
        guard let product = app.catalog.products[draft.productID] else { throw .unknownProduct }
        guard !product.isRetired else { throw .retiredProduct }
        let quantities: ClosedRange<Int> =
            switch product.kind {
            case .consumable, .nonRenewing: Order.quantities
            case .autoRenewable, .nonConsumable: 1...1
            }
        guard let quantity = Int(exactly: draft.quantity), quantities.contains(quantity) else {
            throw .quantity(quantities)
        }
        if let storefront = draft.storefront {
            try Self.check(storefront, field: "storefront", maximumBytes: 3)
            guard product.area.contains(storefront) else { throw .notSoldHere(storefront: storefront) }
        }
        if let price = draft.price {
            guard price.amountMilliunits >= 0, price.currency.isThreeLetterCode,
                !price.amountMilliunits.multipliedReportingOverflow(by: draft.quantity).overflow
            else { throw .price }
        }
        if let id = draft.id {
            guard CatalogReader.isName(id, limit: OrderDraft.maximumIDBytes) else { throw .name }
        }
        if let reference = draft.reference {
            try Self.check(reference, field: "reference", maximumBytes: OrderDraft.maximumReferenceBytes)
        }
        if let ageBand = draft.ageBand {
            try Self.check(ageBand, field: "ageBand", maximumBytes: OrderDraft.maximumAgeBandBytes)
        }
        guard OrderDraft.lifetimes.contains(draft.lifetime) else { throw .lifetime }
        let isTaken =
            switch draft.environment {
            case .production: app.takesProduction
            case .sandbox: app.takesSandbox
            case .xcode: false
            }
        guard isTaken else { throw .environment }
        return product
    }

    /// Evaluates the guards on this evidence, and returns their remarks if they accept the order.
    func pass(_ guards: RuleSet, on evidence: [String: RuleValue]) throws(OrderError) -> Order.Remark? {
        let decision = guards.decision(
            on: evidence,
            withholdable: OrderEvidence.withholdable,
            strictestFirst: RuleVocabulary.orderAnswersByStrictness
        )
        let rule = decision.matched?.name ?? "otherwise"
        switch decision.answer.word {
        case "refuse":
            throw .refused(
                rule: rule,
                reason: decision.answer.reason,
                explanation: RuleVocabulary.orders.explanation(of: decision)
            )
        case "flag": return Order.Remark(rule: rule, reason: decision.answer.reason)
        default: return nil
        }
    }
}

extension AccountToken {
    /// Returns a token of 16 random bytes, marked as a random UUID (RFC 9562, section 5.4).
    static func minted(from bytes: [UInt8]) -> Self {
        let halves = [bytes.prefix(8), bytes.dropFirst(8).prefix(8)].map { half in
            half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        return Self(
            high: halves[0] & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: halves[1] & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        )
    }
}
