/// Reads figures, which the unit of work that changes a chain writes, so that they are always consistent with the
/// chains.
package protocol FigureReads {
    /// Returns the figures of an app and environment in some spans of time.
    func figures(_ query: FigureQuery) throws -> FigureAnswer

    /// Returns how many subscriptions began in some months, and reached each paid period, and their money, by product and
    /// month; `nil` where there are more cells than the query allows.
    func cohorts(_ query: CohortQuery) throws -> CohortAnswer?
}

/// Rebuilds figures.
package protocol FigureWrites {
    /// Continues to rebuild the figures of an app and environment from the ledger, by a limited number of chains or by a
    /// day, and returns the progress.
    func continueRebuild(_ rebuild: FigureRebuild, at now: Instant, timeZone: String) throws -> FigureRebuild
}

/// What figures to read.
package struct FigureQuery: Hashable, Sendable {
    /// What rows are added up separately.
    package enum Split: String, Hashable, Sendable, CaseIterable {
        /// Each product for itself.
        case product
        /// Each storefront for itself.
        case storefront
        /// Each currency for itself.
        case currency
    }

    /// The app.
    package let app: AppName
    /// The environment; only Production has money.
    package let environment: StoreEnvironment
    /// The instants at which the spans begin, ascending, and last the end of the last one; at least two.
    package var instants: [FigureBucket]
    /// The only product that counts; `nil` for all.
    package var product: ProductID?
    /// The only storefront that counts; `nil` for all.
    package var storefront: String?
    /// The only currency that counts; `nil` for all.
    package var currency: String?
    /// What is added up separately.
    package var splits: Set<Split> = []
    /// Whether to read the stocks at the end of each span too.
    package var hasStocks = true
    /// The maximum number of rows, one for each span and cell with values: of the answer, and of what is read for it.
    package var maximumRows = Int.max

    /// Creates a query for everything, added up.
    package init(app: AppName, environment: StoreEnvironment, instants: [FigureBucket]) {
        self.app = app
        self.environment = environment
        self.instants = instants
    }

    /// The spans.
    package var spans: [Range<FigureBucket>] { zip(self.instants, self.instants.dropFirst()).map { $0..<$1 } }

    /// Returns whether the answer would be too large with these stocks before the first span, because each span repeats
    /// them.
    package func isTooLarge(with base: [FigureCell: FigureValues]) -> Bool {
        base.values.count(where: \.hasStocks) > self.maximumRows / max(1, self.instants.count - 1)
    }
}

/// What is added up together; a part is `nil` where it is not split, or unknown.
package struct FigureCell: Hashable, Sendable {
    /// The product.
    package let product: ProductID?
    /// The storefront.
    package let storefront: String?
    /// The currency.
    package let currency: String?

    /// Creates a cell of these values.
    package init(product: ProductID?, storefront: String?, currency: String?) {
        self.product = product
        self.storefront = storefront
        self.currency = currency
    }

    /// Creates the cell to which a group belongs where these are apart.
    package init(_ group: FigureGroup, by splits: Set<FigureQuery.Split> = Set(FigureQuery.Split.allCases)) {
        self.product = splits.contains(.product) ? group.product : nil
        self.storefront = splits.contains(.storefront) ? group.storefront : nil
        self.currency = splits.contains(.currency) ? group.currency : nil
    }
}

/// The figures of some spans of time.
package struct FigureAnswer: Hashable, Sendable {
    /// The values of each span, by cell: flows within it, and stocks at its end; no values are all zero.
    package private(set) var spans: [[FigureCell: FigureValues]] = []
    /// Whether it would have more rows than the query allows, and therefore has no spans.
    package private(set) var isTooLarge = false

    /// Creates the answer to a query from what is added to each span, and from what was before the first.
    package init(
        flows: [[FigureCell: FigureValues]],
        base: [FigureCell: FigureValues],
        hasStocks: Bool,
        maximumRows: Int = .max
    ) {
        let changes = flows.reduce(0) { sum, flow in
            sum + flow.values.count { hasStocks ? !$0.isZero : $0.hasFlows }
        }
        guard changes <= maximumRows else {
            self = .tooLarge
            return
        }
        // Most cells of consumables never have a stock, and would be in each span for nothing.
        var stocks = hasStocks ? base.filter { $0.value.hasStocks } : [:]
        var rowCount = 0
        for flow in flows {
            var span: [FigureCell: FigureValues] = [:]
            for cell in Set(flow.keys).union(stocks.keys) {
                var values = flow[cell] ?? FigureValues()
                if hasStocks {
                    var stock = stocks[cell] ?? FigureValues()
                    for figure in Figure.stocks {
                        stock.add(values[figure], to: figure)
                        values[figure] = stock[figure]
                    }
                    stocks[cell] = stock.hasStocks ? stock : nil
                } else {
                    for figure in Figure.stocks { values[figure] = 0 }
                }
                if !values.isZero { span[cell] = values }
            }
            rowCount += span.count
            guard rowCount <= maximumRows else {
                self = .tooLarge
                return
            }
            self.spans.append(span)
        }
    }

    /// The answer to a query whose answer would have too many rows.
    package static let tooLarge = Self(isTooLarge: true)

    private init(isTooLarge: Bool) { self.isTooLarge = isTooLarge }
}

extension Figure {
    /// The figures that are sums up to an instant.
    package static let stocks = Self.allCases.filter(\.isStock)
    /// The figures that are sums within a span of time.
    package static let flows = Self.allCases.filter { !$0.isStock }
}

extension FigureValues {
    /// Whether a flow is not zero.
    package var hasFlows: Bool { Figure.flows.contains { self[$0] != 0 } }
}
