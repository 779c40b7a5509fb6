/// The sales and refunds of an app within a span of time, read page by page.
package struct SalePages: Sendable {
    private let repository: any SaleRepository
    private let app: AppName
    private let environment: StoreEnvironment
    private let span: Range<Instant>
    private let limit: Int
    private var cursor: SaleCursor?
    private var isOver = false

    /// The sales that a repository has.
    ///
    /// - Parameters:
    ///   - repository: Where they are kept.
    ///   - app: The app.
    ///   - environment: Only production has money.
    ///   - span: The span of time, whose upper bound is not part of it.
    ///   - limit: How many are read at once.
    package init(
        in repository: any SaleRepository,
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
        let page = try await self.repository.sales(
            of: self.app,
            environment: self.environment,
            within: self.span,
            after: self.cursor,
            limit: self.limit
        )
        self.cursor = page.next
        self.isOver = page.next == nil
        return page.sales
    }
}
