import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// Performs calls to the App Store: previews them from the ledger, or calls Apple between two entries in the audit log.
struct StoreCalls: Sendable {
    /// The maximum size of a body in bytes: some ids and a reason.
    static let maximumBody = 64 * 1024

    /// The maximum length of a reason in a query, in bytes.
    static let maximumReason = 1000

    /// A call to Apple, as a preview and the audit log describe it.
    struct Call {
        /// The action.
        let action: AuditAction
        /// The subject of the action.
        let subject: String
        /// The details that a preview shows before those from the ledger.
        var about: [(name: String, value: String)] = []
        /// The transaction that a preview reads from the ledger.
        var transaction: TransactionID?
        /// Further details for the audit log, without personal data.
        var details: [String: String] = [:]
    }

    /// The service that calls Apple.
    let service: AppStoreService
    /// The audit log.
    let audit: AuditLog
    /// The limits on bodies.
    let limits: BodyLimits

    /// Calls Apple after the call is in the audit log; for a preview, returns the data of the ledger instead.
    func answer(
        _ call: Call,
        to request: Request,
        in context: AppContext,
        reason: String? = nil,
        _ work: () async throws -> Response
    ) async throws -> Response {
        if try RequestQuery.flag("dryRun", in: request) { return try await self.preview(call, in: context.app.name) }
        let record = AuditRecord(
            by: context.name,
            call.action,
            on: call.subject,
            reason: reason,
            details: ["app": context.app.name.rawValue].merging(call.details) { first, _ in first }
        )
        return try await Self.explaining {
            try await self.audit.around(
                record,
                code: { (error: any Error) in Self.code(of: error) },
                trouble: { Problem.storage($0) as any Error },
                { () throws(any Error) -> Response in try await work() }
            )
        }
    }

    private func preview(_ call: Call, in app: AppName) async throws -> Response {
        var about = Dictionary(call.about.map { ($0.name, $0.value) }) { $1 }
        if let transaction = call.transaction {
            let known = try await Self.explaining { try await self.service.preview(of: transaction, in: app) }
            for field in known { about[field.name] = field.value }
        }
        return try JSONResponse.encode(Preview(about: about))
    }

    private struct Preview: Encodable {
        let dryRun = true
        let about: [String: String]
    }

    /// The schema of a preview.
    static let previewSchema = APISchema.named(
        "StorePreview",
        .object(
            .required("dryRun", .boolean, "`true`: nothing was changed."),
            .required("about", .map(of: .string()), "The requested action, and what the ledger knows of its subject.")
        )
    )

    /// Runs work and turns errors of the App Store into problem documents.
    static func explaining<Answer>(_ work: () async throws -> Answer) async throws -> Answer {
        do {
            return try await work()
        } catch let error as AppStoreServiceError {
            throw Problem.store(error)
        }
    }

    /// Returns the code of a refusal for the audit log; `nil` if Apple may have performed the request.
    private static func code(of error: any Error) -> String? {
        switch error {
        case let error as AppStoreServiceError: error.refusalCode
        case let problem as Problem where problem.status.code < 500: problem.code
        default: nil
        }
    }

    // MARK: Reading

    /// Returns the fields of a body.
    func body(of request: Request, fields: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: fields)
        }
    }

    /// Returns the reason of a read, from its query.
    static func reason(in request: Request) throws -> String? {
        try RequestQuery.text("reason", in: request, upTo: Self.maximumReason)
    }

    /// Returns an id of Apple's from the path.
    static func id(_ name: String, in context: some RequestContext) throws -> String {
        guard let text = context.parameters.get(name), !text.isEmpty, text.utf8.count <= 64,
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else {
            throw Problem(
                .unprocessableContent,
                code: "appstore_identifier_invalid",
                "Apple's ids have 1 to 64 letters, digits, hyphens and underscores.",
                field: name
            )
        }
        return text
    }
}

extension RequestFields {
    /// Returns the number of days by which renewal dates are extended.
    func extensionDays() throws -> ExtensionDays {
        guard let number = try self.integer("days") else { throw Self.missing("days") }
        guard let days = Int(exactly: number).flatMap({ ExtensionDays($0) }) else {
            throw RequestFields.wrongType("days", "Apple accepts 1 to 90 days.")
        }
        return days
    }

    /// Returns the reason code of an extension.
    func extensionReason() throws -> ExtendReasonCode {
        let name = try self.required("reasonCode")
        guard let reason = ExtendReasonCode(name: name) else {
            throw RequestFields.wrongType(
                "reasonCode",
                Spelling.choice(name, among: ExtendReasonCode.names.map(\.name))
            )
        }
        return reason
    }
}

extension APIParameter {
    /// A transaction of Apple's in the path.
    static let storeTransaction = Self.path(
        "transaction",
        .string(pattern: "^[0-9A-Za-z_-]+$", length: 1...64),
        "Any transaction id of Apple's; for a subscription its original transaction id."
    )

    /// The reason of a call to Apple, for the audit log.
    static let storeReason = Self.query(
        "reason",
        .string(length: 1...StoreCalls.maximumReason),
        "The reason, for the audit log."
    )
}

extension APIProperty {
    /// The reason of an action, for the audit log.
    static let auditReason = Self.optional("reason", .string(length: 0...1000), "The reason, for the audit log.")
}

extension APIProblem {
    /// The error of an app without a key for Apple's server API.
    static let storeNotConfigured = Self.status(409, "appstore_not_configured")

    /// The errors of routes that call Apple while the client waits.
    static let store: [Self] = [
        .storeNotConfigured, .status(404, "appstore_not_found"),
        .status(
            422,
            "appstore_identifier_invalid",
            "appstore_refused",
            "appstore_unauthorized",
            "field_invalid",
            "field_missing",
            "field_unknown",
            "field_wrong_type"
        ),
        .status(503, "appstore_unreachable", "appstore_rate_limited"), .status(502),
    ]
}
