/// A kind of background work that waits in the ledger until an instant.
package enum WorkKind: Int64, Hashable, Sendable, CaseIterable {
    /// Event streams with events that a sink has not received.
    case eventStreams
    /// The webhook endpoints, which their worker reads again after a change.
    case endpoints
    /// Fulfillments and revocations of goods for the fulfiller.
    case fulfillments
    /// Refund requests to answer.
    case refunds
    /// Held evidence to apply.
    case heldEvidence
    /// Chains, entitlements and wallets whose state time changes.
    case stateChanges
    /// Chains to ask Apple about.
    case chainChecks
    /// Orders that expire, that Apple is asked about, or that a new event may pay for.
    case orders
    /// Stored receipts to send to Apple again.
    case receipts
    /// Customers whose risk is assessed again.
    case risks
    /// Imports with rows to ask Apple about.
    case imports
    /// Renewal extensions to send to Apple.
    case extensions
    /// Calls to Apple about seats.
    case seats
    /// The catalogs, which every node reads again after a change.
    case catalogs
    /// The revoked certificates, which every node reads again after a change.
    case revocations

    /// Whether its dates are instants of the ledger's clock, which a simulated App Store may set; otherwise they are
    /// instants of real time.
    package var followsLedgerClock: Bool {
        switch self {
        case .heldEvidence, .stateChanges, .chainChecks, .orders, .receipts, .risks: true
        case .eventStreams, .endpoints, .fulfillments, .refunds, .imports, .extensions, .seats, .catalogs, .revocations:
            false
        }
    }
}

/// The background work that waits, as the earliest due date of each kind.
package struct DueWork: Hashable, Sendable {
    /// A due date before every instant, of work that is due at once.
    package static let atOnce = Instant(milliseconds: -4_611_686_018_427_387_904)

    private var dueDates: [WorkKind: Instant] = [:]

    /// Creates a list without work.
    package init() {}

    /// Whether no work waits.
    package var isEmpty: Bool { self.dueDates.isEmpty }

    /// The kinds of the work.
    package var kinds: some Collection<WorkKind> { self.dueDates.keys }

    /// The earliest due date of the work of a kind; `nil` without such work.
    package subscript(kind: WorkKind) -> Instant? { self.dueDates[kind] }

    /// Adds work of a kind that is due at an instant.
    package mutating func add(_ kind: WorkKind, dueAt: Instant) {
        self.dueDates[kind] = self.dueDates[kind].map { min($0, dueAt) } ?? dueAt
    }

    /// Returns the earliest due date of the work of some kinds; `nil` without such work.
    package func earliest(of kinds: Set<WorkKind>) -> Instant? { kinds.compactMap { self.dueDates[$0] }.min() }
}

/// The answer to the question which work waits.
package struct WorkReading: Hashable, Sendable {
    /// The work that waits.
    package var due = DueWork()
    /// A number for each kind of data that nodes read again after a change: it changes with the data.
    ///
    /// The numbers of endpoints, catalogs and extensions count the actions of operators, which change these.
    package var revisions: [WorkKind: Int64] = [:]

    /// Creates an answer without work.
    package init() {}
}

/// Reads which background work waits.
package protocol WorkReads {
    /// Returns the earliest due dates of the work that waits for the workers of some apps; `nil` includes all apps.
    ///
    /// It excludes work that no worker can take: the event streams of a paused endpoint, and fulfillments of an app
    /// without an active fulfiller. Leased work is due at the end of the lease. One indexed question for all kinds, so
    /// that nodes that share a database can ask it often.
    func waitingWork(of apps: Set<AppName>?) throws -> WorkReading
}
