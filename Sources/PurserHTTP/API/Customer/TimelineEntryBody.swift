import AppStore
import Ledger
import PurserService

/// One thing that happened to a customer, as our JSON shows it: when, what kind, its name, and what there is to know.
enum TimelineEntryBody {
    /// The entry as JSON.
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
        case .evidence(let word, let environment):
            let (name, members) = Self.content(word)
            return (name, members + Self.members([("environment", environment.rawValue)]))
        case .event(let event):
            let data = (try? JSONValue(json: event.body)) ?? .object([])
            return (
                event.name.rawValue,
                [
                    JSONMember(key: "number", value: .number(String(event.number))),
                    JSONMember(key: "event", value: data),
                ]
            )
        case .move(let move):
            var members = Self.members([
                ("move", move.id.rawValue), ("environment", move.environment.rawValue),
                ("originalTransaction", move.originalTransactionID.rawValue), ("from", move.from?.rawValue),
                ("to", move.to?.rawValue), ("reason", move.reason.rawValue), ("change", move.change?.rawValue),
            ])
            let transactions = move.transactionIDs.map { JSONValue.string($0.rawValue) }
            members.append(JSONMember(key: "transactions", value: .array(transactions)))
            return ("ownership.moved", members)
        case .submission(let submission, let environment):
            return (
                submission.intent.rawValue,
                Self.members([
                    ("transaction", submission.transactionID.rawValue), ("customer", submission.customer.rawValue),
                    ("environment", environment.rawValue),
                ])
            )
        case .act(let entry):
            return (
                entry.action.rawValue,
                Self.members([
                    ("audit", String(entry.number)), ("by", entry.operatorName), ("subject", entry.subject),
                    ("outcome", entry.outcome?.word), ("code", entry.outcome?.code), ("reason", entry.reason?.text),
                ])
            )
        }
    }

    private static func content(_ word: TimelineEntry.Word) -> (name: String, data: [JSONMember]) {
        switch word {
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
}
