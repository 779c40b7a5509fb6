import Ledger

/// What `InMemoryRepository` keeps of what is to be handed over.
struct BooksDeliveries: Sendable {
    /// A delivery, when a worker may take it, and the lease on it.
    struct Kept {
        let scope: Books.Scope
        var work: WorkedDelivery

        /// The delivery.
        var delivery: Delivery { self.work.delivery }
    }

    /// All deliveries in the order in which they were made.
    var all: [Kept] = []
    /// How many leases there were.
    var leases: Int64 = 0

    /// The place of a delivery.
    func place(of id: DeliveryID, app: AppName) -> Int? {
        self.all.firstIndex { $0.delivery.id == id && $0.scope.app == app }
    }

    /// Keeps a delivery that was judged.
    mutating func keep(_ delivery: Delivery, in scope: Books.Scope) {
        guard let place = self.place(of: delivery.id, app: scope.app) else {
            self.all.append(Kept(scope: scope, work: WorkedDelivery(delivery)))
            return
        }
        self.all[place].work.settle(delivery)
    }
}
