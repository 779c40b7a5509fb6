import AppStore
import Ledger
import Metrics
import Synchronization

/// Counts the fields of new evidence that this version does not know, by object and name.
///
/// Apple adds fields without notice. They are kept with the evidence and change nothing; this count shows that there is
/// more to read than this version reads.
final class UnknownFieldMetrics: Sendable {
    /// The maximum number of fields that are counted by name, of all apps together.
    private static let maximumNames = 48
    /// The maximum length of a name in bytes; Apple's longest has 43.
    private static let maximumBytes = 64
    /// The label value of all further names, and of those that are not plain words.
    private static let other = "other"

    private let names = Mutex<Set<String>>([])

    /// Creates empty metrics.
    init() {}

    /// Counts the unknown fields of a notification and of its parts.
    func note(_ verified: VerifiedNotification, of app: ServedApp) {
        let payload = verified.notification.payload
        let scope = Scope(app: app.name, environment: verified.environment)
        self.note(payload, as: "notification", in: scope)
        if let data = payload.data { self.note(data, as: "notification_data", in: scope) }
        if let summary = payload.summary { self.note(summary, as: "notification_summary", in: scope) }
        if let appData = payload.appData { self.note(appData, as: "notification_app_data", in: scope) }
        if let transaction = verified.transaction { self.note(transaction.payload, in: scope) }
        if let renewal = verified.renewalInfo { self.note(renewal.payload, in: scope) }
        if let appTransaction = verified.appTransaction {
            self.note(appTransaction.payload, as: "app_transaction", in: scope)
        }
    }

    /// Counts the unknown fields of a transaction.
    func note(_ transaction: VerifiedObject<TransactionPayload>, of app: ServedApp) {
        guard let environment = transaction.payload.environment else { return }
        self.note(transaction.payload, in: Scope(app: app.name, environment: environment))
    }

    /// Counts the unknown fields of a renewal info.
    func note(_ renewal: VerifiedObject<RenewalInfoPayload>, of app: ServedApp) {
        guard let environment = renewal.payload.environment else { return }
        self.note(renewal.payload, in: Scope(app: app.name, environment: environment))
    }

    private struct Scope {
        let app: AppName
        let environment: AppStoreEnvironment
    }

    private func note(_ payload: TransactionPayload, in scope: Scope) {
        self.note(payload, as: "transaction", in: scope)
        if let seats = payload.multiSeatInfo { self.note(seats, as: "transaction_seats", in: scope) }
    }

    private func note(_ payload: RenewalInfoPayload, in scope: Scope) {
        self.note(payload, as: "renewal", in: scope)
        if let seats = payload.multiSeatInfo { self.note(seats, as: "renewal_seats", in: scope) }
    }

    private func note(_ object: some WireObject, as name: String, in scope: Scope) {
        // Almost always empty, so looking is all that it costs.
        for field in object.unknownFields {
            Counter(
                label: "purser_unknown_fields_total",
                dimensions: [
                    ("app", scope.app.rawValue), ("environment", scope.environment.rawValue), ("object", name),
                    ("field", self.counted(field.key)),
                ]
            ).increment()
        }
    }

    /// Returns the label value for the name of a field.
    private func counted(_ name: String) -> String {
        let isWord =
            name.utf8.count <= Self.maximumBytes
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        guard isWord else { return Self.other }
        return self.names.withLock { names in
            if names.contains(name) { return name }
            guard names.count < Self.maximumNames else { return Self.other }
            names.insert(name)
            return name
        }
    }
}
