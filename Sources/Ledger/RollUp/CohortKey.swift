/// A cell of the cohorts: the subscriptions that began with a product in a month, or reached a paid period.
package struct CohortKey: Hashable, Comparable, Sendable {
    /// The product with which the subscription began for the first time.
    package let product: ProductID
    /// The month in which it began, in UTC, counted from January 1970.
    package let month: Int64
    /// The number of the paid period, from 1; 0 for the beginning and for all money.
    package let period: Int64
    /// The currency of the money and, for the beginning, of the first price that is known; `nil` for paid periods.
    package let currency: String?

    /// Creates the cell of these values.
    package init(product: ProductID, month: Int64, period: Int64, currency: String? = nil) {
        self.product = product
        self.month = month
        self.period = period
        self.currency = currency
    }

    /// Returns the cell of the same cohort for a paid period.
    func reaching(_ period: Int64) -> Self { Self(product: self.product, month: self.month, period: period) }

    /// Returns the cell of the same cohort for money of a currency.
    func money(in currency: String) -> Self {
        Self(product: self.product, month: self.month, period: 0, currency: currency)
    }

    /// Orders cells by product, then month, then period, then currency.
    package static func < (left: Self, right: Self) -> Bool {
        if left.product != right.product { return left.product < right.product }
        return (left.month, left.period, left.currency ?? "") < (right.month, right.period, right.currency ?? "")
    }
}

/// What a cell of the cohorts counts.
package struct CohortSum: Hashable, Sendable {
    /// The number of subscriptions.
    package private(set) var subscriptions: Int64
    /// What customers paid for them so far less what the App Store paid back, in milliunits of the cell's currency.
    package private(set) var amountMilliunits: Int64

    /// Creates a sum of these values.
    package init(subscriptions: Int64 = 0, amountMilliunits: Int64 = 0) {
        self.subscriptions = subscriptions
        self.amountMilliunits = amountMilliunits
    }

    /// Whether both are zero.
    package var isZero: Bool { self.subscriptions == 0 && self.amountMilliunits == 0 }

    /// Adds another sum, or a multiple of it; an impossibly large sum stays at the limit.
    package mutating func add(_ other: Self, times factor: Int64 = 1) {
        func sum(_ value: Int64, _ other: Int64) -> Int64 {
            Int64(clamping: Int128(value) + Int128(other) * Int128(factor))
        }
        self.subscriptions = sum(self.subscriptions, other.subscriptions)
        self.amountMilliunits = sum(self.amountMilliunits, other.amountMilliunits)
    }
}

/// What cohorts to read.
package struct CohortQuery: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The months in which the subscriptions began, counted from January 1970.
    package let months: Range<Int64>
    /// The only product with which they began; `nil` for all.
    package var product: ProductID?
    /// Whether to read the paid periods too, besides the beginnings and the money.
    package var hasPeriods = true
    /// The maximum number of cells.
    package var maximumCells = Int.max

    /// Creates a query for all cells of the cohorts of some months.
    package init(app: AppName, environment: StoreEnvironment, months: Range<Int64>) {
        self.app = app
        self.environment = environment
        self.months = months
    }

    /// Returns whether a cell is one of those to read.
    package func contains(_ cell: CohortKey) -> Bool {
        self.months.contains(cell.month) && (self.product ?? cell.product) == cell.product
            && (self.hasPeriods || cell.period == 0)
    }
}

/// The cohorts of some months.
package struct CohortAnswer: Hashable, Sendable {
    /// The cells that are not zero.
    package let cells: [CohortKey: CohortSum]
    /// The products with which subscriptions began in these months, in order, whatever product the query names.
    package let products: [ProductID]
    /// The last month before them in which a subscription began, with any product; `nil` where there is none.
    package let earlierMonth: Int64?

    /// Creates an answer of these values.
    package init(cells: [CohortKey: CohortSum], products: [ProductID], earlierMonth: Int64?) {
        self.cells = cells
        self.products = products
        self.earlierMonth = earlierMonth
    }
}
