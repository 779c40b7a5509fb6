import Hummingbird
import Ledger
import PurserService

/// The pages with the prices of all products, the price points near a price, and the sales at another price.
struct DashboardPricesController: Sendable {
    /// The span of sales that are compared unless the query names another one, in days.
    private static let usualDays: Int64 = 30
    /// The longest span of sales in days.
    private static let longestDays: Int64 = 366
    /// The maximum number of sales that a page compares while a person waits for it.
    private static let salesLimit = 2000
    /// The maximum number of sales that are compared at once for a file.
    private static let fileSalesLimit = 100_000

    private static let listQuery = DashboardQuery(fields: [
        DashboardQuery.Field("storefront", label: "priceStorefront", hint: "USA"),
        DashboardQuery.Field("product", label: "priceProduct"),
        DashboardQuery.Field("at", label: "priceAt", type: "date"),
    ])
    private static let nearestQuery = DashboardQuery(fields: [
        DashboardQuery.Field("price", label: "priceAmount", hint: "CNY 6.66"),
        DashboardQuery.Field("storefront", label: "priceStorefront", hint: "CHN"),
    ])

    /// The use cases of prices.
    let prices: PriceService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "prices", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "prices/nearest", for: .scope(.read)) { visit, app in try await self.nearest(visit, app) }
        routes.get(app: "prices/mismatches", for: .scope(.read)) { visit, app in
            try await self.mismatches(visit, app)
        }
    }

    // MARK: All products

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        var actions = [
            visit.link("priceNearest", to: app.path("prices", "nearest")),
            visit.link("priceMismatches", to: app.path("prices", "mismatches")),
        ]
        if visit.mayUse(.admin) {
            actions.append(visit.link("priceFetch", to: app.path("prices", "fetch")))
        }
        let values: [String: Any] = ["actions": actions, "says": visit.text("priceAbout")]
        return try await Self.listQuery.page(visit, title: "prices", values) {
            let storefront = try visit.storefront("storefront")
            let product = visit.query["product"].trimmed
            // The prices at the end of the day, so that a change on that day counts.
            let at = try visit.day("at").map {
                Instant(milliseconds: ($0.number + 1) * Span.days(1).milliseconds - 1)
            }
            let prices = self.prices
            let listed = try await Problem.explaining(by: Problem.price) { () async throws(PriceError) in
                let instant = at ?? prices.now()
                guard product.isEmpty else {
                    return try await prices.prices(
                        of: ProductID(product),
                        storefront: storefront,
                        at: instant,
                        in: app.app.name
                    )
                }
                return try await prices.prices(
                    in: storefront ?? Storefront.defaultBase,
                    at: instant,
                    in: app.app.name
                )
            }
            var all = values.merging(Self.listQuery.values(for: visit)) { $1 }
            all["heading"] = visit.text("priceIn", product.isEmpty ? storefront ?? Storefront.defaultBase : product)
            return try await visit.page("plain", title: "prices", table: Self.table(of: listed, visit, app), all)
        }
    }

    private static func table(
        of listed: [PriceService.Listed],
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        DashboardTable(
            name: "prices",
            columns: [
                DashboardTable.Column("priceProduct"), DashboardTable.Column("priceStorefront"),
                DashboardTable.Column("priceAmount", isMoney: true), DashboardTable.Column("priceFrom"),
                DashboardTable.Column("priceOrigin"), DashboardTable.Column("priceSource"),
                DashboardTable.Column("priceCatalog", isMoney: true),
            ],
            empty: "priceEmpty",
            of: listed
        ) { one in
            DashboardTable.Row(cells: [
                DashboardTable.Cell(one.product.rawValue, link: app.path("prices", one.product.rawValue)),
                DashboardTable.Cell(one.storefront),
                .money(one.entry.price),
                visit.since(one.entry.from), DashboardTable.Cell(visit.origin(of: one.entry)),
                DashboardTable.Cell(visit.source(of: one.entry), note: one.entry.by),
                one.contradicted.map { Self.contradiction($0, visit) } ?? DashboardTable.Cell(""),
            ])
        }
    }

    /// Returns a cell with the price of the catalog where Apple charges another.
    private static func contradiction(_ price: Money, _ visit: DashboardVisit) -> DashboardTable.Cell {
        var cell = DashboardTable.Cell.money(price)
        cell.text = visit.text("priceContradicted", cell.text)
        cell.chip = "warn"
        return cell
    }

    // MARK: The price points near a price

    private func nearest(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let about: [String: Any] = ["says": visit.text("priceNearestAbout")]
        return try await Self.nearestQuery.page(visit, title: "priceNearest", about) {
            let values = about.merging(Self.nearestQuery.values(for: visit)) { $1 }
            let typed = visit.query["price"].trimmed
            guard !typed.isEmpty else { return visit.page("plain", title: "priceNearest", values) }
            guard let sum = Money(spelling: typed.uppercased()) else {
                throw RequestFields.invalid("price", visit.text("priceSpelling"))
            }
            let storefront = try visit.storefront("storefront")
            let (prices, name) = (self.prices, app.app.name)
            let (found, coins) = try await Problem.explaining(by: Problem.price) {
                () async throws(PriceError) -> (PriceService.Nearest, [String: Coin]) in
                (try await prices.nearest(to: sum, storefront: storefront, in: name), try prices.coins(of: name))
            }
            return try await visit.page(
                "plain",
                title: "priceNearest",
                table: Self.table(of: found, coins, visit),
                values
            )
        }
    }

    private static func table(
        of found: PriceService.Nearest,
        _ coins: [String: Coin],
        _ visit: DashboardVisit
    ) -> DashboardTable {
        let isOfOne = found.storefronts.count == 1
        return DashboardTable(
            name: "priceNearest",
            columns: [
                DashboardTable.Column("pricePlace"), DashboardTable.Column("priceAmount", isMoney: true),
                DashboardTable.Column("priceDifference", isMoney: true), DashboardTable.Column("priceCoins"),
                DashboardTable.Column("priceProceeds", isMoney: true),
            ],
            empty: "priceEmpty",
            of: found.points
        ) { near in
            let worth = coins.sorted { $0.key < $1.key }.compactMap { name, coin -> String? in
                coin.apple?.coins(for: near.difference).map { "\(DashboardNumbers.count($0)) \(name)" }
            }
            let proceeds = isOfOne ? near.point.proceeds : nil
            let place =
                switch near.place {
                case .below: visit.text("priceBelow")
                case .equal: visit.text("priceEqual")
                case .above: visit.text("priceAbove")
                }
            return DashboardTable.Row(cells: [
                DashboardTable.Cell(
                    place,
                    value: near.place.rawValue,
                    note: near.isNearest ? visit.text("priceIsNearest") : nil
                ),
                .money(near.point.price),
                .money(near.difference),
                DashboardTable.Cell(worth.joined(separator: ", ")),
                .money(proceeds),
            ])
        }
    }

    // MARK: Sales at another price

    private func mismatches(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let today = PacificDay(of: self.prices.now())
        let query = DashboardQuery(fields: [
            DashboardQuery.Field("from", label: "moneyFrom", type: "date", initial: (today + -Self.usualDays).text),
            DashboardQuery.Field("to", label: "moneyTo", type: "date", initial: today.text),
        ])
        let about: [String: Any] = ["says": visit.text("priceMismatchesAbout")]
        return try await query.page(visit, title: "priceMismatches", about) {
            let to = try visit.day("to") ?? today
            let from = try visit.day("from") ?? to + -Self.usualDays
            guard from <= to, to - from < Self.longestDays else {
                throw RequestFields.invalid("to", visit.text("moneySpan"))
            }
            let span = from.begin..<to.end
            let cursor = visit.query["cursor"]
            let found = try await self.mismatches(within: span, app, after: cursor, limit: Self.salesLimit)
            var values = about.merging(query.values(for: visit)) { $1 }
            values["says"] = [visit.text("priceMismatchesAbout"), Self.sentence(about: found.mismatches, visit)]
            if let next = found.next {
                // The text around the instant, which a browser shows in its own zone.
                let mark: Character = "\u{0}"
                let says = visit.text("priceMismatchesPart", DashboardNumbers.count(Self.salesLimit), "\(mark)")
                let parts = says.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                values["saysTime"] = [
                    "before": parts.first ?? "", "after": parts.dropFirst().first ?? "",
                    "time": DashboardVisit.time(next.at),
                ]
            }
            let mismatches = found.mismatches
            let isUnknown = mismatches.saleCount > 0 && mismatches.unknownCount == mismatches.saleCount
            let empty = isUnknown ? "priceMismatchesUnknown" : nil
            var table = DashboardTable(
                name: "priceMismatches",
                columns: Self.mismatchColumns,
                empty: empty ?? (found.next == nil ? "priceMismatchesNone" : "priceMismatchesNoneYet")
            ) { start, _ in
                // A file is read in larger parts than a page, and from the first sale on.
                let part =
                    visit.query["export"].isEmpty && start == cursor
                    ? found : try await self.mismatches(within: span, app, after: start, limit: Self.fileSalesLimit)
                let rows = part.mismatches.found.sorted { $0.key < $1.key }
                return DashboardTable.Page(
                    rows: rows.map { Self.row($0.key, $0.value, app) },
                    next: part.next?.text
                )
            }
            table.emptyLater = empty ?? "priceMismatchesNoneYet"
            return try await visit.page("plain", title: "priceMismatches", table: table, values)
        }
    }

    /// Returns how many sales were compared, and what is missing where something is.
    private static func sentence(about mismatches: PriceMismatches, _ visit: DashboardVisit) -> String {
        let counts = [
            ("priceMismatchesCount", mismatches.saleCount), ("priceMismatchesUnpriced", mismatches.unknownCount),
            ("priceMismatchesUnlisted", mismatches.unlistedCount),
        ]
        return counts.enumerated().filter { $0.offset == 0 || $0.element.1 > 0 }
            .map { visit.text($0.element.0, DashboardNumbers.count($0.element.1)) }
            .joined(separator: visit.language == .english ? " " : "")
    }

    /// Returns the mismatches of sales after a position, which is empty for the first ones.
    private func mismatches(
        within span: Range<Instant>,
        _ app: DashboardApp,
        after cursor: String,
        limit: Int
    ) async throws -> PriceService.MismatchPage {
        let start = SaleCursor(cursor)
        guard cursor.isEmpty || start != nil else { throw RequestQuery.foreignCursor }
        let prices = self.prices
        return try await Problem.explaining(by: Problem.price) { () async throws(PriceError) in
            try await prices.mismatches(within: span, in: app.app.name, after: start, limit: limit)
        }
    }

    private static let mismatchColumns = [
        DashboardTable.Column("priceProduct"), DashboardTable.Column("priceStorefront"),
        DashboardTable.Column("pricePaid", isMoney: true), DashboardTable.Column("priceExpected", isMoney: true),
        DashboardTable.Column("priceSales", isNumber: true), DashboardTable.Column("priceFirst"),
        DashboardTable.Column("priceLast"), DashboardTable.Column("transaction"),
    ]

    private static func row(
        _ key: PriceMismatches.Key,
        _ found: PriceMismatches.Mismatch,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let examples = found.examples.map(\.rawValue)
        let first = examples.first ?? ""
        return DashboardTable.Row(cells: [
            DashboardTable.Cell(key.product.rawValue, link: app.path("prices", key.product.rawValue)),
            DashboardTable.Cell(key.storefront),
            .money(key.price),
            .money(found.expected),
            .count(found.count),
            DashboardTable.Cell(found.first), DashboardTable.Cell(found.last),
            DashboardTable.Cell(
                first,
                value: examples.joined(separator: " "),
                link: first.isEmpty ? nil : app.path("transactions", first),
                note: examples.dropFirst().joined(separator: ", "),
                isID: true
            ),
        ])
    }
}
