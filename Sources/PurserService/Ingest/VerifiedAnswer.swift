import AppStore
import Ledger

/// An answer of Apple's whose signatures have been verified, before it becomes units of work.
struct VerifiedAnswer {
    /// An item that is ingested completely or not at all.
    enum Item {
        /// A transaction, with its compact form.
        case transaction([UInt8], VerifiedObject<TransactionPayload>)
        /// A subscription's newest transaction, its renewal info and its status.
        case subscription(
            VerifiedObject<TransactionPayload>?,
            VerifiedObject<RenewalInfoPayload>?,
            StatusEvidence?
        )

        /// The signed objects of the item.
        var objects: [SignedObject] {
            switch self {
            case .transaction(_, let transaction): [transaction.object]
            case .subscription(let transaction, let renewal, _):
                [transaction?.object, renewal?.object].compactMap(\.self)
            }
        }

        /// The date of the newest signature.
        var signedAt: Timestamp {
            switch self {
            case .transaction(_, let transaction): transaction.signedAt
            case .subscription(let transaction, let renewal, _):
                [transaction?.signedAt, renewal?.signedAt].compactMap(\.self).max() ?? Timestamp(milliseconds: 0)
            }
        }
    }

    /// A signed object of an undocumented form, which cannot be read yet.
    struct Unreadable: Sendable {
        /// The compact form.
        let compact: [UInt8]
        /// The kind of the object.
        let kind: SignedEvidence.Kind
        /// The reason why it must wait.
        let hold: Ingest.Hold
    }

    /// The verified items, in order.
    private(set) var items: [Item] = []
    /// The authentic objects that cannot be read yet; the rest of the answer is used without them.
    private(set) var unreadable: [Unreadable] = []
    /// The units of work of the admitted items, one for each environment.
    private(set) var intakes: [Intake] = []

    private let app: ServedApp
    private let receivedAt: Instant
    private let askedAt: Instant

    /// Creates an answer for this app.
    init(app: ServedApp, receivedAt: Instant, askedAt: Instant) {
        self.app = app
        self.receivedAt = receivedAt
        self.askedAt = askedAt
    }

    /// Verifies a transaction.
    mutating func add(transaction compact: [UInt8]) throws(VerificationError) {
        let app = self.app
        let transaction = try self.read(compact, kind: .transaction) { (compact) throws(VerificationError) in
            try app.verifier.transaction(compact)
        }
        if let transaction { self.items.append(.transaction(compact, transaction)) }
    }

    /// Returns the verified object; `nil` for an authentic object that cannot be read yet.
    private mutating func read<Payload>(
        _ compact: [UInt8],
        kind: SignedEvidence.Kind,
        _ verify: ([UInt8]) throws(VerificationError) -> VerifiedObject<Payload>
    ) throws(VerificationError) -> VerifiedObject<Payload>? {
        do throws(VerificationError) {
            return try verify(compact)
        } catch {
            guard let hold = Ingest.Hold(error) else { throw error }
            self.unreadable.append(Unreadable(compact: compact, kind: kind, hold: hold))
            return nil
        }
    }

    /// Verifies a subscription: its parts must belong to the subscription that Apple names, and to one environment.
    mutating func add(_ subscription: AnsweredEvidence.Subscription) throws(VerificationError) {
        var transaction: VerifiedObject<TransactionPayload>?
        var renewal: VerifiedObject<RenewalInfoPayload>?
        let app = self.app
        if let compact = subscription.transaction {
            transaction = try self.read(compact, kind: .transaction) { (compact) throws(VerificationError) in
                try app.verifier.transaction(compact)
            }
        }
        if let compact = subscription.renewal {
            renewal = try self.read(compact, kind: .renewal) { (compact) throws(VerificationError) in
                try app.verifier.renewalInfo(compact)
            }
        }
        // None of the readable parts contains the environment, so the status waits with the others.
        if transaction == nil, renewal == nil, subscription.transaction ?? subscription.renewal != nil { return }
        let named = subscription.originalTransactionID.rawValue
        if let found = transaction?.payload.originalTransactionId, !found.hasSameBytes(as: named) {
            throw VerificationError(.nestedSubscriptionMismatch, in: .transaction, expected: named, found: found)
        }
        if let found = renewal?.payload.originalTransactionId, !found.hasSameBytes(as: named) {
            throw VerificationError(.nestedSubscriptionMismatch, in: .renewalInfo, expected: named, found: found)
        }
        if let one = transaction?.payload.environment, let other = renewal?.payload.environment, one != other {
            throw VerificationError(
                .nestedEnvironmentMismatch,
                in: .renewalInfo,
                expected: one.rawValue,
                found: other.rawValue
            )
        }
        let status = subscription.status.map { status in
            StatusEvidence(
                originalTransactionID: subscription.originalTransactionID,
                status: status,
                statedAt: self.askedAt
            )
        }
        self.items.append(.subscription(transaction, renewal, status))
    }

    /// Adds a verified item to the unit of work of its environment.
    mutating func admit(_ item: Item) throws(MissingPartError) {
        switch item {
        case .transaction(_, let transaction):
            let unit = try Intake(transaction, app: self.app.name, receivedAt: self.receivedAt)
            self.add(unit)
        case .subscription(let transaction, let renewal, let status):
            let named = transaction?.payload.environment ?? renewal?.payload.environment
            guard let environment = named.flatMap({ StoreEnvironment(rawValue: $0.rawValue) }) else {
                throw .transactionField("environment")
            }
            var unit = Intake(app: self.app.name, environment: environment, receivedAt: self.receivedAt)
            if let transaction {
                unit.evidence.append(SignedEvidence(transaction, kind: .transaction))
                unit.transactions.append(try TransactionSnapshot(transaction, isReversal: false))
            }
            if let renewal {
                unit.evidence.append(SignedEvidence(renewal, kind: .renewal))
                unit.renewals.append(try RenewalSnapshot(renewal))
            }
            if let status { unit.statuses.append(status) }
            self.add(unit)
        }
    }

    private mutating func add(_ unit: Intake) {
        guard let place = self.intakes.firstIndex(where: { $0.environment == unit.environment }) else {
            var unit = unit
            unit.catalog = self.app.catalog
            self.intakes.append(unit)
            return
        }
        self.intakes[place].evidence += unit.evidence
        self.intakes[place].transactions += unit.transactions
        self.intakes[place].renewals += unit.renewals
        self.intakes[place].statuses += unit.statuses
    }
}
