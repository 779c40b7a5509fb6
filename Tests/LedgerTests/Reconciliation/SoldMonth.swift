import Ledger
import PurserTesting

/// A generated month in the ledger and in the reports, which agree until a fault is inserted.
struct SoldMonth {
    /// A product in a storefront: faults in different cells are independent of each other.
    struct Cell: Hashable {
        let product: ProductID
        let storefront: String
    }

    /// A transaction of the ledger.
    struct Sold {
        var id: TransactionID
        var group: SaleGroup
        var units: Int64
        var part = SalesTally.Part.money
    }

    /// A row of a report.
    struct Row {
        var group: SaleGroup
        var units: Int64
        var rate: SaleSum.Rate
    }

    static let productCount = 26
    static let storefronts = [
        "AE", "AU", "BR", "CA", "CH", "CL", "CN", "CO", "DE", "DK", "EG", "ES", "FR", "GB", "HK", "ID", "IE", "IN",
        "IT",
        "JP", "KR", "MX", "NL", "NO", "NZ", "PL", "SE", "SG", "US", "XK",
    ]
    /// The days around the change of the clocks on 2026-03-08: March, with more than a week on both sides.
    static let first = PacificDay(number: 20_504)
    static let dayCount: Int64 = 47

    var sold: [Sold] = []
    var rows: [Row] = []
    private var generator: SeededGenerator

    static var days: Set<PacificDay> { Set((0..<Self.dayCount).map { Self.first + $0 }) }

    static var products: Set<ProductID> { Set((0..<Self.productCount).map { ProductID("product.\($0)") }) }

    static var cells: [Cell] {
        (0..<Self.productCount).flatMap { product in
            Self.storefronts.map { Cell(product: ProductID("product.\(product)"), storefront: $0) }
        }
    }

    init(seed: UInt64, cells: some Sequence<Cell> = Self.cells) {
        self.generator = SeededGenerator(seed: seed)
        var lastID: Int64 = 2_000_000_000_000
        for cell in cells {
            // Every cell has a price of its own, so that a fault in one cannot be confused with a fault in another.
            let number = Int64(cell.product.rawValue.dropFirst(8)) ?? 0
            let storefront = Int64(Self.storefronts.firstIndex(of: cell.storefront) ?? 0)
            let price = (1 + number * Int64(Self.storefronts.count) + storefront) * 1000 - 100
            let isSubscription = cell.product.rawValue.utf8.last.map { $0 % 2 == 0 } ?? false
            var groups: [SaleGroup: Int64] = [:]
            for offset in 0..<Self.dayCount {
                for _ in 0..<1 + self.generator.number(below: 3) {
                    let day = Self.first + offset
                    let length = (day.end - day.begin).milliseconds
                    let at = day.begin + Span(milliseconds: Int64(self.generator.next() % UInt64(length)))
                    var group = SaleGroup(
                        day: PacificDay(of: at),
                        product: cell.product,
                        storefront: cell.storefront,
                        currency: cell.storefront == "US" ? "USD" : "EUR",
                        unitPriceMilliunits: price,
                        period: isSubscription ? (self.generator.happens(percent: 20) ? .new : .renewal) : .none
                    )
                    lastID += 1 + Int64(self.generator.number(below: 9))
                    let quantity = isSubscription || self.generator.happens(percent: 90) ? 1 : 3 as Int64
                    self.add(Sold(id: TransactionID("\(lastID)"), group: group, units: quantity * 1000), &groups)
                    guard self.generator.happens(percent: 12) else { continue }
                    group.direction = .refund
                    group.day = min(
                        group.day + Int64(self.generator.number(below: 20)),
                        Self.first + (Self.dayCount - 1)
                    )
                    let share =
                        self.generator.happens(percent: 80) ? 1000 : Int64(1 + self.generator.number(below: 99)) * 10
                    self.add(Sold(id: TransactionID("\(lastID)"), group: group, units: -quantity * share), &groups)
                }
            }
            for (group, units) in groups.sorted(by: { $0.key < $1.key }) { self.report(group, units) }
        }
    }

    /// The developer's proceeds for one unit.
    static func rate(_ group: SaleGroup) -> SaleSum.Rate {
        SaleSum.Rate(currency: "EUR", unitMilliunits: (group.unitPriceMilliunits ?? 0) * 7 / 10)
    }

    private mutating func add(_ sold: Sold, _ groups: inout [SaleGroup: Int64]) {
        self.sold.append(sold)
        groups[sold.group, default: 0] += sold.units
    }

    /// Divides the units of a group over one to three rows, as reports do for each kind of device.
    private mutating func report(_ group: SaleGroup, _ units: Int64) {
        var rest = units
        for _ in 0..<2 where self.generator.happens(percent: 30) && abs(rest) > 1000 {
            let part: Int64 = rest < 0 ? -1000 : 1000
            self.rows.append(Row(group: group, units: part, rate: self.someRate(group)))
            rest -= part
        }
        self.rows.append(Row(group: group, units: rest, rate: self.someRate(group)))
    }

    private mutating func someRate(_ group: SaleGroup) -> SaleSum.Rate {
        let usual = Self.rate(group)
        guard group.period == .renewal, self.generator.happens(percent: 2) else { return usual }
        return SaleSum.Rate(
            currency: usual.currency,
            unitMilliunits: (group.unitPriceMilliunits ?? 0) * 17 / 20,
            reason: "Rate After One Year"
        )
    }

    var ours: SalesTally { Self.ours(self.sold) }

    var theirs: SalesTally { Self.theirs(self.rows) }

    static func ours(_ sold: some Sequence<Sold>) -> SalesTally {
        var tally = SalesTally()
        for one in sold {
            let price = (one.group.unitPriceMilliunits ?? 0) * one.units / 1000
            tally.add(one.id, to: one.group, unitsThousandths: one.units, priceMilliunits: price, as: one.part)
        }
        return tally
    }

    static func theirs(_ rows: some Sequence<Row>) -> SalesTally {
        var tally = SalesTally()
        for row in rows {
            let price = (row.group.unitPriceMilliunits ?? 0) * row.units / 1000
            tally.add(rowTo: row.group, unitsThousandths: row.units, priceMilliunits: price, rate: row.rate)
        }
        return tally
    }

    var reconciliation: Reconciliation {
        Reconciliation(ours: self.ours, theirs: self.theirs, reported: Self.days, products: Self.products)
    }
}
