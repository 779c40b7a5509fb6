import Ledger
import PurserService

/// The products of a catalog as people read them.
struct DashboardProductText: Sendable {
    /// The kinds of products, in the order in which they are listed.
    static let kinds: [TransactionSnapshot.Kind] = [.autoRenewable, .nonRenewing, .consumable, .nonConsumable]

    /// The visit, whose language counts.
    let visit: DashboardVisit
    /// The instant whose prices are in effect.
    let now: Instant

    /// Returns the name of a kind.
    func kind(_ kind: TransactionSnapshot.Kind) -> String {
        switch kind {
        case .autoRenewable: self.visit.text("catalogAutoRenewable")
        case .nonRenewing: self.visit.text("catalogNonRenewing")
        case .consumable: self.visit.text("catalogConsumable")
        case .nonConsumable: self.visit.text("catalogNonConsumable")
        }
    }

    /// Returns the row of a product.
    func row(_ product: Product, _ app: DashboardApp) -> DashboardTable.Row {
        let prices = product.prices
        let price = prices.flatMap { $0.price(in: $0.base, at: self.now)?.price }
        return DashboardTable.Row(cells: [
            DashboardTable.Cell(
                product.id.rawValue,
                link: app.path("prices", product.id.rawValue),
                note: product.isRetired ? self.visit.text("catalogRetired") : nil
            ),
            DashboardTable.Cell(self.kind(product.kind), value: product.kind.catalogName),
            DashboardTable.Cell(self.gives(product)), DashboardTable.Cell(self.terms(product)),
            .money(price, note: price == nil ? nil : prices?.base),
        ])
    }

    /// Returns what a product unlocks or grants.
    private func gives(_ product: Product) -> String {
        var parts: [String] = []
        if !product.unlocks.isEmpty {
            parts.append(self.visit.text("catalogUnlocks", product.unlocks.map(\.rawValue).joined(separator: ", ")))
        }
        if !product.grants.isEmpty { parts.append(self.visit.text("catalogGrants", Self.amounts(product.grants))) }
        if product.kind == .autoRenewable, product.renewalGrants != product.grants {
            parts.append(self.visit.text("catalogRenewalGrants", Self.amounts(product.renewalGrants)))
        }
        return parts.isEmpty
            ? self.visit.text("catalogGivesNothing") : parts.joined(separator: self.visit.text("catalogAnd"))
    }

    /// Returns the group, the period and the storefronts of a product.
    private func terms(_ product: Product) -> String {
        var parts: [String] = []
        if let group = product.group {
            parts.append(self.visit.text("catalogGroupLevel", group.rawValue, "\(product.level ?? 1)"))
        }
        if let period = product.period { parts.append(self.visit.text("catalogEvery", self.period(period))) }
        if let lasts = product.lasts { parts.append(self.visit.text("catalogLasts", self.period(lasts))) }
        switch product.area {
        case .everywhere: break
        case .only(let codes):
            parts.append(self.visit.text("catalogOnlyIn", codes.sorted().joined(separator: ", ")))
        case .except(let codes):
            parts.append(self.visit.text("catalogNotIn", codes.sorted().joined(separator: ", ")))
        }
        return parts.joined(separator: self.visit.text("catalogAnd"))
    }

    /// Returns a rate of coins: `66 for CNY 1.00`.
    func rate(_ rate: CoinRate?) -> String {
        rate.map { self.visit.text("catalogRate", "\($0.coins)", DashboardNumbers.money($0.unit)) } ?? "–"
    }

    /// Returns a length of time: `1 year`, `2 weeks`.
    private func period(_ period: CalendarPeriod) -> String {
        var parts: [String] = []
        if period.months > 0 {
            parts.append(
                period.months.isMultiple(of: 12)
                    ? self.count(period.months / 12, "catalogYear", "catalogYears")
                    : self.count(period.months, "catalogMonth", "catalogMonths")
            )
        }
        if period.days > 0 {
            parts.append(
                period.days.isMultiple(of: 7)
                    ? self.count(period.days / 7, "catalogWeek", "catalogWeeks")
                    : self.count(period.days, "catalogDay", "catalogDays")
            )
        }
        return parts.joined(separator: " ")
    }

    private func count(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? self.visit.text(one) : self.visit.text(many, "\(count)")
    }

    private static func amounts(_ amounts: [String: Int]) -> String { DashboardNumbers.coins(amounts) ?? "0" }
}
