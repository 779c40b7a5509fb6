package import Ledger

/// Compares the prices of sales with those of their products.
extension PriceService {
    /// The mismatches of some sales, in the order of time.
    package struct MismatchPage: Sendable {
        /// The mismatches.
        package internal(set) var mismatches = PriceMismatches()
        /// The position after which the next page begins; `nil` after the last sale.
        package internal(set) var next: SaleCursor?
    }

    /// The maximum number of sales that one answer compares while a client waits.
    package static let mismatchLimit = 10_000
    /// The number of sales that are read at once.
    private static let salesPage = 1000
    /// The maximum number of products whose prices are kept in memory while sales are compared.
    private static let productLimit = 2000

    /// Returns the sales of a span of time whose price their product cannot have had.
    ///
    /// - Parameters:
    ///   - span: The span; its upper bound is not part of it.
    ///   - app: The app; only sales in Production are compared.
    ///   - cursor: The position after which to begin: ``MismatchPage/next`` of the page before.
    ///   - limit: The maximum number of sales and refunds that are read.
    /// - Returns: The mismatches among these sales.
    /// - Throws: The reason why sales or prices cannot be read.
    package func mismatches(
        within span: Range<Instant>,
        in app: AppName,
        after cursor: SaleCursor? = nil,
        limit: Int = Self.mismatchLimit
    ) async throws(PriceError) -> MismatchPage {
        _ = try self.app(app)
        // A position before the span would begin with the sales before it.
        let start = cursor.flatMap { $0.at < span.lowerBound ? nil : $0 }
        return try await self.storing { () throws(RepositoryError) in
            // Many sales would hold a view for long, so they are read page by page; the past does not change meanwhile.
            var found = MismatchPage(next: start)
            var known = 0
            var remaining = limit
            repeat {
                let count = min(Self.salesPage, remaining)
                let page = try await self.repository.read { [next = found.next] view in
                    try view.sales(of: app, environment: .production, within: span, after: next, limit: count)
                }
                for sale in page.sales {
                    if !found.mismatches.knows(sale.product), known < Self.productLimit {
                        known += 1
                        found.mismatches.take(
                            try await self.knownHistory(of: sale.product, in: app),
                            of: sale.product
                        )
                    }
                    found.mismatches.add(sale)
                }
                remaining -= count
                found.next = page.next
            } while found.next != nil && remaining > 0
            return found
        }
    }
}

extension SaleCursor {
    /// Parses the position in a text that `text` returned; returns `nil` for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let at = Int64(parts[0]), let kind = Int64(parts[1]), (0...2).contains(kind),
            !parts[2].isEmpty
        else {
            return nil
        }
        self.init(at: Instant(milliseconds: at), transactionID: TransactionID(String(parts[2])), kind: kind)
    }

    /// The position as a text that fits into a URL.
    package var text: String { "\(self.at.milliseconds)_\(self.kind)_\(self.transactionID.rawValue)" }
}
