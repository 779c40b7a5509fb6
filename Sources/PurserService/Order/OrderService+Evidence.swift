internal import Foundation
internal import Ledger

extension ReadView {
    /// Returns the evidence that the guards use, as known before the order is created.
    ///
    /// Only the requested evidence is looked up.
    func orderEvidence(
        for draft: OrderDraft,
        _ product: Product,
        in app: ServedApp,
        named names: Set<String>,
        at now: Instant
    ) throws -> [String: RuleValue] {
        let wanted = Set(names.compactMap(OrderEvidence.init(rawValue:)))
        var found = OrderService.stated(by: draft, product)
        if wanted.contains(.customerBlocked) {
            let block = try self.block(of: draft.customer, in: app, environment: draft.environment, at: now)
            found[.customerBlocked] = .flag(block != nil)
        }
        if wanted.contains(.customerAge) {
            let facts = try self.facts(of: draft.customer, app: app.name)
            if let registeredAt = facts.registeredAt, registeredAt <= now {
                found[.customerAge] = .span(now - registeredAt)
            }
        }
        if wanted.contains(.riskPoints) {
            let facts = try self.riskFacts(about: draft.customer, in: app, environment: draft.environment, at: now)
            found[.riskPoints] = .count(facts.risk(at: now).points)
        }
        if wanted.contains(.walletDebt) {
            found[.walletDebt] = try self.debt(of: draft, in: app).map { .count($0) }
        }
        try self.countOrders(of: draft.customer, in: app, wanted, at: now, into: &found)
        var ofPurchases: Set<OrderEvidence> = [
            .purchasesLastHour, .purchasesLastDay, .spentThisMonth, .storefrontChanged,
        ]
        // Without the shop's price or the catalog's, the customer's last price is used.
        if found[.price] == nil { ofPurchases.insert(.price) }
        // Without the shop's storefront, the last one that Apple signed is used.
        if found[.storefront] == nil { ofPurchases.insert(.storefront) }
        if !wanted.isDisjoint(with: ofPurchases) {
            try self.lookAtPurchases(for: draft, product, in: app, at: now, into: &found)
        }
        if wanted.contains(.entitlementsHeld) || wanted.contains(.entitlementsElsewhere) {
            try self.addEntitlementEvidence(for: draft, product, in: app, at: now, into: &found)
        }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.key.rawValue, $0.value) })
    }

    /// Returns the customer's debt in coins of all kinds, in the environment of the payment; unknown without a wallet.
    private func debt(of draft: OrderDraft, in app: ServedApp) throws -> Int64? {
        let wallets = try self.wallets(of: draft.customer, app: app.name, environment: draft.environment)
        guard !wallets.isEmpty else { return nil }
        return wallets.reduce(0) { sum, wallet in
            let (more, overflows) = sum.addingReportingOverflow(wallet.debt)
            return overflows ? .max : more
        }
    }

    private func countOrders(
        of customer: CustomerID,
        in app: ServedApp,
        _ wanted: Set<OrderEvidence>,
        at now: Instant,
        into found: inout [OrderEvidence: RuleValue]
    ) throws {
        for (evidence, span) in [(OrderEvidence.ordersLastHour, Span.hours(1)), (.ordersLastDay, .days(1))]
        where wanted.contains(evidence) {
            found[evidence] = .count(Int64(try self.orderCount(of: customer, app: app.name, since: now - span)))
        }
        if wanted.contains(.ordersOpen) {
            found[.ordersOpen] = .count(Int64(try self.openOrders(of: customer, app: app.name, at: now).count))
        }
    }

    private func lookAtPurchases(
        for draft: OrderDraft,
        _ product: Product,
        in app: ServedApp,
        at now: Instant,
        into found: inout [OrderEvidence: RuleValue]
    ) throws {
        let ledger = try self.ledger(of: draft.customer, app: app.name, environment: draft.environment)
        let lines = ledger.purchases(at: now, catalog: app.catalog).filter { $0.ownership == .purchased }
        let since = { (instant: Instant) in Int64(lines.count { $0.purchasedAt >= instant }) }
        found[.purchasesLastHour] = .count(since(now - .hours(1)))
        found[.purchasesLastDay] = .count(since(now - .days(1)))
        if found[.price] == nil, let last = OrderService.lastPrice(of: product, in: draft.storefront, lines, ledger) {
            found[.price] = .money(OrderService.total(of: last, times: draft.quantity))
        }
        if case .money(let price)? = found[.price] {
            let month = OrderService.beginningOfMonth(now, timeZone: app.catalog.timeZone)
            var sum = price.amountMilliunits
            for line in lines where line.purchasedAt >= month && line.state != .refunded {
                guard let paid = line.price, paid.currency == price.currency else { continue }
                let (more, overflows) = sum.addingReportingOverflow(paid.amountMilliunits)
                sum = overflows ? .max : more
            }
            let open = try self.openOrders(of: draft.customer, app: app.name, at: now)
            let (more, overflows) = sum.addingReportingOverflow(open.amountsMilliunits[price.currency] ?? 0)
            sum = overflows ? .max : more
            found[.spentThisMonth] = .money(Money(amountMilliunits: sum, currency: price.currency))
        }
        let known = lines.lazy.reversed().compactMap { OrderService.storefront(of: $0, ledger) }.first
        if let stated = draft.storefront {
            found[.storefrontChanged] = .flag(known != nil && !known.hasSameBytes(as: stated))
        } else {
            found[.storefront] = known.map { .text($0) }
            if known == nil { found[.storefrontChanged] = .flag(false) }
        }
    }

    private func addEntitlementEvidence(
        for draft: OrderDraft,
        _ product: Product,
        in app: ServedApp,
        at now: Instant,
        into found: inout [OrderEvidence: RuleValue]
    ) throws {
        let answer = try self.entitlements(of: draft.customer, in: app, environment: draft.environment, at: now)
        let held = answer.entitlements.filter { $0.isActive && product.unlocks.contains($0.name) }
        found[.entitlementsHeld] = .flag(!held.isEmpty)
        found[.entitlementsElsewhere] = .flag(held.contains { $0.transactionIDs.isEmpty })
    }
}

