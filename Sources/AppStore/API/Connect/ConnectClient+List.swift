extension ConnectClient {
    /// The maximum number of pages of one list; the longest list has about eighty.
    static let maximumPageCount = 400

    /// Returns the page after another one, or `nil` after the last.
    ///
    /// - Throws: The errors of ``send(_:within:)``, and ``ConnectError/foreignLink`` if the link leads to another host.
    public func page<Item>(
        after page: ConnectPage<Item>,
        within timeout: Duration = Self.defaultTimeout
    ) async throws(ConnectError) -> ConnectPage<Item>? {
        guard let link = page.nextLink else { return nil }
        guard let target = ConnectTarget(link: link, on: self.address) else { throw .foreignLink }
        let item = page.item
        let request = ConnectRequest<ConnectPage<Item>>(target) { body throws(ConnectError) in
            try ConnectPage(body, item: item)
        }
        return try await self.send(request, within: timeout)
    }

    /// Returns all elements of a list, requesting one page after another.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - maximumCount: The maximum number of elements.
    ///   - timeout: The timeout of each page.
    /// - Returns: The elements in Apple's order.
    /// - Throws: The errors of ``page(after:within:)``; ``ConnectError/tooLarge`` for a list with more elements or
    ///   pages; ``ConnectError/unreadable`` if the links between pages form a cycle.
    public func all<Item>(
        _ request: ConnectRequest<ConnectPage<Item>>,
        upTo maximumCount: Int = 200_000,
        within timeout: Duration = Self.defaultTimeout
    ) async throws(ConnectError) -> [Item] {
        var links: Set<String> = []
        var page = try await self.send(request, within: timeout)
        var items = page.items
        while let link = page.nextLink {
            guard links.insert(link).inserted else { throw .unreadable }
            guard items.count <= maximumCount, links.count < Self.maximumPageCount else { throw .tooLarge }
            guard let next = try await self.page(after: page, within: timeout) else { break }
            page = next
            items += next.items
        }
        guard items.count <= maximumCount else { throw .tooLarge }
        return items
    }

    /// Returns all prices of an in-app purchase.
    ///
    /// - Parameters:
    ///   - id: The identifier of the price schedule, which equals that of the in-app purchase.
    ///   - territories: The storefronts; empty for all.
    ///   - timeout: The timeout of each request.
    /// - Returns: The prices, and the storefront from which Apple derives the automatic ones.
    /// - Throws: The errors of ``all(_:upTo:within:)``.
    public func priceSchedule(
        of id: String,
        in territories: [String] = [],
        within timeout: Duration = Self.defaultTimeout
    ) async throws(ConnectError) -> ConnectPriceSchedule {
        ConnectPriceSchedule(
            baseTerritory: try await self.send(.baseTerritory(of: id), within: timeout),
            manualPrices: try await self.all(.manualPrices(of: id, in: territories), within: timeout),
            automaticPrices: try await self.all(.automaticPrices(of: id, in: territories), within: timeout)
        )
    }

    /// Returns a sales report in the version that Apple offers.
    ///
    /// When Apple has withdrawn a version of a report, its error names the current one, and this method then requests
    /// that version.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - vendorNumber: The vendor number of the account.
    ///   - timeout: The timeout of each request.
    /// - Returns: The report and its version.
    /// - Throws: The errors of ``send(_:within:)``.
    public func salesReport(
        _ report: ConnectSalesReport,
        vendorNumber: String,
        within timeout: Duration = Self.defaultTimeout
    ) async throws(ConnectError) -> ConnectReport {
        do throws(ConnectError) {
            let bytes = try await self.send(.salesReport(report, vendorNumber: vendorNumber), within: timeout)
            return ConnectReport(gzip: bytes, version: report.version)
        } catch {
            guard case .refused(let answer) = error, let version = answer.latestVersion, version != report.version
            else { throw error }
            let request = ConnectRequest.salesReport(report, vendorNumber: vendorNumber, version: version)
            return ConnectReport(gzip: try await self.send(request, within: timeout), version: version)
        }
    }
}
