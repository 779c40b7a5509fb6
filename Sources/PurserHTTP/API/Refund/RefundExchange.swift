import AppStore
import Foundation
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// What is answered about refunds, to shops and to operators alike.
struct RefundExchange: Sendable {
    /// The most cases or policies in one answer.
    static let maximumPage = 200
    /// The largest policy in bytes.
    static let maximumPolicy = 128 * 1024
    /// The largest body in bytes: a policy in JSON.
    private static let maximumBody = 256 * 1024
    /// The words that answer a request.
    static let answers = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED", "none"]

    /// Does it.
    let desk: RefundDesk
    /// Knows what support may tell.
    let counsel: RefundCounsel
    /// Bounds the memory for bodies.
    let limits: BodyLimits

    // MARK: Cases

    /// A page of cases.
    func list(_ call: RefundRequest) async throws -> Response {
        var filter = RefundFilter()
        if let word = try RequestQuery.text("state", in: call.request, upTo: 64) {
            guard let standing = RefundStanding(rawValue: word) else {
                throw RequestFields.choice("state", word, known: RefundStanding.allCases.map(\.rawValue))
            }
            filter.standing = standing
        }
        if let text = try RequestQuery.text("customer", in: call.request, upTo: CustomerID.maximumBytes) {
            guard let customer = CustomerID(text) else {
                throw RequestFields.invalid("customer", "This must be a customer's id.")
            }
            filter.customer = customer
        }
        let limit = try RequestQuery.limit(in: call.request, usually: 50, upTo: Self.maximumPage)
        let position = try Self.cursor(in: call.request) ?? 0
        let found = try await Self.explained { [filter] () throws(RefundError) in
            try await self.desk.list(filter, after: position, limit: limit + 1, in: call.app)
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

    /// One case.
    func show(_ call: RefundRequest) async throws -> Response {
        let record = try await Self.explained { () throws(RefundError) in
            try await self.desk.refund(call.id, in: call.app)
        }
        let terms = try await Self.explained { () throws(RefundError) in try await self.counsel.terms(of: record) }
        var json = JSONText()
        json.add("environment", record.environment.rawValue)
        json.describe(record)
        json.describe(terms, of: record)
        return JSONResponse.written(json.bytes)
    }

    /// Takes a person's word on a request.
    func decide(_ call: RefundRequest) async throws -> Response {
        let fields = try await self.fields(call, ["answer", "reason"])
        let preference = try Self.preference(fields)
        let reason = try fields.text("reason", upTo: 1000)
        return try await AnsweredWork.answer { (decided: ActResult<RefundRecord>) in
            var json = JSONText()
            json.add("environment", decided.environment.rawValue)
            json.describe(decided.value)
            json.add("nothing", decided.nothing?.rawValue)
            return WrittenAnswer.written(json.bytes)
        } _: {
            try await Self.explained { () throws(RefundError) in
                try await self.desk.answer(preference, to: call.id, in: call.app, by: call.name, reason: reason)
            }
        }
    }

    // MARK: Policies

    /// The policies that were published, newest first.
    func policies(_ call: RefundRequest) async throws -> Response {
        let limit = try RequestQuery.limit(in: call.request, usually: 20, upTo: Self.maximumPage)
        let before = try Self.cursor(in: call.request)
        let found = try await Self.explained { () throws(RefundError) in
            try await self.desk.policies(in: call.app, before: before, limit: limit + 1)
        }
        let page = Array(found.prefix(limit))
        var described: [(RefundPolicy, RefundTrialReport?)] = []
        for policy in page { described.append((policy, try await self.report(on: policy, in: call.app))) }
        var json = JSONText()
        json.add("policies", described) { $0.describe($1.0, $1.1) }
        json.add("next", found.count > limit ? page.last.map { String($0.version) } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// One policy.
    func policy(_ call: RefundRequest) async throws -> Response {
        let policy = try await Self.explained { () throws(RefundError) in
            try await self.desk.policy(call.version, in: call.app)
        }
        return try await self.answer(policy, in: call.app)
    }

    /// Publishes a policy.
    func publish(_ call: RefundRequest) async throws -> Response {
        let fields = try await self.fields(call, ["policy", "reason", "trial"])
        let text = try Self.policy(fields)
        let reason = try fields.text("reason", upTo: 1000)
        let trial = try Self.trial(fields)
        let policy = try await Self.explained { () throws(RefundError) in
            try await self.desk.publish(text, trial: trial, in: call.app, by: call.name, reason: reason)
        }
        let doubts = self.counsel.doubts(about: text, in: call.app)
        return try await self.answer(policy.value, in: call.app) { json in
            json.add("warnings", doubts.map(\.description))
            json.add("nothing", policy.nothing?.rawValue)
        }
    }

    /// Ends the trial of a policy.
    func endTrial(_ call: RefundRequest) async throws -> Response {
        let fields = try await self.fields(call, ["reason"])
        let reason = try fields.text("reason", upTo: 1000)
        _ = try await Self.explained { () throws(RefundError) in
            try await self.desk.endTrial(of: call.version, in: call.app, by: call.name, reason: reason)
        }
        return try await self.policy(call)
    }

    private func report(on policy: RefundPolicy, in app: AppName) async throws -> RefundTrialReport? {
        try await Self.explained { () throws(RefundError) in try await self.desk.report(on: policy, in: app) }
    }

    private func answer(
        _ policy: RefundPolicy,
        in app: AppName,
        _ addMore: (inout JSONText) -> Void = { _ in }
    ) async throws -> Response {
        let report = try await self.report(on: policy, in: app)
        var json = JSONText()
        json.describe(policy, report)
        addMore(&json)
        return JSONResponse.written(json.bytes)
    }

    /// How a policy is to be tried, if it is.
    private static func trial(_ fields: RequestFields) throws -> TrialTerms? {
        guard let value = fields["trial"], value != .null else { return nil }
        guard case .object(let members) = value else {
            throw RequestFields.wrongType("trial", "This must be an object.")
        }
        let inner = try RequestFields(
            members: members,
            fields: ["shareMilliunits", "seed", "least", "most"],
            path: "trial."
        )
        func number(_ name: String) throws -> Int64? {
            guard let value = inner[name], value != .null else { return nil }
            guard case .number(let text) = value, let number = Int64(text) else {
                throw RequestFields.wrongType("trial.\(name)", "This must be a whole number.")
            }
            return number
        }
        guard let share = try number("shareMilliunits") else { throw RequestFields.missing("trial.shareMilliunits") }
        return TrialTerms(
            shareMilliunits: share,
            seed: try number("seed"),
            least: try number("least"),
            most: try number("most")
        )
    }

    // MARK: Single customers

    /// What is set for a customer.
    func override(_ call: RefundRequest) async throws -> Response {
        let customer = try call.customer
        let found = try await Self.explained { () throws(RefundError) in
            try await self.desk.override(of: customer, in: call.app)
        }
        return Self.answer(found, of: customer)
    }

    /// Sets what Apple is told about all refunds of a customer.
    func setOverride(_ call: RefundRequest) async throws -> Response {
        let customer = try call.customer
        let fields = try await self.fields(call, ["answer", "reason"])
        let preference = try Self.preference(fields)
        let reason = try fields.required("reason", upTo: 1000)
        let set = try await Self.explained { () throws(RefundError) in
            try await self.desk.setOverride(preference, of: customer, in: call.app, by: call.name, reason: reason)
        }
        return Self.answer(set.value, of: customer, nothing: set.nothing)
    }

    /// Lets the policy count again for a customer.
    func removeOverride(_ call: RefundRequest) async throws -> Response {
        let customer = try call.customer
        let removed = try await Self.explained { () throws(RefundError) in
            try await self.desk.removeOverride(of: customer, in: call.app, by: call.name)
        }
        return Self.answer(removed.value, of: customer, nothing: removed.nothing)
    }

    // MARK: Shared

    private static func answer(
        _ override: RefundOverride?,
        of customer: CustomerID,
        nothing: NothingDone.Code? = nil
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

    /// The text of a policy, which has lines, as other fields have not.
    static func policy(_ fields: RequestFields) throws -> String {
        guard let value = fields["policy"] else { throw RequestFields.missing("policy") }
        guard case .string(let text) = value else {
            throw RequestFields.wrongType("policy", "This must be the text of a policy.")
        }
        guard (1...Self.maximumPolicy).contains(text.utf8.count) else {
            throw RequestFields.invalid("policy", "This has 1 to \(Self.maximumPolicy) bytes.")
        }
        return text
    }

    static func cursor(in request: Request) throws -> Int64? {
        guard let cursor = try RequestQuery.text("cursor", in: request, upTo: 32) else { return nil }
        guard let number = Int64(cursor), number > 0 else {
            throw RequestFields.invalid("cursor", "This must be the next of the page before.")
        }
        return number
    }

    /// The fields of a body.
    func fields(_ call: RefundRequest, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: call.request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    /// Does work of the desk, and refuses with what it says is wrong.
    static func explained<Answer>(
        _ work: () async throws(RefundError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.refund, work)
    }
}