extension OrderService {
    /// Returns the evidence in the order itself; a draft contains nothing that only an app states.
    fileprivate static func stated(by draft: OrderDraft, _ product: Product) -> [OrderEvidence: RuleValue] {
        var found: [OrderEvidence: RuleValue] = [
            .product: .text(product.id.rawValue), .productKind: .text(CatalogReader.word(for: product.kind)),
            .quantity: .count(draft.quantity), .sandbox: .flag(draft.environment != .production),
        ]
        found[.customerAgeBand] = draft.ageBand.map { .text($0) }
        found[.storefront] = draft.storefront.map { .text($0) }
        found[.price] = Self.amount(of: draft, product).map { .money($0) }
        return found
    }

    /// Returns the customer's last price of one unit of a product, in a storefront if given, rounded up.
    fileprivate static func lastPrice(
        of product: Product,
        in storefront: String?,
        _ lines: [PurchaseLine],
        _ ledger: CustomerLedger
    ) -> Money? {
        for line in lines.reversed() where line.productID == product.id && line.quantity > 0 {
            guard let paid = line.price, paid.amountMilliunits >= 0,
                storefront == nil || Self.storefront(of: line, ledger).hasSameBytes(as: storefront)
            else { continue }
            let (whole, rest) = paid.amountMilliunits.quotientAndRemainder(dividingBy: Int64(line.quantity))
            return Money(amountMilliunits: whole + (rest == 0 ? 0 : 1), currency: paid.currency)
        }
        return nil
    }

    fileprivate static func storefront(of line: PurchaseLine, _ ledger: CustomerLedger) -> String? {
        let ids = Set(line.transactionIDs)
        return ledger.chains.lazy.flatMap(\.chain.purchases).filter { !ids.isDisjoint(with: $0.transactionIDs) }
            .compactMap(\.snapshot.storefront).first
    }

    /// Returns the price of the whole order, by its own unit price or else by the catalog's.
    static func amount(of draft: OrderDraft, _ product: Product) -> Money? {
        (draft.price ?? product.shopPrice?.price).map { Self.total(of: $0, times: draft.quantity) }
    }

    fileprivate static func total(of price: Money, times quantity: Int64) -> Money {
        let (total, overflows) = price.amountMilliunits.multipliedReportingOverflow(by: quantity)
        return Money(amountMilliunits: overflows ? .max : total, currency: price.currency)
    }

    /// Returns the beginning of the month of an instant, in the shop's time zone.
    fileprivate static func beginningOfMonth(_ instant: Instant, timeZone: String) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        guard let month = calendar.dateInterval(of: .month, for: date) else { return instant }
        return Instant(milliseconds: Int64(month.start.timeIntervalSince1970) * 1000)
    }
}
