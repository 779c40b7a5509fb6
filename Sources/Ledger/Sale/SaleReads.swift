/// Reads the sales of every chain in the order of time.
///
/// The unit of work that changes a chain writes its sales, so they are always consistent with the chains.
package protocol SaleReads {
    /// Returns a page of the sales and refunds of an app within a span of time whose upper bound is excluded.
    ///
    /// They are in the order of time; those of one instant are in the order of the database, which the cursor follows.
    /// The page begins after `cursor`, which the previous page returned. Only Production has money.
    func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) throws -> SalePage
}

/// The position of a sale in the order of time, then of transaction ids, then of kinds.
package struct SaleCursor: Hashable, Comparable, Sendable {
    /// The instant of the sale.
    package let at: Instant
    /// Apple's id of the purchase.
    package let transactionID: TransactionID
    /// The kind of the sale at that instant: 0 a sale, 1 a refund, 2 a credit.
    package let kind: Int64

    /// Creates the position of these values.
    package init(at: Instant, transactionID: TransactionID, kind: Int64) {
        self.at = at
        self.transactionID = transactionID
        self.kind = kind
    }

    /// Orders positions by instant, then transaction id, then kind.
    package static func < (left: Self, right: Self) -> Bool {
        if left.at != right.at { return left.at < right.at }
        if left.transactionID != right.transactionID { return left.transactionID < right.transactionID }
        return left.kind < right.kind
    }
}

/// A page of sales.
package struct SalePage: Sendable {
    /// The sales.
    package let sales: [Sale]
    /// The cursor of the next page; `nil` on the last page.
    package let next: SaleCursor?

    /// Creates a page of these sales.
    package init(sales: [Sale], next: SaleCursor?) {
        self.sales = sales
        self.next = next
    }
}

/// The sales and refunds of an app within a span of time, read page by page.
package struct SalePages: Sendable {
    private let repository: any Repository
    private let app: AppName
    private let environment: StoreEnvironment
    private let span: Range<Instant>
    private let limit: Int
    private var cursor: SaleCursor?
    private var isOver = false

    /// Creates the pages of the sales in a repository.
    ///
    /// - Parameters:
    ///   - repository: The repository.
    ///   - app: The app.
    ///   - environment: The environment; only Production has money.
    ///   - span: The span of time, whose upper bound is excluded.
    ///   - limit: The maximum number of sales of one page.
    package init(
        in repository: any Repository,
        of app: AppName,
        environment: StoreEnvironment = .production,
        within span: Range<Instant>,
        limit: Int
    ) {
        self.repository = repository
        self.app = app
        self.environment = environment
        self.span = span
        self.limit = limit
    }

    /// Returns the next sales, or `nil` after the last.
    package mutating func next() async throws(RepositoryError) -> [Sale]? {
        guard !self.isOver else { return nil }
        let page = try await self.repository.read { [self] view in
            try view.sales(
                of: self.app,
                environment: self.environment,
                within: self.span,
                after: self.cursor,
                limit: self.limit
            )
        }
        self.cursor = page.next
        self.isOver = page.next == nil
        return page.sales
    }
}
