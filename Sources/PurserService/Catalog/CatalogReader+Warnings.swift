internal import Ledger

extension CatalogReader {
    /// Notes a valid value that looks like a mistake.
    mutating func warn(_ field: DocumentField, _ problem: String, _ remedy: String) {
        guard case .document(let line, _) = field.keyOrigin else { return }
        self.warnings.append(
            ValidationIssue(
                file: self.validation.file,
                line: line,
                keyPath: field.keyPath,
                problem: problem,
                remedy: remedy
            )
        )
    }

    /// Adds the warnings about a catalog without mistakes.
    mutating func addWarnings(_ products: [(product: Product, terms: CatalogFile.Terms)], coins: [String: Coin]) {
        self.warnOfIdleNames(products)
        self.warnOfEqualLevels(products)
        self.warnOfMissingTerms(products)
        for (product, terms) in products {
            guard let field = self.productFields[product.id] else { continue }
            if product.kind != .consumable, product.unlocks.isEmpty, product.grants.isEmpty,
                product.renewalGrants.isEmpty
            {
                self.warn(field, "grants and unlocks nothing", "Add for example: unlocks: pro")
            }
            self.warnOfCheapCoins(product, price: product.shopPrice?.price ?? terms.price, coins: coins, field)
        }
    }

    private mutating func warnOfIdleNames(_ products: [(product: Product, terms: CatalogFile.Terms)]) {
        let unlocked = Set(products.flatMap(\.product.unlocks))
        for name in self.entitlementNames where !unlocked.contains(EntitlementName(name)) {
            guard let field = self.entitlementFields[name] else { continue }
            self.warn(field, "no product unlocks this entitlement", "Add to a product: unlocks: \(name)")
        }
        for name in self.coinNames where !self.grantedCoins.contains(name) {
            guard let field = self.coinFields[name] else { continue }
            self.warn(field, "no product grants these coins", "Add to a product: grants: { \(name): 100 }")
        }
    }

    /// Adds warnings about plans of one level that have the same period; plans of one level may differ only in their
    /// period.
    private mutating func warnOfEqualLevels(_ products: [(product: Product, terms: CatalogFile.Terms)]) {
        struct Place: Hashable {
            let group: GroupName
            let level: Int
            let period: CalendarPeriod?
        }
        var first: [Place: ProductID] = [:]
        for (product, terms) in products where product.kind == .autoRenewable {
            guard let group = product.group, let field = self.productFields[product.id] else { continue }
            let place = Place(group: group, level: product.level ?? 1, period: terms.period)
            if let other = first[place] {
                self.warn(
                    field,
                    "has the group, the level and the period of \(other)",
                    "Give the better of the two the smaller level, as in App Store Connect: level: \(place.level + 1)"
                )
            } else {
                first[place] = product.id
            }
        }
    }

    private mutating func warnOfMissingTerms(_ products: [(product: Product, terms: CatalogFile.Terms)]) {
        // A catalog without any price is not meant for the simulator.
        guard products.contains(where: { $0.terms.price != nil }) else { return }
        for (product, terms) in products {
            guard let field = self.productFields[product.id] else { continue }
            if terms.price == nil {
                self.warn(field, "has no price, which the simulator needs", "Add for example: price: USD 9.99")
            }
            if product.kind == .autoRenewable, terms.period == nil {
                self.warn(field, "has no period, which the simulator needs", "Add for example: period: P1M")
            }
        }
    }

    private mutating func warnOfCheapCoins(
        _ product: Product,
        price: Money?,
        coins: [String: Coin],
        _ field: DocumentField
    ) {
        guard let price else { return }
        for (name, count) in product.grants.sorted(by: { $0.key < $1.key }) {
            guard coins[name]?.minimum?.isAbove(price, for: count) == true else { continue }
            self.warn(
                field,
                "sells \(name) below coins.\(name).minimumPerCoin",
                "Lower minimumPerCoin, or grant fewer coins."
            )
        }
    }
}
