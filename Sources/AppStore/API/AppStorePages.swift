/// The pages of a history, one request after another, until Apple says that there are no more.
///
/// Each page carries the cursor behind it, which is worth keeping as soon as the page has been taken in.
public struct AppStorePages<Answer: Sendable>: AsyncSequence, Sendable {
    /// A page and the cursor behind it.
    public struct Page: Sendable {
        /// What Apple answered.
        public let answer: Answer
        /// The revision or pagination token behind this page; nil when Apple gave none.
        public let cursor: String?
        /// Whether there is another page.
        public let hasMore: Bool
    }

    let client: AppStoreClient
    let environment: AppStoreEnvironment
    let priority: RequestPriority
    let deadline: Duration
    let start: String?
    let request: @Sendable (_ cursor: String?) -> AppStoreRequest<Answer>
    let end: @Sendable (_ answer: Answer) -> (cursor: String?, hasMore: Bool)

    /// Begins at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self, cursor: self.start) }

    /// Asks for one page after another.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pages: AppStorePages
        fileprivate var cursor: String?
        fileprivate var isAtEnd = false

        /// The next page; nil behind the last.
        public mutating func next() async throws(AppStoreError) -> Page? {
            try await self.next(isolation: #isolation)
        }

        /// The next page; nil behind the last.
        ///
        /// - Throws: What ``AppStoreClient/send(_:to:priority:within:onDoubt:)`` throws; also
        ///   ``AppStoreError/unreadableAnswer`` when the cursor does not move although there is to be more.
        public mutating func next(isolation: isolated (any Actor)?) async throws(AppStoreError) -> Page? {
            guard !self.isAtEnd else { return nil }
            let answer = try await self.pages.client.send(
                self.pages.request(self.cursor),
                to: self.pages.environment,
                priority: self.pages.priority,
                within: self.pages.deadline
            )
            let (cursor, hasMore) = self.pages.end(answer)
            guard !hasMore || cursor != self.cursor else { throw .unreadableAnswer }
            self.cursor = cursor
            self.isAtEnd = !hasMore
            return Page(answer: answer, cursor: cursor, hasMore: hasMore)
        }
    }
}

extension AppStoreClient {
    /// The pages of a customer's transactions from a revision on; see
    /// ``AppStoreRequest/transactionHistory(of:filter:after:)``.
    public func transactionHistory(
        of anyTransactionID: String,
        filter: HistoryFilter = .all,
        after revision: String? = nil,
        in environment: AppStoreEnvironment,
        priority: RequestPriority = .ordinary,
        within deadline: Duration = AppStoreClient.defaultDeadline
    ) -> AppStorePages<HistoryResponse> {
        AppStorePages(
            client: self,
            environment: environment,
            priority: priority,
            deadline: deadline,
            start: revision,
            request: { .transactionHistory(of: anyTransactionID, filter: filter, after: $0) },
            end: { ($0.revision, $0.hasMore == true) }
        )
    }

    /// The pages of a customer's refunds from a revision on; see ``AppStoreRequest/refundHistory(of:after:)``.
    public func refundHistory(
        of anyTransactionID: String,
        after revision: String? = nil,
        in environment: AppStoreEnvironment,
        priority: RequestPriority = .ordinary,
        within deadline: Duration = AppStoreClient.defaultDeadline
    ) -> AppStorePages<RefundHistoryResponse> {
        AppStorePages(
            client: self,
            environment: environment,
            priority: priority,
            deadline: deadline,
            start: revision,
            request: { .refundHistory(of: anyTransactionID, after: $0) },
            end: { ($0.revision, $0.hasMore == true) }
        )
    }

    /// The pages of the notifications of a stretch of time from a pagination token on; see
    /// ``AppStoreRequest/notificationHistory(_:from:to:onlyFailures:after:)``.
    public func notificationHistory(
        _ selection: NotificationSelection,
        from start: Timestamp,
        to end: Timestamp,
        onlyFailures: Bool = false,
        after paginationToken: String? = nil,
        in environment: AppStoreEnvironment,
        priority: RequestPriority = .ordinary,
        within deadline: Duration = AppStoreClient.defaultDeadline
    ) -> AppStorePages<NotificationHistoryResponse> {
        AppStorePages(
            client: self,
            environment: environment,
            priority: priority,
            deadline: deadline,
            start: paginationToken,
            request: {
                .notificationHistory(selection, from: start, to: end, onlyFailures: onlyFailures, after: $0)
            },
            end: { ($0.paginationToken, $0.hasMore == true) }
        )
    }
}
