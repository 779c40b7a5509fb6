/// An asynchronous sequence of the pages of a history, which sends one request for each page until Apple reports no
/// more.
///
/// Each page carries the cursor for the next one. Store it after you have processed the page.
public struct AppStorePages<Response: Sendable>: AsyncSequence, Sendable {
    /// A page and the cursor for the next one.
    public struct Page: Sendable {
        /// Apple's response.
        public let response: Response
        /// The revision or pagination token for the page after this one; `nil` if Apple returned none.
        public let cursor: String?
        /// Whether there is a next page.
        public let hasMore: Bool
    }

    let client: AppStoreClient
    let environment: AppStoreEnvironment
    let priority: RequestPriority
    let deadline: Duration
    let start: String?
    let request: @Sendable (_ cursor: String?) -> AppStoreRequest<Response>
    let end: @Sendable (_ response: Response) -> (cursor: String?, hasMore: Bool)

    /// Returns an iterator that begins at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: self, cursor: self.start) }

    /// An iterator that requests one page at a time.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pages: AppStorePages
        fileprivate var cursor: String?
        fileprivate var isAtEnd = false

        /// Returns the next page, or `nil` after the last.
        public mutating func next() async throws(AppStoreError) -> Page? {
            try await self.next(isolation: #isolation)
        }

        /// Returns the next page, or `nil` after the last.
        ///
        /// - Throws: The errors of ``AppStoreClient/send(_:to:priority:within:onDoubt:)``; also
        ///   ``AppStoreError/unreadableAnswer`` if Apple reports more pages but does not advance the cursor.
        public mutating func next(isolation: isolated (any Actor)?) async throws(AppStoreError) -> Page? {
            guard !self.isAtEnd else { return nil }
            let response = try await self.pages.client.send(
                self.pages.request(self.cursor),
                to: self.pages.environment,
                priority: self.pages.priority,
                within: self.pages.deadline
            )
            let (cursor, hasMore) = self.pages.end(response)
            guard !hasMore || cursor != self.cursor else { throw .unreadableAnswer }
            self.cursor = cursor
            self.isAtEnd = !hasMore
            return Page(response: response, cursor: cursor, hasMore: hasMore)
        }
    }
}

extension AppStoreClient {
    /// Returns the pages of a customer's transactions that follow a revision; see
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

    /// Returns the pages of a customer's refunds that follow a revision; see
    /// ``AppStoreRequest/refundHistory(of:after:)``.
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

    /// Returns the pages of the notifications of a period that follow a pagination token; see
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
