public import AppStore

/// A queue of future events, ordered by instant and, within one instant, by insertion.
package struct Agenda: Sendable {
    /// The number of an entry, assigned in the order of insertion.
    package typealias Number = UInt64

    /// One event with its instant.
    package struct Entry: Sendable {
        /// The instant, in milliseconds since 1970.
        package let at: Int64
        /// The entry's number.
        package let number: Number
        /// The event.
        package let event: WorldEvent

        /// Returns whether this entry precedes another.
        func precedes(_ other: Entry) -> Bool {
            (self.at, self.number) < (other.at, other.number)
        }
    }

    /// A binary heap with the earliest entry first.
    private var heap: [Entry] = []
    /// Canceled entries that are still in the heap.
    private var canceled: Set<Number> = []
    private var nextNumber: Number = 0

    /// Creates an empty agenda.
    package init() {}

    /// The earliest entry.
    package var next: Entry? { self.heap.first }

    /// All entries in their order.
    package var entries: [Entry] {
        self.heap.filter { !self.canceled.contains($0.number) }.sorted { $0.precedes($1) }
    }

    /// Adds an event and returns the number of its entry.
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

    /// Cancels an entry, which must be in the agenda.
    package mutating func cancel(_ number: Number) {
        self.canceled.insert(number)
        // The first entry of the heap is never a canceled one.
        while let first = self.heap.first, self.canceled.remove(first.number) != nil {
            self.removeFirst()
        }
    }

    /// Removes and returns the earliest entry if it is due at this instant.
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

/// An event that the world performs by itself at its instant.
///
/// The associated integers are indices into the world's state.
package enum WorldEvent: Hashable, Sendable {
    /// A renewal is charged and can no longer be stopped.
    case renewalIsCharged(subscription: Int)
    /// A subscription's period ends, or its renewal is signed shortly before the end.
    case periodEnds(subscription: Int)
    /// A subscription's billing grace ends.
    case graceEnds(subscription: Int)
    /// The store stops trying to bill a subscription.
    case billingRetryEnds(subscription: Int)
    /// A refund request is decided.
    case refundDecided(request: Int)
    /// The app's server receives the decision on a refund request.
    case refundNoticed(request: Int)
    /// An extension for all subscribers is performed.
    case extensionRuns(request: Int)
    /// A reminder about an external purchase token, or its last one, is due.
    case externalPurchase(token: Int)
    /// A customer is notified that the items of a subscription will cost more.
    case commercePriceNotified(subscription: Int)
    /// A notification is sent again, or for the first time after a delay.
    case delivery(notification: Int)
}

/// A planned event of a world; an action may still change it.
public struct WorldAgendaEntry: Hashable, Sendable {
    /// The instant.
    public let at: Timestamp
    /// The customer that the event concerns, if it concerns one.
    public let customer: WorldCustomer?
    /// A description of the event.
    public let text: String
}
