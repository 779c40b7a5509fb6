import Ledger

extension RepositoryContract {
    /// The required behavior for payments of orders, and for order limits.
    static let paidOrders: [Behavior] =
        Self.limitedOrders + [
            Behavior("The orders in each queue are counted up to a limit") { subject in
                let repository = subject.repository
                for number in UInt64(1)...5 { try await Self.order("\(number)", token: number, repository) }
                let at = Sample.beginning + .hours(1)
                _ = try await repository.write { unit in
                    try unit.perform(.fulfill(at: at), on: OrderID("2"), app: Sample.app, at: at)
                }
                for (limit, expected) in [(0, [0, 0, 0, 0]), (3, [3, 0, 1, 1]), (9, [4, 0, 1, 1])] {
                    let counts = try await repository.read { view in
                        try OrderQueue.allCases.map { try view.orderCount(in: $0, app: Sample.app, limit: limit) }
                    }
                    try Self.require(counts, is: expected, "At most \(limit) of each queue.")
                }
                let none = try await repository.read { view in
                    try view.orderCount(in: .open, app: AppName("other"), limit: 9)
                }
                try Self.require(none, is: 0, "Another app has no orders.")
            },
            Behavior("The unit that records a payment pays its order, and the events add nothing to it") { subject in
                let repository = subject.repository
                let now = Sample.beginning
                try await Self.order("1", token: 1, repository)
                let start = try Self.unwrap(
                    try await repository.read { view in try view.orderProgress(of: Sample.app) },
                    "It is followed."
                )
                let intake = Self.bought("1", at: now, token: 1)
                _ = try await repository.ingest(intake)
                func order() async throws -> OrderRecord? {
                    try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                }
                let paid = try await order()
                try Self.require(paid?.state(at: now), is: .paid, "At once.")
                try Self.require(paid?.payments.map(\.owner), is: [Self.ada], "By its customer.")
                try Self.require(
                    try await repository.read { view in try view.orderProgress(of: Sample.app) },
                    is: start,
                    "The events are still to be followed."
                )
                _ = try await repository.ingest(intake)
                try Self.require(try await order(), is: paid, "A repeated intake changes nothing.")
                try await Self.hear([Self.payment("1", at: now, token: 1)], repository)
                let names = try await repository.read { view in
                    try view.events(of: EventStream(app: Sample.app, subject: .customer(Self.ada)), after: 0, limit: 99)
                }
                .map(\.name).filter { $0.rawValue.hasPrefix("order.") }
                try Self.require(names, is: [.orderCreated, .orderPaid], "Each is published once.")
                try Self.require(try await order()?.state(at: now), is: .paid, "It stays paid.")
            },
            Behavior("A token that stood for the customer before lets only later purchases pay for its order") {
                subject in
                let repository = subject.repository
                let now = Sample.beginning
                let isHis = try await repository.write { unit in
                    try unit.assign(
                        Sample.token(1),
                        to: Self.ada,
                        app: Sample.app,
                        at: now,
                        catalog: Catalog()
                    )
                }
                try Self.require(isHis, "It resolves to the customer.")
                _ = try await repository.record(Self.bought("1", at: now - .hours(1), token: 1))
                try await Self.order("other", token: 9, repository)
                try await Self.hear([Self.payment("2", at: now - .minutes(6), token: 1)], repository)
                try await Self.order("1", token: 1, repository)
                let open = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                try Self.require(open?.payments, is: [], "What was bought before is not its own.")
                try Self.require(open?.state(at: now), is: .created, "It waits.")
                try await Self.hear([Self.payment("3", at: now - .minutes(7), token: 1)], repository)
                try Self.require(
                    try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }?.payments,
                    is: [],
                    "Nor what is published later."
                )
                let without = try await repository.read { view in
                    try view.paymentsWithoutOrder(app: Sample.app, after: 0, limit: 9)
                }
                try Self.require(
                    without.map(\.payment.transactionID.rawValue),
                    is: ["2", "3"],
                    "They are purchases without an order."
                )
                try await Self.hear([Self.payment("4", at: now - Order.clockTolerance, token: 1)], repository)
                let paid = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                try Self.require(paid?.state(at: now), is: .paid, "Clocks may differ by so much.")
                try Self.require(paid?.flags, is: [], "And nothing is wrong with it.")
            },
            Behavior("An order finds an unpublished payment: recorded silently, or before the first order") {
                subject in
                let repository = subject.repository
                _ = try await repository.record(Self.bought("1", at: Sample.beginning, token: 1))
                try await Self.order("1", token: 1, repository)
                let first = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                try Self.require(first?.payments.map(\.transactionID.rawValue), is: ["1"], "Before the first order.")
                try Self.require(first?.state(at: Sample.beginning), is: .paid, "It pays.")
                var silent = Self.bought("2", at: Sample.beginning, token: 2)
                silent.publishesEvents = false
                _ = try await repository.record(silent)
                try await Self.order("2", token: 2, repository)
                let second = try await repository.read { view in try view.order(OrderID("2"), app: Sample.app) }
                try Self.require(second?.payments.map(\.transactionID.rawValue), is: ["2"], "Without events.")
                try Self.require(second?.state(at: Sample.beginning), is: .paid, "It pays.")
                // What is published of it afterwards is the same payment.
                try await Self.hear([Self.payment("2", at: Sample.beginning, token: 2)], repository)
                let again = try await repository.read { view in try view.order(OrderID("2"), app: Sample.app) }
                try Self.require(again?.payments.count, is: 1, "Once.")
                try Self.require(again?.flags, is: [], "It was not paid twice.")
            },
            Behavior("A payment whose refund is reported flags its order for as long as the report stands") {
                subject in
                let repository = subject.repository
                try await Self.order("1", token: 1, repository)
                let reported = Self.payment("1", at: Sample.beginning, token: 1, isRefundReported: true)
                try await Self.hear([reported], repository)
                let flagged = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                try Self.require(flagged?.flags, is: [.refundReported], "A person looks at it.")
                try Self.require(flagged?.state(at: Sample.beginning), is: .paid, "It is paid.")
                try await Self.hear([Self.payment("1", at: Sample.beginning, token: 1)], repository)
                let undone = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                try Self.require(undone?.flags, is: [], "Nothing is wrong with it any more.")
            },
            Behavior("A paid order is not canceled, even on the basis of an earlier read") { subject in
                let repository = subject.repository
                try await Self.order("1", token: 1, repository)
                try await Self.hear([Self.payment("1", at: Sample.beginning, token: 1)], repository)
                let cancel = OrderAction.cancel(at: Sample.beginning, by: "shop", reason: nil)
                let record = try await repository.write { unit in
                    try unit.perform(
                        cancel,
                        on: OrderID("1"),
                        app: Sample.app,
                        at: Sample.beginning
                    )
                }
                try Self.require(record?.cancellation, is: nil, "It is not.")
                try Self.require(record?.state(at: Sample.beginning), is: .paid, "It is paid.")
                let note = OrderAction.note(OrderNote(at: Sample.beginning, by: "shop", text: "n"))
                for _ in 0...OrderNote.maximumCount {
                    _ = try await repository.write { unit in
                        try unit.perform(note, on: OrderID("1"), app: Sample.app, at: Sample.beginning)
                    }
                }
                let noted = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                try Self.require(noted?.notes.count, is: OrderNote.maximumCount, "Nor are there ever too many notes.")
            },
            Behavior("An orderer who is merged into the payer has paid, and has not once that is undone") { subject in
                let repository = subject.repository
                try await Self.order("1", token: 1, repository)
                var payment = Self.payment("1", at: Sample.beginning, token: 1)
                payment = payment.owned(by: Self.ben)
                _ = try await repository.write { unit in
                    try unit.assign(
                        Sample.token(5),
                        to: Self.ben,
                        app: Sample.app,
                        at: Sample.beginning,
                        catalog: Catalog()
                    )
                }
                try await Self.hear([payment], repository)
                let before = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
                try Self.require(before?.flags, is: [.otherCustomer], "Another has paid.")
                try await Self.perform(.merge(Self.ada, into: Self.ben), "m1", repository)
                try Self.require(
                    try await repository.read { view in
                        try view.orders(in: .paidNotFulfilled, app: Sample.app, after: 0, limit: 9)
                    }.count,
                    is: 1,
                    "It is the same customer."
                )
                try Self.require(
                    try await repository.read { view in
                        try view.orders(in: .flagged, app: Sample.app, after: 0, limit: 9)
                    }.count,
                    is: 0,
                    "And nothing is wrong."
                )
                try await Self.perform(.undo(OwnershipChangeID("m1")), "u1", repository)
                try Self.require(
                    try await repository.read { view in
                        try view.orders(in: .flagged, app: Sample.app, after: 0, limit: 9)
                    }.count,
                    is: 1,
                    "It is another customer again."
                )
            },
            Behavior("A customer's fulfillments in a given state are found under every id") { subject in
                let repository = subject.repository
                for (id, customer) in [("1", Self.ada), ("2", Self.ben), ("3", Self.ada)] {
                    var intake = Sample.facts([Sample.gems(id)], submission: Sample.submission(customer.rawValue, id))
                    intake.catalog = Self.catalog
                    _ = try await repository.record(intake)
                }
                try await Self.perform(.merge(Self.ada, into: Self.ben), "m1", repository)
                let due = FulfillmentFilter(state: .due, customer: Self.ben)
                let page = try await repository.read { view in
                    try view.fulfillments(of: Sample.app, matching: due, after: 0, limit: 2)
                }
                try Self.require(page.map(\.fulfillment.transactionID.rawValue), is: ["1", "2"], "The first page.")
                let rest = try await repository.read { view in
                    try view.fulfillments(
                        of: Sample.app,
                        matching: due,
                        after: page.last?.position ?? 0,
                        limit: 2
                    )
                }
                try Self.require(rest.map(\.fulfillment.transactionID.rawValue), is: ["3"], "The second.")
                let suspended = FulfillmentFilter(state: .suspended, customer: Self.ben)
                let none = try await repository.read { view in
                    try view.fulfillments(of: Sample.app, matching: suspended, after: 0, limit: 2)
                }
                try Self.require(none, is: [], "Nothing else stands elsewhere.")
            },
        ]

    // MARK: What is shown

    private static let ada = Sample.customer("ada")
    private static let ben = Sample.customer("ben")

    private static let catalog = Catalog(
        products: [ProductID("gems"): Product(id: ProductID("gems"), kind: .consumable)],
        fulfillment: FulfillmentPolicy(from: Sample.beginning)
    )

    private static func bought(_ id: String, at boughtAt: Instant, token: UInt64) -> Intake {
        var snapshot = Sample.gems(id, at: boughtAt)
        snapshot.accountToken = Sample.token(token)
        return Sample.facts([snapshot])
    }

    private static func order(_ name: String, token: UInt64, _ repository: any Repository) async throws {
        let order = Sample.order(name, by: Self.ada, token: token)
        let made = try await repository.write { unit in try unit.create(order, app: Sample.app, catalog: Catalog()) }
        guard case .created = made else { throw ContractViolation("Order \(name) is made, not \(made).", line: #line) }
    }

    private static func payment(
        _ id: String,
        at boughtAt: Instant,
        token: UInt64,
        isRefundReported: Bool = false
    ) -> OrderPayment {
        OrderPayment(
            environment: .production,
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems"),
            quantity: 1,
            owner: Self.ada,
            token: Sample.token(token),
            purchasedAt: boughtAt,
            isRefundReported: isRefundReported,
            eventPosition: 0
        )
    }

    private static func hear(_ payments: [OrderPayment], _ repository: any Repository) async throws {
        let from = try Self.unwrap(
            try await repository.read { view in try view.orderProgress(of: Sample.app) },
            "It is followed."
        )
        let published = payments.map { payment in
            OrderPayment(
                environment: payment.environment,
                transactionID: payment.transactionID,
                originalTransactionID: payment.originalTransactionID,
                productID: payment.productID,
                quantity: payment.quantity,
                owner: payment.owner,
                token: payment.token,
                purchasedAt: payment.purchasedAt,
                isRefundReported: payment.isRefundReported,
                eventPosition: from + 1
            )
        }
        _ = try await repository.write { unit in
            try unit.hear(published, app: Sample.app, from: from, through: from + 1, at: Sample.beginning)
        }
    }

    private static func perform(
        _ kind: OwnershipChange.Kind,
        _ id: String,
        _ repository: any Repository
    ) async throws {
        let change = OwnershipChange(
            id: OwnershipChangeID(id),
            kind: kind,
            changedAt: Sample.beginning,
            by: "support",
            note: nil
        )
        _ = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }.get()
    }
}
