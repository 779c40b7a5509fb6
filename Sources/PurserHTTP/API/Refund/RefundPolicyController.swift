import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that publishes refund policies and tests them, against past requests or as a trial on a share of the
/// cases.
struct RefundPolicyController: Sendable {
    /// The maximum number of policies in one page.
    static let maximumPage = 200
    /// The maximum size of a policy in bytes.
    static let maximumPolicy = 128 * 1024
    /// The maximum size of a body in bytes: a policy in JSON.
    private static let maximumBody = 256 * 1024

    /// The service that publishes and tests policies.
    let service: RefundService
    /// The advisor that knows the products that policies may name.
    let advisor: RefundAdvisor
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/refund-policies`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/refund-policies", use: self.policies)
        group.post("/v1/refund-policies", use: self.publish)
        group.post("/v1/refund-policies/dry-run", use: self.dryRun)
        group.get("/v1/refund-policies/:version", use: self.policy)
        group.post("/v1/refund-policies/:version/end-trial", use: self.endTrial)
    }

    /// Returns the published policies, newest first.
    @concurrent
    @Sendable private func policies(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 20, upTo: Self.maximumPage)
        let before = try RefundController.cursor(in: request)
        let found = try await Self.explained { () throws(RefundError) in
            try await self.service.policies(in: context.app.name, before: before, limit: limit + 1)
        }
        let page = Array(found.prefix(limit))
        var described: [(RefundPolicy, RefundTrialReport?)] = []
        for policy in page { described.append((policy, try await self.report(on: policy, in: context.app.name))) }
        var json = JSONText()
        json.add("policies", described) { $0.describe($1.0, $1.1) }
        json.add("next", found.count > limit ? page.last.map { String($0.version) } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// Returns one policy.
    @concurrent
    @Sendable private func policy(_: Request, context: AppContext) async throws -> Response {
        let policy = try await Self.explained { () throws(RefundError) in
            try await self.service.policy(Self.version(in: context), in: context.app.name)
        }
        return try await self.answer(policy, in: context.app.name)
    }

    /// Publishes a policy.
    @concurrent
    @Sendable private func publish(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["policy", "reason", "trial"])
        let text = try Self.policy(fields)
        let reason = try fields.text("reason", upTo: 1000)
        let trial = try Self.trial(fields)
        let policy = try await Self.explained { () throws(RefundError) in
            try await self.service.publish(text, trial: trial, in: context.app.name, by: context.name, reason: reason)
        }
        let warnings = self.advisor.warnings(about: text, in: context.app.name)
        return try await self.answer(policy.value, in: context.app.name) { json in
            json.add("warnings", warnings.map(\.description))
            json.add("nothing", policy.nothing?.rawValue)
        }
    }

    /// Ends the trial of a policy.
    @concurrent
    @Sendable private func endTrial(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["reason"])
        let reason = try fields.text("reason", upTo: 1000)
        _ = try await Self.explained { () throws(RefundError) in
            try await self.service.endTrial(
                of: Self.version(in: context),
                in: context.app.name,
                by: context.name,
                reason: reason
            )
        }
        return try await self.policy(request, context: context)
    }

    private func report(on policy: RefundPolicy, in app: AppName) async throws -> RefundTrialReport? {
        try await Self.explained { () throws(RefundError) in try await self.service.report(on: policy, in: app) }
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

    /// Returns the terms of a policy's trial, if the request has any.
    private static func trial(_ fields: RequestFields) throws -> TrialTerms? {
        guard let value = fields["trial"], value != .null else { return nil }
        guard case .object(let members) = value else {
            throw RequestFields.wrongType("trial", "This must be an object.")
        }
        let inner = try RequestFields(
            members: members,
            fields: ["shareMilliunits", "seed", "minimumCases", "maximumCases"],
            path: "trial."
        )
        func number(_ name: String) throws -> Int64? {
            guard let value = inner[name], value != .null else { return nil }
            guard case .number(let text) = value, let number = Int64(text) else {
                throw RequestFields.wrongType("trial.\(name)", "This must be an integer.")
            }
            return number
        }
        guard let share = try number("shareMilliunits") else { throw RequestFields.missing("trial.shareMilliunits") }
        return TrialTerms(
            shareMilliunits: share,
            seed: try number("seed"),
            minimumCases: try number("minimumCases"),
            maximumCases: try number("maximumCases")
        )
    }

    /// Tests a policy against past requests; it stops when the client closes the connection.
    @concurrent
    @Sendable private func dryRun(_ request: Request, context: AppContext) async throws -> Response {
        try self.limits.check(request, upTo: Self.maximumBody)
        return try await RefundController.whileClientWaits(request) { try await self.dryRunWhole($0, context) }
    }

    private func dryRunWhole(_ request: Request, _ context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["policy", "since"])
        let text = try Self.policy(fields)
        let since = try fields.instant("since")
        let run = try await Self.explained { () throws(RefundError) in
            try await self.service.dryRun(
                text,
                in: context.app.name,
                since: since,
                differenceLimit: RefundDryRun.namedDifferences
            )
        }
        var json = JSONText()
        json.describe(run)
        return JSONResponse.written(json.bytes)
    }

    /// Returns the text of a policy, which may have several lines, unlike other fields.
    private static func policy(_ fields: RequestFields) throws -> String {
        guard let value = fields["policy"] else { throw RequestFields.missing("policy") }
        guard case .string(let text) = value else {
            throw RequestFields.wrongType("policy", "This must be the text of a policy.")
        }
        guard (1...Self.maximumPolicy).contains(text.utf8.count) else {
            throw RequestFields.invalid("policy", "This must have 1 to \(Self.maximumPolicy) bytes.")
        }
        return text
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

    /// The policy in the path; 0, which no policy has, if the path has none.
    private static func version(in context: AppContext) -> Int64 {
        context.parameters.get("version").flatMap { Int64($0) } ?? 0
    }
}
