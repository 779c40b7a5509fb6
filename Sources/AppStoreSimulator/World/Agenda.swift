public import AppStore

/// What is to happen when: a queue ordered by instant, and for one instant by when it was put in.
package struct Agenda: Sendable {
    /// The names of entries, given in the order in which they are put in.
    package typealias Number = UInt64

    /// Something that is to happen.
    package struct Entry: Sendable {
        /// When, in milliseconds since 1970.
        package let at: Int64
        /// The entry's name.
        package let number: Number
        /// What.
        package let event: WorldEvent

        /// Whether this entry comes before another.
        func precedes(_ other: Entry) -> Bool {
            (self.at, self.number) < (other.at, other.number)
        }
    }

    /// A binary heap with the earliest entry first.
    private var heap: [Entry] = []
    /// Entries taken back that are still in the heap.
    private var canceled: Set<Number> = []
    private var nextNumber: Number = 0

    /// An empty agenda.
    package init() {}

    /// The earliest entry.
    package var next: Entry? { self.heap.first }

    /// All entries in their order.
    package var entries: [Entry] {
        self.heap.filter { !self.canceled.contains($0.number) }.sorted { $0.precedes($1) }
    }

    /// Puts an event in and answers its name.
    @discardableResult
    package mutating func add(_ event: WorldEvent, at milliseconds: Int64) -> Number {
        let entry = Entry(at: milliseconds, number: self.nextNumber, event: event)
        self.nextNumber += 1
        self.heap.append(entry)
        var child = self.heap.count - 1
        while child > 0, case let parent = (child - 1) / 2, self.heap[child].precedes(self.heap[parent]) {
            self.heap.swapAt(child, parent)
            child = parent
        }
        return entry.number
    }

    /// Takes an entry back, which must be in the agenda.
    package mutating func cancel(_ number: Number) {
        self.canceled.insert(number)
        // The earliest entry is always one that counts.
        while let first = self.heap.first, self.canceled.remove(first.number) != nil {
            self.removeFirst()
        }
    }

    /// Takes out the earliest entry if it is due at this instant.
    package mutating func popDue(at milliseconds: Int64) -> Entry? {
        guard let first = self.heap.first, first.at <= milliseconds else { return nil }
        self.removeFirst()
        while let next = self.heap.first, self.canceled.remove(next.number) != nil {
            self.removeFirst()
        }
        return first
    }

    private mutating func removeFirst() {
        let last = self.heap.removeLast()
        guard !self.heap.isEmpty else { return }
        self.heap[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < self.heap.count {
                if self.heap[child].precedes(self.heap[smallest]) {
                    smallest = child
                }
            }
            guard smallest != parent else { return }
            self.heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}

/// Something that the world does by itself when its time has come; places are indices into the world's state.
package enum WorldEvent: Hashable, Sendable {
    /// A renewal can no longer be stopped.
    case renewalIsCharged(subscription: Int)
    /// A subscription's period ends, or its renewal is signed just ahead of that.
    case periodEnds(subscription: Int)
    /// A subscription's billing grace ends.
    case graceEnds(subscription: Int)
    /// The store stops trying to bill a subscription.
    case billingRetryEnds(subscription: Int)
    /// A refund request is decided.
    case refundDecided(request: Int)
    /// The app's server is told how a refund request was decided.
    case refundNoticed(request: Int)
    /// An extension for all subscribers is worked off.
    case extensionRuns(request: Int)
    /// A reminder of an external purchase token, or its end, is due.
    case externalPurchase(token: Int)
    /// A customer is told that the items of a subscription will cost more.
    case commercePriceNotified(subscription: Int)
    /// A notification is sent again, or for the first time when it was held back.
    case delivery(notification: Int)
}

/// Something that will happen in a world, if nothing changes before.
public struct WorldAgendaEntry: Hashable, Sendable {
    /// When.
    public let at: Timestamp
    /// Whom it concerns, where it concerns one customer.
    public let customer: WorldCustomer?
    /// What will happen, in words.
    public let text: String
}
