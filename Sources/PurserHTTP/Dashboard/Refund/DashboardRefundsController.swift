import Hummingbird
import Ledger
import PurserService

/// The inbox of refund requests: those that wait for an answer, and all cases below.
struct DashboardRefundsController: Sendable {
    /// The maximum number of requests that are shown as waiting.
    private static let waitingCount = 50
    /// The maximum number of cases that are read for each state of waiting ones.
    private static let stateCount = 200
    /// The maximum number of cases within the time for an answer that are read.
    private static let recentCount = 500
    /// The maximum number of pages of the other environment that are skipped to fill one page.
    private static let skippedPages = 10

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "refunds", for: .scope(.read)) { visit, app in try await self.inbox(visit, app) }
    }

    private func inbox(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        var filter = RefundFilter()
        let word = visit.query["state"]
        if !word.isEmpty {
            guard let status = RefundStatus(rawValue: word) else {
                throw RequestFields.invalid("state", visit.text("chartChoiceUnknown"))
            }
            filter.status = status
        }
        let name = visit.query["customer"].trimmed
        if !name.isEmpty {
            guard let customer = CustomerID(name) else {
                throw RequestFields.invalid("customer", visit.text("customerInvalid"))
            }
            filter.customer = customer
        }
        let table = self.table(filter, visit, app)
        if let file = try await table.file(for: visit) { return file }
        let phrases = DashboardRefundPhrases(visit: visit)
        let all = [(value: "", name: visit.text("refundStateAny"))]
        let choices = RefundStatus.allCases.map { (value: $0.rawValue, name: phrases.state($0).text) }
        var values = DashboardFilter(field: "state", choices: all + choices).values(for: visit)
        values["typedCustomer"] = name
        values["typedState"] = word.isEmpty ? false : word
        values["list"] = app.path("refunds")
        values["report"] = app.path("refunds", "report")
        values["reported"] = app.path("refunds", "reported")
        values["hasNoKey"] = app.app.appStore == nil
        try await self.addWaiting(to: &values, filter.customer, visit, app)
        return try await visit.page("refunds", title: "refunds", table: table, values)
    }

    // MARK: Waiting requests

    private func addWaiting(
        to values: inout [String: Any],
        _ customer: CustomerID?,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws {
        let now = self.services.ambient.now()
        let waiting = try await self.waiting(customer, at: now, in: app)
        let shown = Array(waiting.prefix(Self.waitingCount))
        let outlooks = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refundAdvisor.outlooks(of: shown.map(\.record), in: app.app.name, at: now)
        }
        let mayDecide = visit.signedIn?.account.role.scopes.contains(.write) == true
        values["hasWaiting"] = !shown.isEmpty
        values["waiting"] = zip(shown, outlooks).map { waiting, outlook in
            Self.row(waiting, outlook, at: now, mayDecide: mayDecide, visit, app)
        }
        values["more"] =
            waiting.count > shown.count ? visit.text("refundsMore", "\(waiting.count - shown.count)") : false
    }

    /// A request that waits for an answer, and the instant until which one is sent.
    private struct Waiting {
        let record: RefundRecord
        let until: Instant
        let isLate: Bool
    }

    /// Returns the requests that wait, those in time first, by the time that is left.
    private func waiting(_ customer: CustomerID?, at now: Instant, in app: DashboardApp) async throws -> [Waiting] {
        let service = self.services.refunds
        let name = app.app.name
        let records = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            if let customer {
                return try await service.list(
                    RefundFilter(customer: customer),
                    after: 0,
                    limit: Self.stateCount,
                    in: name
                )
            }
            var found: [PositionedRefund] = []
            for status in [RefundStatus.requested, .held] {
                found += try await service.list(
                    RefundFilter(status: status),
                    after: 0,
                    limit: Self.stateCount,
                    in: name
                )
            }
            // Those without consent stay in their state when their time is over, so the newest are read by time.
            let since = now - RefundDeadlines(of: app.environment).answer
            return found
                + (try await service.opened(after: RefundCursor(since: since), limit: Self.recentCount, in: name))
        }.map(\.record)
        var known: Set<RefundID> = []
        let waiting = records.compactMap { record -> Waiting? in
            guard record.environment == app.environment, let request = record.openRequest,
                known.insert(record.id).inserted
            else { return nil }
            switch request.status(at: now, record.deadlines) {
            case .open(let until): return Waiting(record: record, until: until, isLate: false)
            case .late(let until): return Waiting(record: record, until: until, isLate: true)
            case .over, .decided: return nil
            }
        }
        return waiting.sorted {
            if $0.isLate != $1.isLate { return $1.isLate }
            return $0.until != $1.until ? $0.until < $1.until : $0.record.id < $1.record.id
        }
    }

    private static func row(
        _ waiting: Waiting,
        _ outlook: RefundOutlook,
        at now: Instant,
        mayDecide: Bool,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [String: Any] {
        let phrases = DashboardRefundPhrases(visit: visit)
        let record = waiting.record
        let next = phrases.next(outlook.next)
        var row: [String: Any] = [
            "path": app.path("refunds", record.id.rawValue), "left": phrases.left(waiting.until - now),
            "isLate": waiting.isLate, "deadline": DashboardVisit.time(waiting.until), "owner": false,
            "product": record.subject.productID.rawValue, "price": DashboardNumbers.money(record.subject.price),
            "evidence": phrases.evidence(outlook), "chip": next.chip, "answer": next.text, "note": next.note,
            "until": false, "act": false,
        ]
        if let customer = record.customer?.rawValue {
            row["owner"] = ["name": customer, "path": app.path("customers", customer)]
        }
        if let until = next.until { row["until"] = DashboardVisit.time(until) }
        if mayDecide, Self.isDecidable(record) {
            row["act"] = ["path": app.path("refunds", record.id.rawValue, "answer")]
        }
        return row
    }

    /// Returns whether a person can still decide the open request.
    static func isDecidable(_ record: RefundRecord) -> Bool {
        guard let request = record.openRequest else { return false }
        let answer = record.answer(to: request.id)
        return answer?.sent == nil && answer?.refusal == nil
    }

    // MARK: All cases

    private func table(_ filter: RefundFilter, _ visit: DashboardVisit, _ app: DashboardApp) -> DashboardTable {
        // A page names the case by its link, and the refunded share below the state.
        let ids = ["case", "transaction"].map { DashboardTable.Column($0, title: $0) }
        let share = DashboardTable.Column("refundedPercent", isNumber: true, title: "refundedPercent")
        let columns: [DashboardTable.Column] = [
            .init("refundOpened"), .init("customer"), .init("refundProduct"),
            .init("refundPrice", isMoney: true), .init("state"), .init("refundSaid"),
        ]
        return DashboardTable(
            name: "refunds",
            columns: visit.isForFile ? ids + columns + [share] : columns,
            empty: filter == RefundFilter() ? "refundsEmpty" : "refundsNoMatch",
            load: { cursor, limit in
                let found = try await self.page(filter, after: cursor, limit: limit, in: app)
                return DashboardTable.Page(
                    rows: found.records.map { DashboardTable.Row(cells: Self.cells(of: $0, visit, app)) },
                    next: found.next.map { "\($0)" }
                )
            }
        )
    }

    /// Returns a page of cases of the environment, newest first; a page of another environment in between is skipped.
    private func page(
        _ filter: RefundFilter,
        after cursor: String,
        limit: Int,
        in app: DashboardApp
    ) async throws -> (records: [RefundRecord], next: Int64?) {
        var position = Int64(cursor)
        guard position != nil || cursor.isEmpty else {
            throw RequestQuery.foreignCursor
        }
        var records: [RefundRecord] = []
        for _ in 0..<Self.skippedPages {
            let before = position
            let found = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                try await self.services.refunds.list(filter, before: before, limit: limit + 1, in: app.app.name)
            }
            for positioned in found.prefix(limit) where positioned.record.environment == app.environment {
                guard records.count < limit else { return (records, position) }
                records.append(positioned.record)
                position = positioned.position
            }
            guard found.count > limit else { return (records, nil) }
            position = found[limit - 1].position
            if records.count >= limit { break }
        }
        return (records, position)
    }

    private static func cells(
        of record: RefundRecord,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [DashboardTable.Cell] {
        let phrases = DashboardRefundPhrases(visit: visit)
        let state = phrases.state(record.status)
        var opened = DashboardTable.Cell(record.refundCase.openedAt)
        opened.link = app.path("refunds", record.id.rawValue)
        let customer = record.customer?.rawValue
        var refunded: Int64?
        if case .refunded(let share) = record.refundCase.state { refunded = share }
        let answer = record.answers.last { $0.sent != nil }
        let cells: [DashboardTable.Cell] = [
            opened, .init(customer ?? "–", value: customer ?? "", link: customer.map { app.path("customers", $0) }),
            .init(record.subject.productID.rawValue), .money(record.subject.price),
            .init(
                state.text,
                value: record.status.rawValue,
                note: refunded.map { DashboardNumbers.share($0) },
                chip: state.chip
            ),
            .init(
                answer?.sent.map { phrases.answer($0.preference) } ?? "–",
                value: answer?.sent.map { $0.preference?.rawValue ?? "none" } ?? "",
                note: answer?.decider.map { phrases.decider($0) }
            ),
        ]
        guard visit.isForFile else { return cells }
        let ids: [DashboardTable.Cell] = [.init(record.id.rawValue), .init(record.transactionID.rawValue)]
        return ids + cells + [.init(refunded.map { DecimalText.units($0) } ?? "")]
    }
}
