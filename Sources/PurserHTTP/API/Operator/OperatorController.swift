import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller through which administrators invite, list and remove the operators of the dashboard.
///
/// Only an operator with the role admin may call it: the key of a shop's backend must not create people who see more
/// than it does.
struct OperatorController {
    /// The maximum size of a body in bytes.
    private static let maximumBody = 16 * 1024
    /// The maximum length of a reason in bytes.
    private static let maximumReason = 1000
    /// The default number of operators in one page.
    private static let standardPage = 100

    /// The use cases of operators.
    let service: OperatorService
    /// The settings of the dashboard, which has the address in links.
    let dashboard: DashboardSettings
    /// Real time.
    let now: @Sendable () -> Instant
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/operators`.
    func add(to group: RouterGroup<CallerContext>) {
        group.get("/v1/operators", use: self.list)
        group.post("/v1/operators", use: self.invite)
        group.patch("/v1/operators/:operator", use: self.change)
        group.delete("/v1/operators/:operator", use: self.remove)
        group.delete("/v1/operators/:operator/sessions", use: self.endSessions)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.requireOperatorAdministration()
        let limit = try RequestQuery.limit(
            in: request,
            usually: Self.standardPage,
            upTo: OperatorService.maximumPage
        )
        let cursor = try RequestQuery.text("cursor", in: request, upTo: OperatorName.maximumLength)
        let found = try await Problem.explaining(by: Problem.operator) { () throws(OperatorError) in
            try await self.service.list(after: cursor.map { OperatorName(rawValue: $0) }, limit: limit + 1)
        }
        let page = found.prefix(limit)
        let now = self.now()
        return try JSONResponse.encode(
            Page(
                operators: page.map { OperatorBody($0, at: now) },
                next: found.count > limit ? page.last?.name.rawValue : nil
            )
        )
    }

    @concurrent
    @Sendable private func invite(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.requireOperatorAdministration()
        let fields = try await self.fields(of: request, ["name", "role", "reason"])
        let typed = try fields.required("name")
        guard let name = OperatorName(typed: typed) else { throw Problem.operator(.nameInvalid) }
        // Without a role, an operator who exists keeps theirs.
        let role = fields.value("role") == nil ? nil : try Self.role(fields)
        let origin = try Self.origin(fields, context)
        let (now, dashboard) = (self.now(), self.dashboard)
        return try await Self.explaining {
            try await RecordedResponse.answer { (issued: IssuedInvitation) in
                let body = OperatorBody(issued.account, at: now, link: dashboard.link(invitation: issued.token))
                return try EncodedResponse.json(body, status: .created, isSecret: true)
            } _: {
                try await self.service.invite(name, role: role, by: origin)
            }
        }
    }

    @concurrent
    @Sendable private func change(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.requireOperatorAdministration()
        let fields = try await self.fields(of: request, ["role", "reason"])
        let role = try Self.role(fields)
        let origin = try Self.origin(fields, context)
        let now = self.now()
        return try await Self.explaining {
            try await RecordedResponse.answer { (account: OperatorAccount) in
                try EncodedResponse.json(OperatorBody(account, at: now))
            } _: {
                try await self.service.change(Self.name(context), to: role, by: origin)
            }
        }
    }

    @concurrent
    @Sendable private func remove(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.requireOperatorAdministration()
        let reason = try RequestQuery.text("reason", in: request, upTo: Self.maximumReason)
        let origin = RequestOrigin(name: context.caller.name, reason: reason)
        let now = self.now()
        return try await Self.explaining {
            try await RecordedResponse.answer { (account: OperatorAccount) in
                try EncodedResponse.json(OperatorBody(account, at: now))
            } _: {
                try await self.service.remove(Self.name(context), by: origin)
            }
        }
    }

    @concurrent
    @Sendable private func endSessions(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.requireOperatorAdministration()
        let reason = try RequestQuery.text("reason", in: request, upTo: Self.maximumReason)
        let origin = RequestOrigin(name: context.caller.name, reason: reason)
        return try await Self.explaining {
            try await RecordedResponse.answer { (count: Int) in
                try EncodedResponse.json(EndedSessions(ended: count))
            } _: {
                try await self.service.endSessions(of: Self.name(context), by: origin)
            }
        }
    }

    /// Runs work, and turns the errors of operators into problem documents.
    private static func explaining(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as OperatorError {
            throw Problem.operator(error)
        }
    }

    private func fields(of request: Request, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    private static func name(_ context: CallerContext) -> OperatorName {
        OperatorName(rawValue: context.parameters.get("operator") ?? "")
    }

    private static func role(_ fields: RequestFields) throws -> OperatorRole {
        guard let role = OperatorRole(rawValue: try fields.required("role")) else {
            let known = OperatorRole.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestFields.wrongType("role", "Use \(known).")
        }
        return role
    }

    private static func origin(_ fields: RequestFields, _ context: CallerContext) throws -> RequestOrigin {
        RequestOrigin(name: context.caller.name, reason: try fields.text("reason", upTo: Self.maximumReason))
    }

    private struct Page: Encodable {
        let operators: [OperatorBody]
        let next: String?
    }

    private struct EndedSessions: Encodable {
        let ended: Int
    }
}

extension Caller {
    /// Throws an error unless the caller is an operator of all apps with the role admin.
    fileprivate func requireOperatorAdministration() throws {
        try self.require(.admin)
        guard case .operator = self.principal, self.app == nil else {
            throw Problem(
                .forbidden,
                code: "operator_key_needed",
                "Only an operator of all apps can do this. Use an operator's key, or: purser operators"
            )
        }
    }
}

extension Problem {
    /// Returns the problem document of an error about operators.
    fileprivate static func `operator`(_ error: OperatorError) -> Self {
        switch error {
        case .unknown: Self(.notFound, code: error.code, error.detail)
        case .lastAdministrator: Self(.conflict, code: error.code, error.detail)
        case .nameInvalid: Self(.unprocessableContent, code: error.code, error.detail, field: "name")
        case .roleMissing: Self(.unprocessableContent, code: error.code, error.detail, field: "role")
        case .storage(let cause): .storage(cause)
        default: Self(.unprocessableContent, code: error.code, error.detail)
        }
    }
}
