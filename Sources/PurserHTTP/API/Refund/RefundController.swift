import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that lists refund requests, records operators' answers, and exports requests.
struct RefundController: Sendable {
    /// The maximum number of cases in one page.
    static let maximumPage = 200
    /// The maximum number of cases in one page of an export.
    static let maximumExport = 1000
    /// The maximum size of a body in bytes: an answer and a reason.
    private static let maximumBody = 16 * 1024
    /// The possible answers to a request.
    static let answers = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED", "none"]

    /// The service that reads and answers requests.
    let service: RefundService
    /// The advisor that provides the texts for support.
    let advisor: RefundAdvisor
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/refunds`, `/v1/reported-refunds`, `/v1/refund-export`, `/v1/refund-report` and
    /// `/v1/refund-overrides`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/refunds", use: self.list)
        group.get("/v1/refunds/:refund", use: self.get)
        group.post("/v1/refunds/:refund/answer", use: self.decide)
        group.get("/v1/reported-refunds", use: self.reported)
        group.get("/v1/refund-export", use: self.export)
        group.get("/v1/refund-report", use: self.report)
        group.get("/v1/refund-overrides/:customer", use: self.override)
        group.put("/v1/refund-overrides/:customer", use: self.setOverride)
        group.delete("/v1/refund-overrides/:customer", use: self.removeOverride)
    }

    // MARK: Cases

    /// Returns a page of cases.
    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        var filter = RefundFilter()
        if let word = try RequestQuery.text("state", in: request, upTo: 64) {
            guard let status = RefundStatus(rawValue: word) else {
                throw RequestFields.choice("state", word, known: RefundStatus.allCases.map(\.rawValue))
            }
            filter.status = status
        }
        if let text = try RequestQuery.text("customer", in: request, upTo: CustomerID.maximumBytes) {
            guard let customer = CustomerID(text) else {
                throw RequestFields.invalid("customer", "This must be a customer's id.")
            }
            filter.customer = customer
        }
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        let position = try Self.cursor(in: request)
        let isNewestFirst = try Self.isNewestFirst(request)
        let app = context.app.name
        let found = try await Self.explained { [filter] () throws(RefundError) in
            isNewestFirst
                ? try await self.service.list(filter, before: position, limit: limit + 1, in: app)
                : try await self.service.list(filter, after: position ?? 0, limit: limit + 1, in: app)
        }
        let page = found.prefix(limit)
        var json = JSONText()
        json.add("refunds", page.map(\.record)) { json, record in
            json.add("environment", record.environment.rawValue)
            json.describe(record)
        }
        json.add("next", found.count > limit ? page.last.map { String($0.position) } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// Returns whether the list is requested newest first.
    private static func isNewestFirst(_ request: Request) throws -> Bool {
        switch request.uri.queryParameters["order"] {
        case nil, "oldest": return false
        case "newest": return true
        default: throw RequestFields.invalid("order", "Use oldest or newest.")
        }
    }

    /// Returns one case.
    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let record = try await Self.explained { () throws(RefundError) in
            try await self.service.refund(Self.id(in: context), in: context.app.name)
        }
        let terms = try await Self.explained { () throws(RefundError) in try await self.advisor.terms(of: record) }
        var json = JSONText()
        json.add("environment", record.environment.rawValue)
        json.describe(record)
        json.describe(terms, of: record)
        return JSONResponse.written(json.bytes)
    }

    /// Records an operator's answer to a request.
    @concurrent
    @Sendable private func decide(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["answer", "reason"])
        let preference = try Self.preference(fields)
        let reason = try fields.text("reason", upTo: 1000)
        return try await RecordedResponse.answer { (decided: ActionResult<RefundRecord>) in
            var json = JSONText()
            json.add("environment", decided.environment.rawValue)
            json.describe(decided.value)
            json.add("nothing", decided.nothing?.rawValue)
            return EncodedResponse.written(json.bytes)
        } _: {
            try await Self.explained { () throws(RefundError) in
                try await self.service.answer(
                    preference,
                    to: Self.id(in: context),
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
        }
    }

    // MARK: All cases

    /// Returns a page of the refunds that were reported without Apple's signature.
    @concurrent
    @Sendable private func reported(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        let position = try Self.cursor(in: request) ?? 0
        let found = try await Self.explained { () throws(RefundError) in
            try await self.service.reported(after: position, limit: limit + 1, in: context.app.name)
        }
        let page = found.prefix(limit)
        var json = JSONText()
        json.add("reports", Array(page)) { json, reported in
            let report = reported.positioned.report
            json.add("environment", reported.positioned.environment.rawValue)
            json.add("state", reported.state.rawValue)
            json.add("customer", reported.customer?.rawValue)
            json.add("transaction", report.transactionID.rawValue)
            json.add("originalTransaction", report.originalTransactionID.rawValue)
            json.add("product", report.productID.rawValue)
            json.describe(report)
        }
        json.add("next", found.count > limit ? page.last.map { String($0.positioned.position) } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// Returns a page of an export: past requests as policies see them, without customers.
    @concurrent
    @Sendable private func export(_ request: Request, context: AppContext) async throws -> Response {
        let until = try RequestQuery.instant("until", in: request)
        let since = try RequestQuery.instant("since", in: request)
        var place = RefundCursor(since: since ?? Instant(milliseconds: .min))
        if let text = try RequestQuery.text("cursor", in: request, upTo: 64) {
            guard let known = RefundCursor(cursor: text) else {
                throw RequestFields.invalid("cursor", "This must be the `next` of the previous page.")
            }
            place = known
        }
        let limit = try RequestQuery.limit(in: request, usually: 500, upTo: Self.maximumExport)
        let found = try await Self.explained { [place] () throws(RefundError) in
            try await self.service.opened(after: place, limit: limit, in: context.app.name)
        }
        let page = found.prefix { positioned in until.map { positioned.record.refundCase.openedAt < $0 } ?? true }
        var json = JSONText()
        json.add("cases", Int64(page.count))
        json.add("requests", jsons: page.flatMap(\.record.exported).map(\.line))
        json.add("next", page.count == limit ? page.last.map { RefundCursor($0).cursor } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// Returns the report over a period; it stops when the client closes the connection.
    @concurrent
    @Sendable private func report(_ request: Request, context: AppContext) async throws -> Response {
        try self.limits.check(request, upTo: Self.maximumBody)
        return try await Self.whileClientWaits(request) { try await self.reportWhole($0, context) }
    }

    private func reportWhole(_ request: Request, _ context: AppContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { _ in }
        let environment = try CustomerParameter.environment(in: request)
        let since = try RequestQuery.instant("since", in: request)
        let until = try RequestQuery.instant("until", in: request)
        if let since, let until, until <= since {
            throw RequestFields.invalid("until", "This must be after `since`.")
        }
        let report = try await Self.explained { () throws(RefundError) in
            try await self.service.report(on: environment, since: since, until: until, in: context.app.name)
        }
        var json = JSONText()
        json.add("since", since)
        json.add("until", until)
        json.describe(report)
        return JSONResponse.written(json.bytes)
    }

    // MARK: Overrides

    /// Returns the override of a customer.
    @concurrent
    @Sendable private func override(_: Request, context: AppContext) async throws -> Response {
        let customer = try Self.customer(in: context)
        let found = try await Self.explained { () throws(RefundError) in
            try await self.service.override(of: customer, in: context.app.name)
        }
        return Self.answer(found, of: customer)
    }

    /// Sets the answer to all refund requests of a customer.
    @concurrent
    @Sendable private func setOverride(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try Self.customer(in: context)
        let fields = try await self.fields(request, ["answer", "reason"])
        let preference = try Self.preference(fields)
        let reason = try fields.required("reason", upTo: 1000)
        let set = try await Self.explained { () throws(RefundError) in
            try await self.service.setOverride(
                preference,
                of: customer,
                in: context.app.name,
                by: context.name,
                reason: reason
            )
        }
        return Self.answer(set.value, of: customer, nothing: set.nothing)
    }

    /// Deletes the override of a customer, so that the policy decides again.
    @concurrent
    @Sendable private func removeOverride(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try Self.customer(in: context)
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        let removed = try await Self.explained { () throws(RefundError) in
            try await self.service.removeOverride(of: customer, in: context.app.name, by: context.name, reason: reason)
        }
        return Self.answer(removed.value, of: customer, nothing: removed.nothing)
    }

    // MARK: Shared

    private static func answer(
        _ override: RefundOverride?,
        of customer: CustomerID,
        nothing: NoChange.Code? = nil
    ) -> Response {
        var json = JSONText()
        json.add("customer", customer.rawValue)
        if let override {
            json.add("answer", override.preference?.rawValue ?? "none")
            json.add("setAt", override.at)
            json.add("setBy", override.by)
            json.add("reason", override.reason)
        }
        json.add("nothing", nothing?.rawValue)
        return JSONResponse.written(json.bytes)
    }

    private static func preference(_ fields: RequestFields) throws -> Ledger.RefundPreference? {
        let word = try fields.required("answer", upTo: 64)
        guard Self.answers.contains(word) else {
            throw RequestFields.choice("answer", word, known: Self.answers)
        }
        return Ledger.RefundPreference(rawValue: word)
    }

    /// Returns the position after which a page of refunds or policies begins; `nil` for the first page.
    static func cursor(in request: Request) throws -> Int64? {
        guard let cursor = try RequestQuery.text("cursor", in: request, upTo: 32) else { return nil }
        guard let number = Int64(cursor), number > 0 else {
            throw RequestFields.invalid("cursor", "This must be the `next` of the previous page.")
        }
        return number
    }

    /// Runs long work, and cancels it when the client closes the connection.
    ///
    /// The work reads the body to its end before it throws: Hummingbird ends the process where the source of a body is
    /// dropped before that, which can happen to requests that come from no connection, as in tests.
    static func whileClientWaits(
        _ request: Request,
        _ work: @Sendable (Request) async throws -> Response
    ) async throws -> Response {
        do {
            return try await request.body.consumeWithCancellationOnInboundClose { body in
                var request = request
                request.body = body
                return try await work(request)
            }
        } catch is CancellationError {
            throw Problem.refund(.canceled)
        }
    }

    private func fields(_ request: Request, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    private static func explained<Answer>(
        _ work: () async throws(RefundError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.refund, work)
    }

    /// The case in the path; an id that no case has if the path has none.
    private static func id(in context: AppContext) -> RefundID {
        RefundID(context.parameters.get("refund") ?? "")
    }

    private static func customer(in context: AppContext) throws -> CustomerID {
        guard let customer = CustomerID(context.parameters.get("customer") ?? "") else {
            throw RequestFields.invalid("customer", "This must be a customer's id.")
        }
        return customer
    }
}

extension Problem {
    /// Returns the problem document of an error about a refund.
    static func refund(_ error: RefundError) -> Problem {
        switch error {
        case .appUnknown, .unknown, .policyUnknown: Problem(.notFound, code: error.code, error.detail)
        case .notOpen, .withheld, .policySuperseded, .trialRunning, .trialNotRunning:
            Problem(.conflict, code: error.code, error.detail)
        case .policyWrong(let issues):
            Problem(
                .unprocessableContent,
                code: error.code,
                error.detail,
                field: issues.issues.first { !$0.keyPath.isEmpty }?.keyPath
            )
        case .trialInvalid: Problem(.unprocessableContent, code: error.code, error.detail, field: "trial")
        case .canceled: Problem(.serviceUnavailable, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        }
    }
}
