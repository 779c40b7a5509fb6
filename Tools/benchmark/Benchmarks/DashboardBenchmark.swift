import AppStore
import Foundation
import Ledger
import NIOCore
import NIOPosix
import PersistenceSQLite
import PurserTesting

/// The time and size of every page of the dashboard, of the real server with many customers and a year of figures.
///
/// The server works on a database that was filled in bulk, and on notifications, orders and refund requests of today
/// that it gets over HTTP. An operator signs in as a person does. The pages are those to which the navigation leads,
/// with the pages right below them, so that a new page is measured too.
struct DashboardBenchmark {
    /// The folder for its files.
    let folder: String
    /// The number of customers.
    var count = 1_000_000

    /// The limits of a page: the 99th percentile in milliseconds, and the bytes with style sheet, script and icon.
    private static let limit = 100.0
    private static let overviewLimit = 30.0
    private static let maximumBytes = 100_000
    /// The most requests for a page, the fewest, and the seconds after which a slow page has enough of them.
    private static let (most, fewest, seconds) = (200, 20, 5.0)

    private static let base = "/dashboard/apps/shop"
    private static let notifications = 2000
    private static let refunds = 200
    private static let orders = 400

    /// A page, or pages of one kind.
    private struct Kind {
        /// The name in the table.
        let name: String
        /// The addresses, which are asked for in turn.
        let paths: [String]
        /// The status of the answer; a search leads to what it found.
        var status = 200
        /// The limit in milliseconds.
        var limit = DashboardBenchmark.limit
    }

    /// Fills a database, starts the server, and measures; each row is shown when it is there.
    func measure(_ show: ([Measurement]) -> Void) async throws {
        let folder = self.folder + "/dashboard-\(self.count)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let now = Instant(milliseconds: AppStoreTime.live.now())
        let corpus = try NotificationCorpus(
            count: Self.notifications,
            chain: .short,
            signedAt: Timestamp(milliseconds: now.milliseconds)
        )
        try PurserProcess.prepare(folder: folder, root: corpus.authority.root)
        try Self.configure(folder + "/shop")
        let clock = ContinuousClock()
        let started = clock.now
        let path = "\(folder)/shop/data/purser.db"
        // No period ends within the next hours, so that the server has nothing else to do.
        let dataset = try await SubscriberDataset(path: path, count: self.count, beginning: now - .hours(29 * 24 + 18))
        let repository = try SubscriberDataset.open(path)
        let rowCount = try await FigureYear(subscribers: self.count, until: now).fill(repository)
        await repository.close()
        let filling = (clock.now - started).seconds
        let millions = "\(Double(self.count) / 1_000_000)".replacing(".0", with: "")
        show([
            .scale("the dashboard of \(millions) million customers", "p50, p99; page, whole page"),
            .scale("  rows of figures in the database", "\(rowCount)"),
            .scale("  filling the database", "\(filling.rounded1) s"),
        ])

        let process = try PurserProcess(folder: folder)
        defer { _ = process.stop() }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        try await self.trade(corpus, to: process, on: group, key: "\(folder)/shop/secret.key")
        _ = try PurserProcess.run(["webhooks", "create", "http://127.0.0.1:9/events"], folder: folder)
        let link = try PurserProcess.run(["operators", "invite", "ada", "--role", "admin"], folder: folder)
        let browser = OperatorBrowser(port: process.port)
        try await browser.accept(link: link.trimmingCharacters(in: .whitespacesAndNewlines))
        var seen: Set<String> = []
        let load = LoadGenerator(group: group, port: process.port, connections: 1)
        for kind in self.kinds(dataset) {
            let page = try await browser.get(kind.paths[0])
            show([try await Self.measure(kind, page, browser, load)])
            seen.insert(Self.place(of: kind.paths[0]))
        }
        let overview = try await browser.get(Self.base)
        for path in Self.navigation(of: overview) where seen.insert(Self.place(of: path)).inserted {
            let page = try await browser.get(path)
            show([try await Self.measure(Kind(name: Self.name(of: path), paths: [path]), page, browser, load)])
            for kind in Self.children(of: page, at: Self.place(of: path))
            where seen.insert(Self.place(of: kind.paths[0])).inserted {
                let page = try await browser.get(kind.paths[0])
                show([try await Self.measure(kind, page, browser, load)])
            }
        }
        try await browser.close()
        try await group.shutdownGracefully()
    }

    // MARK: What there is

    /// Adds the product of the subscribers to the catalog, and allows a webhook endpoint on this machine.
    private static func configure(_ folder: String) throws {
        let product =
            "com.example.plus.monthly: { kind: auto-renewable, group: plus, level: 1, unlocks: pro, price: USD 9.99, "
            + "period: P1M }"
        let catalog = try String(contentsOfFile: folder + "/catalog.yaml", encoding: .utf8)
            .replacing("\nproducts:\n", with: "\nproducts:\n  \(product)\n")
        try Data(catalog.utf8).write(to: URL(fileURLWithPath: folder + "/catalog.yaml"))
        let file = URL(fileURLWithPath: folder + "/purser.yaml")
        let text = try String(contentsOf: file, encoding: .utf8) + "\nwebhooks: { allow: 127.0.0.1 }\n"
        try Data(text.utf8).write(to: file)
    }

