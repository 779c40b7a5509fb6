import AppStore
import Hummingbird
import Ledger
import PurserService

/// The first page of transactions and of subscriptions: it opens one by its id, and lists the newest.
struct DashboardPurchaseEntry: Sendable {
    /// What is listed.
    enum Subject: String, Sendable {
        /// Purchases, each by its transaction.
        case transactions
        /// Subscriptions, each by its original transaction.
        case subscriptions
    }

    /// The maximum number of times that events are read for one page, which may have none of the subject.
    private static let maximumReads = 5

    /// The use cases of the server.
    let services: Services
    /// What is listed.
    let subject: Subject

    /// The name of the event that tells of a new one.
    private var event: EventName { self.subject == .transactions ? .transactionRecorded : .subscriptionStarted }

    /// Answers a request: the page, a file with its list, or the way to what was typed.
    func answer(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let id = visit.query["id"].trimmed
        guard id.isEmpty else { return visit.redirect(to: try await self.path(of: id, app)) }
        let about = self.subject == .transactions ? "purchaseEntryTransactions" : "purchaseEntrySubscriptions"
        return try await visit.page(
            "purchase-entry",
            title: self.subject.rawValue,
            table: self.table(visit, app),
            ["about": visit.text(about), "folder": app.path(self.subject.rawValue)]
        )
    }

    /// Returns the page of a transaction, and the search for anything else, such as an order number or a customer.
    private func path(of id: String, _ app: DashboardApp) async throws -> String {
        let found = try await Problem.explaining {
            try await self.services.customers.listed(
                [[TransactionID(id)]],
                in: app.app,
                environment: app.environment
            )
        }
        return found[0] == nil ? app.path("search", query: ["q": id]) : app.path(self.subject.rawValue, id)
    }

    // MARK: The list

    private func table(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardTable {
        let isOfTransactions = self.subject == .transactions
        return DashboardTable(
            name: self.subject.rawValue,
            columns: [
                .init(isOfTransactions ? "transaction" : "purchaseOriginal"), .init("customer"),
                .init("purchaseProduct"),
                .init("purchasePrice", isMoney: true), .init("purchaseState"), .init("purchaseAt"),
                .init("purchaseEnds"),
            ],
            empty: isOfTransactions ? "purchaseEntryNoTransactions" : "purchaseEntryNoSubscriptions"
        ) { cursor, limit in
            let page = try await self.events(after: cursor, limit: limit, app)
            let ids = page.events.map { self.ids(of: $0) }
            let found = try await Problem.explaining {
                try await self.services.customers.listed(ids, in: app.app, environment: app.environment)
            }
            return DashboardTable.Page(
                rows: page.events.indices.map { self.row(page.events[$0], ids[$0], found[$0], visit, app) },
                next: page.rest > 0 ? EventCursor(page.rest, app: app.app.name).description : nil
            )
        }
    }

    /// Returns the newest events about the subject after a cursor, and the position of the first that was not read.
    private func events(
        after cursor: String,
        limit: Int,
        _ app: DashboardApp
    ) async throws -> (events: [Event], rest: Int64) {
        let query = EventQuery(repository: self.services.repository)
        let kinds = WebhookFilter(patterns: [self.event.rawValue], environments: [app.environment])
        let name = app.app.name
        let newest = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await query.newest(of: name)
        }
        var rest = cursor.isEmpty ? newest : try EventCursor(cursor, app: name, upTo: newest).position
        var events: [Event] = []
        for _ in 0..<Self.maximumReads where events.count < limit && rest > 0 {
            let (last, count) = (rest, limit - events.count)
            let page = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await query.page(of: name, through: last, EventFilter(kinds: kinds), limit: count)
            }
            events += page.events
            rest = page.rest
        }
        return (events, rest)
    }

    /// Returns the transactions by which the purchase of an event is found; the first that is known counts.
    private func ids(of event: Event) -> [TransactionID] {
        let body = (try? JSONValue(json: event.body))?[event.name.noun]
        let ids = body?["transactions"]?.elements?.compactMap(\.text) ?? []
        let original = self.subject == .subscriptions ? body?["originalTransaction"]?.text : nil
        return ([original].compactMap(\.self) + ids).map { TransactionID($0) }
    }

    private func row(
        _ event: Event,
        _ ids: [TransactionID],
        _ found: ListedPurchase?,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let id = found?.transactionID ?? ids.first
        let isOfTransactions = self.subject == .transactions
        let line = isOfTransactions ? found?.purchase : found?.newest
        let claim = (line?.transactionIDs.first).flatMap { found?.claims[$0] }
        var state = line.map {
            DashboardTable.Cell(visit.text($0.state.textKey), value: $0.state.rawValue, chip: $0.state.chip)
        }
        if !isOfTransactions, let phase = found?.subscription?.phase {
            state = DashboardTable.Cell(visit.text(phase.textKey), chip: phase.chip)
        }
        return DashboardTable.Row(cells: [
            DashboardTable.Cell(
                id?.rawValue ?? "",
                link: id.map { app.path(self.subject.rawValue, $0.rawValue) },
                isID: true
            ),
            app.cell(of: found == nil ? DashboardEventBody(event).customer : claim?.owner),
            DashboardTable.Cell(line?.productID.rawValue ?? "–", value: line?.productID.rawValue ?? ""),
            .money(line?.price), state ?? DashboardTable.Cell("–", value: ""),
            DashboardTable.Cell(line?.purchasedAt ?? event.occurredAt), DashboardTable.Cell(line?.endsAt),
        ])
    }
}
