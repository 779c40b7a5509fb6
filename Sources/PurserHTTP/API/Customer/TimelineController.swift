import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for the timeline of a customer.
struct TimelineController {
    /// The service that reads timelines.
    let service: CustomerService

    /// Adds `GET /v1/customers/{customer}/timeline`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/timeline", use: self.list)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: 200)
        var kinds = Set(TimelineEntry.Kind.allCases)
        if let words = try RequestQuery.text("type", in: request, upTo: 255) {
            let parts = words.split(separator: ",", omittingEmptySubsequences: false)
            kinds = Set(parts.compactMap { TimelineEntry.Kind(rawValue: String($0)) })
            guard kinds.count == Set(parts).count else {
                let known = TimelineEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw RequestFields.invalid("type", "Name one or more of \(known), separated by commas.")
            }
        }
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 1024).map { text in
            guard let cursor = TimelineCursor(text) else { throw RequestQuery.foreignCursor }
            return cursor
        }
        let page = try await Problem.explaining { [kinds] in
            try await self.service.timeline(of: customer, in: context.app, kinds: kinds, after: cursor, limit: limit)
        }
        var members = [
            JSONMember(key: "customer", value: .string(customer.rawValue)),
            JSONMember(key: "entries", value: .array(page.entries.map(TimelineEntryBody.value))),
        ]
        if let next = page.next { members.append(JSONMember(key: "next", value: .string(next.text))) }
        return JSONResponse.value(.object(members))
    }
}

extension TimelineController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/timeline",
            id: "getTimeline",
            tag: .customers,
            access: .read,
            summary: "List a customer's timeline",
            description:
                "Signed evidence from Apple, events, transfers, submissions, and the actions of operators and keys, "
                + "newest first.",
            parameters: [
                .customer, .limit(200), .cursor,
                .query(
                    "type",
                    .string(length: 1...255),
                    "Only entries of these types, separated by commas: evidence, event, transfer, submission, action."
                ),
            ],
            answers: [
                .ok(
                    .named(
                        "Timeline",
                        .object(
                            .required("customer", .customer),
                            .required("entries", .array(of: TimelineEntryBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "A page of the timeline."
                )
            ],
            problems: [
                .status(404, "customer_unknown"),
                .status(422, "customer_invalid", "cursor_invalid", "field_wrong_type", "field_invalid"),
            ]
        )
    ]
}

/// An entry of a customer's timeline in JSON: its instant, type, name and data.
enum TimelineEntryBody {
    /// Returns the entry as JSON.
    static func value(_ entry: TimelineEntry) -> JSONValue {
        let (name, data) = Self.content(entry.subject)
        return .object([
            JSONMember(key: "at", value: .string(entry.at.rfc3339)),
            JSONMember(key: "data", value: .object(data)),
            JSONMember(key: "id", value: .string(entry.id)),
            JSONMember(key: "name", value: .string(name)),
            JSONMember(key: "type", value: .string(entry.kind.rawValue)),
        ])
    }

    private static func content(_ subject: TimelineEntry.Subject) -> (name: String, data: [JSONMember]) {
        switch subject {
        case .evidence(let appleEvidence, let environment):
            let (name, members) = Self.content(appleEvidence)
            return (name, members + Self.members([("environment", environment.rawValue)]))
        case .event(let event):
            let data = (try? JSONValue(json: event.body)) ?? .object([])
            var members = [
                JSONMember(key: "number", value: .number(String(event.number))),
                JSONMember(key: "event", value: data),
            ]
            if let cause = event.cause { members.append(JSONMember(key: "cause", value: .string(cause.hexadecimal))) }
            return (event.name.rawValue, members)
        case .transfer(let transfer):
            var members = Self.members([
                ("transfer", transfer.id.rawValue), ("environment", transfer.environment.rawValue),
                ("originalTransaction", transfer.originalTransactionID.rawValue), ("from", transfer.from?.rawValue),
                ("to", transfer.to?.rawValue), ("reason", transfer.reason.rawValue),
                ("change", transfer.change?.rawValue),
            ])
            let transactions = transfer.transactionIDs.map { JSONValue.string($0.rawValue) }
            members.append(JSONMember(key: "transactions", value: .array(transactions)))
            return ("ownership.transferred", members)
        case .submission(let submission, let environment):
            return (
                submission.intent.rawValue,
                Self.members([
                    ("transaction", submission.transactionID.rawValue), ("customer", submission.customer.rawValue),
                    ("environment", environment.rawValue),
                ])
            )
        case .action(let entry):
            return (
                entry.action.rawValue,
                Self.members([
                    ("audit", String(entry.number)), ("by", entry.operatorName), ("subject", entry.subject),
                    ("outcome", entry.outcome?.word), ("code", entry.outcome?.code), ("reason", entry.reason?.text),
                ])
            )
        }
    }

    private static func content(_ appleEvidence: TimelineEntry.AppleEvidence) -> (name: String, data: [JSONMember]) {
        switch appleEvidence {
        case .transaction(let snapshot):
            let name =
                snapshot.isReversal
                ? "transaction.reversed" : "transaction.\(snapshot.revocation == nil ? "signed" : "revoked")"
            return (
                name,
                Self.members([
                    ("transaction", snapshot.transactionID.rawValue),
                    ("originalTransaction", snapshot.originalTransactionID.rawValue),
                    ("product", snapshot.productID.rawValue), ("purchasedAt", snapshot.purchaseAt.rfc3339),
                    ("endsAt", snapshot.expiresAt?.rfc3339), ("revokedAt", snapshot.revocation?.revokedAt.rfc3339),
                    ("appAccountToken", snapshot.accountToken?.description ?? snapshot.malformedAccountToken),
                ])
            )
        case .renewal(let snapshot):
            return (
                "renewal.signed",
                Self.members([
                    ("originalTransaction", snapshot.originalTransactionID.rawValue),
                    ("product", snapshot.productID.rawValue), ("renewsAt", snapshot.renewalAt?.rfc3339),
                    ("renewStatusChangedAt", snapshot.renewStatusChangedAt?.rfc3339),
                ])
            )
        case .status(let statement):
            return (
                "status.stated",
                Self.members([
                    ("originalTransaction", statement.originalTransactionID.rawValue),
                    ("status", String(statement.status.rawValue)),
                ])
            )
        case .refundRequest(let statement):
            return (
                "refund.\(statement.kind.rawValue)",
                Self.members([("transaction", statement.transactionID.rawValue)])
            )
        }
    }

    private static func members(_ values: [(String, String?)]) -> [JSONMember] {
        values.compactMap { name, value in value.map { JSONMember(key: name, value: .string($0)) } }
    }

    /// Its schema.
    static let schema = APISchema.named(
        "TimelineEntry",
        .object(
            .required("at", .instant),
            .required("type", .enumeration(TimelineEntry.Kind.allCases.map(\.rawValue))),
            .required("id", .string(), "An id that is unique within the customer's timeline."),
            .required("name", .string(), "The name of what happened."),
            .required("data", .openObject, "The details.")
        )
    )
}