    /// Sends the notifications, refund requests and orders of today.
    private func trade(
        _ corpus: NotificationCorpus,
        to process: PurserProcess,
        on group: any EventLoopGroup,
        key file: String
    ) async throws {
        let key = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let orders = (0..<Self.orders).map { number in
            let body = #"{"customer":"\#(SubscriberDataset.customer(number).rawValue)","product":"gems.600"}"#
            return ByteBuffer(
                string: "POST /v1/orders HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                    + "authorization: Bearer \(key)\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)"
            )
        }
        let load = LoadGenerator(group: group, port: process.port, connections: 8)
        for requests in [corpus.requests(), try corpus.refundRequests(Self.refunds), orders] {
            let outcome = try await load.send(requests)
            precondition(outcome.failed == 0, "Every notification and order is taken.")
        }
    }

    // MARK: The pages

    /// Returns the pages that no link of the navigation leads to: those of random customers, and charts of other times.
    private func kinds(_ dataset: SubscriberDataset) -> [Kind] {
        var generator = SeededGenerator(seed: 29)
        let numbers = (0..<Self.most).map { _ in generator.number(below: dataset.count) }
        let customers = numbers.map { SubscriberDataset.customer($0).rawValue }
        let transactions = numbers.map { SubscriberDataset.transactionID($0).rawValue }
        func kind(_ name: String, _ paths: [String], status: Int = 200) -> Kind {
            Kind(name: name, paths: paths.map { "\(Self.base)/\($0)" }, status: status)
        }
        return [
            Kind(name: "overview", paths: [Self.base], limit: Self.overviewLimit),
            kind("search by transaction", transactions.map { "search?q=\($0)" }, status: 303),
            kind("search by customer", customers.map { "search?q=\($0)" }, status: 303),
            kind("search without result", numbers.map { "search?q=nothing-\($0)" }),
            kind("customers/{customer}", customers.map { "customers/\($0)" }),
            kind("customers/{customer}/timeline", customers.map { "customers/\($0)/timeline" }),
            kind("transactions/{transaction}", transactions.map { "transactions/\($0)" }),
            kind("subscriptions/{transaction}", transactions.map { "subscriptions/\($0)" }),
            kind("charts of a week, by hour", ["charts?range=7"]),
            kind("charts of a year, by month", ["charts?range=365"]),
            kind("charts of a product, by week", ["charts?range=365&by=week&product=\(FigureYear.products[0])"]),
            kind("charts of a storefront, by week", ["charts?range=365&by=week&storefront=USA"]),
            kind("charts/storefronts of a year", ["charts/storefronts?range=365"]),
        ]
    }

    /// Returns the addresses in the navigation, without the overview.
    private static func navigation(of page: OperatorBrowser.Page) -> [String] {
        let navigation = page.text.split(separator: "<nav").last?.split(separator: "</nav>").first
        return OperatorBrowser.Page(status: page.status, text: String(navigation ?? "")).links.filter {
            $0.hasPrefix("/dashboard/") && Self.place(of: $0) != Self.base
        }
    }

    /// Returns the pages right below one to which it links: all that have a name, and one of those that have an id.
    private static func children(of page: OperatorBrowser.Page, at place: String) -> [Kind] {
        var hasID = false
        return page.links.compactMap { link in
            guard link.hasPrefix(place + "/"), !link.contains("format=") else { return nil }
            let last = Self.place(of: link).dropFirst(place.count + 1)
            guard !last.isEmpty, !last.contains("/") else { return nil }
            if last.allSatisfy({ $0.isLetter || $0 == "-" }) {
                return Kind(name: Self.name(of: link), paths: [link])
            }
            guard !hasID else { return nil }
            hasID = true
            return Kind(name: "\(Self.name(of: place))/{id}", paths: [link])
        }
    }

    /// Returns an address without its query.
    private static func place(of link: String) -> String { String(link.prefix { $0 != "?" && $0 != "#" }) }

    /// Returns the part of an address below the app.
    private static func name(of link: String) -> String {
        let place = Self.place(of: link)
        return place.hasPrefix(Self.base + "/")
            ? String(place.dropFirst(Self.base.count + 1)) : String(place.dropFirst("/dashboard/".count))
    }

    // MARK: Measuring

    /// Asks for a kind of page again and again over one connection.
    private static func measure(
        _ kind: Kind,
        _ page: OperatorBrowser.Page,
        _ browser: OperatorBrowser,
        _ load: LoadGenerator
    ) async throws -> Measurement {
        let target = "< \(Int(kind.limit)) ms, \(Self.maximumBytes / 1000) KB"
        guard page.status == kind.status else {
            return .judged("  \(kind.name)", "answered \(page.status)", target: target, false)
        }
        let requests = kind.paths.map(browser.request)
        // The first ones fill the caches of the process, and tell how long one takes.
        let warming = try await load.send(Array(repeating: requests[0], count: 5))
        let each = warming.percentile(50).seconds
        let count = min(Self.most, max(Self.fewest, Int(Self.seconds / max(each, 0.0001))))
        let outcome = try await load.send((0..<count).map { requests[$0 % requests.count] })
        // The generator tells only success from everything else.
        let unexpected = kind.status < 300 ? outcome.failed : outcome.succeeded
        let (p50, p99) = (outcome.percentile(50).milliseconds, outcome.percentile(99).milliseconds)
        let own = page.text.utf8.count
        let whole = try await own + browser.assetBytes(of: page)
        return .judged(
            "  \(kind.name)",
            "\(p50.rounded1), \(p99.rounded1) ms; \(Self.kilobytes(own)), \(Self.kilobytes(whole)) KB",
            target: target,
            p99 < kind.limit && whole < Self.maximumBytes && unexpected == 0
        )
    }

    private static func kilobytes(_ bytes: Int) -> Int { (bytes + 999) / 1000 }
}
