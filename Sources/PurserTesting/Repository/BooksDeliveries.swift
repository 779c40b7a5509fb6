import Ledger

/// What `InMemoryRepository` keeps of what is to be handed over.
struct BooksDeliveries: Sendable {
    /// A delivery, when a worker may take it, and the lease on it.
    struct Kept {
        let scope: Books.Scope
        var delivery: Delivery
        var dueAt: Instant?
        var lease: Int64?
    }

    /// All deliveries in the order in which they were made.
    var all: [Kept] = []
    /// How many leases there were.
    var leases: Int64 = 0

    /// When a worker may take what has just come up: at once.
    static func firstDue(_ delivery: Delivery) -> Instant? {
        switch delivery.state {
        case .due, .delivering, .takeBackDue, .takingBack:
            delivery.changedAt + Span(milliseconds: -4_611_686_018_427_387_904)
        case .waiting, .confirmed, .parked, .cancelled, .takenBack, .takeBackParked: nil
        }
    }

    /// The place of a delivery.
    func place(of id: DeliveryID, app: AppName) -> Int? {
        self.all.firstIndex { $0.delivery.id == id && $0.scope.app == app }
    }

    /// Keeps a delivery that was judged.
    mutating func keep(_ delivery: Delivery, in scope: Books.Scope) {
        guard let place = self.place(of: delivery.id, app: scope.app) else {
            self.all.append(Kept(scope: scope, delivery: delivery, dueAt: Self.firstDue(delivery)))
            return
        }
        let former = self.all[place].delivery
        if former.state != delivery.state || former.call != delivery.call {
            self.all[place].dueAt = Self.firstDue(delivery)
            self.all[place].lease = nil
        }
        self.all[place].delivery = delivery
    }
}
