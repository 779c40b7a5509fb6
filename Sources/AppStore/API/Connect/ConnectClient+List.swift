extension ConnectClient {
    /// The most pages of one list; the longest that there is has about eighty.
    static let maximumPageCount = 400

    /// The page behind another one; `nil` behind the last.
    ///
    /// - Throws: What ``send(_:within:)`` throws, and ``ConnectError/foreignLink`` when the link leads to another host.
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

    /// All elements of a list, one page after another.
    ///
    /// - Parameters:
    ///   - request: The request for its first page.
    ///   - maximumCount: The most elements that are taken.
    ///   - timeout: How long each page may take.
    /// - Returns: The elements in Apple's order.
    /// - Throws: What ``page(after:within:)`` throws, ``ConnectError/tooLarge`` for a list with more elements or pages,
    ///   and ``ConnectError/unreadable`` when the pages lead round in a circle.
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

    /// All prices of an in-app purchase.
    ///
    /// - Parameters:
    ///   - id: The id of the price schedule, which is the in-app purchase's own.
    ///   - territories: The storefronts; without any, all.
    ///   - timeout: How long each request may take.
    /// - Returns: The prices and the storefront that the automatic ones follow.
    /// - Throws: What ``all(_:upTo:within:)`` throws.
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

    /// A sales report, in the version that Apple makes.
    ///
    /// Apple withdraws versions of its reports and then names the one that there is; the report is asked for once more
    /// in it.
    ///
    /// - Parameters:
    ///   - report: Which one.
    ///   - vendorNumber: Whose.
    ///   - timeout: How long each request may take.
    /// - Returns: The report and its version.
    /// - Throws: What ``send(_:within:)`` throws.
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
