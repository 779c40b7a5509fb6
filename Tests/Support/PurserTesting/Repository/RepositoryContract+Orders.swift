package import Ledger

extension RepositoryContract {
    static let orders = [
        Behavior("An order is stored, found by id and token, and published in its customer's event stream") {
            subject in
            let order = Self.order("1", token: 1)
            let made = try await subject.repository.write { unit in
                try unit.create(order, app: Sample.app, catalog: Catalog())
            }
            try Self.require(made, is: .created(OrderRecord(order: order)), "As it was given.")
            let repository = try await subject.reopen?() ?? subject.repository
            try Self.require(
                try await repository.read { view in try view.order(order.id, app: Sample.app) },
                is: OrderRecord(order: order),
                "By name."
            )
            try Self.require(
                try await repository.read { view in try view.order(with: order.token, app: Sample.app) }?.order,
                is: order,
                "By token."
            )
            try Self.require(
                try await repository.read { view in try view.customer(of: order.token, app: Sample.app) },
                is: order.customer,
                "Its token resolves to its customer."
            )
            try await Self.require(repository, hasPublished: [.orderCreated])
            try Self.require(
                try await repository.read { view in try view.order(order.id, app: AppName("other")) },
                is: nil,
                "Not elsewhere."
            )
            try Self.require(
                try await repository.read { view in try view.order(OrderID("2"), app: Sample.app) },
                is: nil,
                "Nor another."
            )
            await repository.close()
        },
        Behavior("No two orders have a name or a token in common, and no token of another customer is taken") {
            subject in
            let repository = subject.repository
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: Sample.app, catalog: Catalog())
            }
            let named = try await repository.write { unit in
                try unit.create(Self.order("1", token: 2), app: Sample.app, catalog: Catalog())
            }
            try Self.require(named, is: .nameTaken, "The name.")
            let borne = try await repository.write { unit in
                try unit.create(Self.order("2", token: 1), app: Sample.app, catalog: Catalog())
            }
            try Self.require(borne, is: .tokenTaken, "The token.")
            _ = try await repository.write { unit in
                try unit.assign(
                    Sample.token(7),
                    to: Sample.customer("ben"),
                    app: Sample.app,
                    at: Sample.beginning,
                    catalog: Catalog()
                )
            }
            let others = try await repository.write { unit in
                try unit.create(Self.order("3", token: 7), app: Sample.app, catalog: Catalog())
            }
            try Self.require(others, is: .tokenTaken, "Another customer's.")
            let own = try await repository.write { unit in
                try unit.create(
                    Self.order("4", token: 7, customer: "ben"),
                    app: Sample.app,
                    catalog: Catalog()
                )
            }
            try Self.require(own.record != nil, "The customer's own.")
            let elsewhere = try await repository.write { unit in
                try unit.create(
                    Self.order("1", token: 1),
                    app: AppName("other"),
                    catalog: Catalog()
                )
            }
            try Self.require(elsewhere.record != nil, "And all of it in another app.")
        },
        Behavior("An order is made only while its customer has made no other since, where that is asked for") {
            subject in
            let repository = subject.repository
            let app = Sample.app
            let first = try await repository.write { unit in
                try unit.create(
                    Self.order("1", token: 1),
                    app: app,
                    catalog: Catalog(),
                    after: 0
                )
            }
            try Self.require(first.record != nil, "The customer's first.")
            let order = Self.order("2", token: 2)
            let blind = try await repository.write { unit in
                try unit.create(order, app: app, catalog: Catalog(), after: 0)
            }
            try Self.require(blind, is: .overtaken, "The customer has made an order since.")
            try Self.require(
                try await repository.read { view in try view.order(order.id, app: app) },
                is: nil,
                "Nothing was kept."
            )
            let newest = try await repository.read { view in
                try view.orders(of: order.customer, app: app, before: .max, limit: 1)
            }.first
            let place = try Self.unwrap(newest, "The first.").position
            let seeing = try await repository.write { unit in
                try unit.create(order, app: app, catalog: Catalog(), after: place)
            }
            try Self.require(seeing.record != nil, "Now that it was seen.")
            let other = Self.order("3", token: 3, customer: "ben")
            let others = try await repository.write { unit in
                try unit.create(other, app: app, catalog: Catalog(), after: 0)
            }
            try Self.require(others.record != nil, "What others order does not matter.")
        },
        Behavior("A restored purchase is one payment under any of its transactions") {
            subject in
            let repository = subject.repository
            let app = Sample.app
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: app, catalog: Catalog())
            }
            let start = try Self.unwrap(
                try await repository.read { view in try view.orderProgress(of: app) },
                "It is followed."
            )
            let now = Sample.beginning + .minutes(1)
            let alone = Self.payment("990", token: 1, eventPosition: 1)
            let restored = Self.payment("1000", twins: ["1000", "990"], token: 1, eventPosition: 2)
            _ = try await repository.write { unit in
                try unit.hear([alone, restored], app: app, from: start, through: start + 2, at: now)
            }
            let paid = try await repository.read { view in try view.order(OrderID("1"), app: app) }
            try Self.require(paid?.payments.map(\.transactionID), is: [TransactionID("990")], "One payment.")
            try Self.require(paid?.flags, is: [], "It was not paid twice.")
            let refund = Self.payment("1000", twins: ["1000", "990"], token: 1, refundedAt: now, eventPosition: 3)
            _ = try await repository.write { unit in
                try unit.hear([refund], app: app, from: start + 2, through: start + 3, at: now)
            }
            let refunded = try await repository.read { view in try view.order(OrderID("1"), app: app) }
            try Self.require(refunded?.state(at: now), is: .refunded, "And its refund is its refund.")
        },
        Behavior("A payment finds its order by token in either order, and the latest evidence counts") {
            subject in
            let repository = subject.repository
            let app = Sample.app
            try Self.require(
                try await repository.read { view in try view.orderProgress(of: app) },
                is: nil,
                "Nothing is followed before."
            )
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: app, catalog: Catalog())
            }
            let start = try Self.unwrap(
                try await repository.read { view in try view.orderProgress(of: app) },
                "From then on."
            )
            let now = Sample.beginning + .minutes(1)
            // The second order is made after its payment came.
            let payments = [
                Self.payment("100", token: 1, eventPosition: 1), Self.payment("200", token: 2, eventPosition: 2),
            ]
            let isHeard = try await repository.write { unit in
                try unit.hear(payments, app: app, from: start, through: start + 2, at: now)
            }
            try Self.require(isHeard, "No other caller did.")
            let isAgain = try await repository.write { unit in
                try unit.hear([], app: app, from: start, through: start + 9, at: now)
            }
            try Self.require(!isAgain, "Another caller has.")
            let open = try await repository.read { view in try view.paymentsWithoutOrder(app: app, after: 0, limit: 9) }
            try Self.require(open.map(\.payment.transactionID), is: [TransactionID("200")], "One has no order yet.")
            _ = try await repository.write { unit in
                try unit.create(Self.order("2", token: 2), app: app, catalog: Catalog())
            }
            for name in ["1", "2"] {
                let record = try await repository.read { view in try view.order(OrderID(name), app: app) }
                try Self.require(record?.state(at: now), is: .paid, "It is paid.")
            }
            let rest = try await repository.read { view in try view.paymentsWithoutOrder(app: app, after: 0, limit: 9) }
            try Self.require(rest.map(\.payment), is: [], "All have one.")
            try await Self.require(repository, hasPublished: [.orderCreated, .orderPaid, .orderCreated, .orderPaid])
            let refund = Self.payment("100", token: 1, refundedAt: now, eventPosition: 5)
            let late = Self.payment("100", token: 1, eventPosition: 4)
            for (place, payment) in [refund, late].enumerated() {
                let from = start + 2 + Int64(place)
                _ = try await repository.write { unit in
                    try unit.hear([payment], app: app, from: from, through: from + 1, at: now)
                }
            }
            let refunded = try await repository.read { view in try view.order(OrderID("1"), app: app) }
            try Self.require(refunded?.state(at: now), is: .refunded, "The later evidence counts.")
            try Self.require(
                try await repository.read { view in try view.order(OrderID("1"), app: app) }?.payments.first,
                is: refund,
                "As published."
            )
        },
        Behavior("A purchase with the token that does not match pays for no order, and flags it") {
            subject in
            let repository = subject.repository
            let app = Sample.app
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: app, catalog: Catalog())
            }
            let start = try Self.unwrap(
                try await repository.read { view in try view.orderProgress(of: app) },
                "It is followed."
            )
            let other = Self.payment("100", token: 1, product: "gems.60", eventPosition: 1)
            _ = try await repository.write { unit in
                try unit.hear([other], app: app, from: start, through: start + 1, at: Sample.beginning)
            }
            let record = try Self.unwrap(
                try await repository.read { view in try view.order(OrderID("1"), app: app) },
                "It is there."
            )
            try Self.require(record.state(at: Sample.beginning), is: .created, "It waits.")
            try Self.require(record.flags, is: [.otherProduct], "And says why.")
            let flagged = try await repository.read { view in
                try view.orders(in: .flagged, app: app, after: 0, limit: 9)
            }
            try Self.require(flagged.map(\.record), is: [record], "It is listed.")
            let open = try await repository.read { view in try view.paymentsWithoutOrder(app: app, after: 0, limit: 9) }
            try Self.require(open.map(\.payment), is: [other], "So is the purchase.")
            let right = Self.payment("101", token: 1, eventPosition: 2)
            _ = try await repository.write { unit in
                try unit.hear([right], app: app, from: start + 1, through: start + 2, at: Sample.beginning)
            }
            let rest = try await repository.read { view in try view.paymentsWithoutOrder(app: app, after: 0, limit: 9) }
            try Self.require(rest.map(\.payment), is: [other], "The right one pays.")
            try await Self.require(repository, hasPublished: [.orderCreated, .orderFlagged, .orderPaid])
        },
        Behavior("An action on an order is stored, moves it between queues, and is published") { subject in
            let app = Sample.app
            let now = Sample.beginning + .hours(1)
            for number in 1...3 {
                let order = Self.order("\(number)", token: UInt64(number))
                _ = try await subject.repository.write { unit in try unit.create(order, app: app, catalog: Catalog()) }
            }
            let first = subject.repository
            let cancel = OrderAction.cancel(at: now, by: "support", reason: "a mistake")
            try Self.require(
                try await first.write { unit in try unit.perform(cancel, on: OrderID("9"), app: app, at: now) },
                is: nil,
                "No such order."
            )
            _ = try await first.write { unit in try unit.perform(cancel, on: OrderID("1"), app: app, at: now) }
            let note = OrderNote(at: now, by: "support", text: "They called.")
            _ = try await first.write { unit in try unit.perform(.note(note), on: OrderID("1"), app: app, at: now) }
            _ = try await first.write { unit in try unit.perform(.note(note), on: OrderID("1"), app: app, at: now) }
            _ = try await first.write { unit in try unit.perform(.fulfill(at: now), on: OrderID("2"), app: app, at: now)
            }
            _ = try await first.write { unit in try unit.perform(.asked(at: now), on: OrderID("3"), app: app, at: now) }
            let repository = try await subject.reopen?() ?? first
            let canceled = try Self.unwrap(
                try await repository.read { view in try view.order(OrderID("1"), app: app) },
                "It is there."
            )
            try Self.require(
                canceled.cancellation,
                is: OrderRecord.Cancellation(at: now, by: "support", reason: "a mistake"),
                "Called off."
            )
            try Self.require(canceled.notes, is: [note, note], "Both notes.")
            func names(_ queue: OrderQueue) async throws -> [String] {
                try await repository.read { view in try view.orders(in: queue, app: app, after: 0, limit: 9) }.map(
                    \.record.order.id.rawValue
                )
            }
            try Self.require(try await names(.open), is: ["3"], "One waits.")
            try Self.require(try await names(.fulfilledNotPaid), is: ["2"], "One was fulfilled for nothing.")
            try Self.require(try await names(.flagged), is: ["2"], "Which is flagged.")
            try Self.require(
                try await repository.read { view in try view.order(OrderID("3"), app: app) }?.askedAt,
                is: now,
                "Asked."
            )
            try await Self.require(
                repository,
                hasPublished: [.orderCreated, .orderCreated, .orderCreated, .orderCanceled, .orderFlagged]
            )
            await repository.close()
        },
        Behavior("Orders are listed page by page, counted, and each customer's apart") { subject in
            let repository = subject.repository
            let app = Sample.app
            for number in 1...5 {
                let order = Self.order(
                    "\(number)",
                    token: UInt64(number),
                    customer: number == 3 ? "ben" : "anna",
                    at: Sample.beginning + .minutes(Int64(number))
                )
                _ = try await repository.write { unit in try unit.create(order, app: app, catalog: Catalog()) }
            }
            let page = try await repository.read { view in try view.orders(in: .open, app: app, after: 0, limit: 2) }
            try Self.require(page.map(\.record.order.id.rawValue), is: ["1", "2"], "The first two.")
            let next = try await repository.read { view in
                try view.orders(in: .open, app: app, after: page[1].position, limit: 9)
            }
            try Self.require(next.map(\.record.order.id.rawValue), is: ["3", "4", "5"], "The others.")
            let own = try await repository.read { view in
                try view.orders(of: Self.anna, app: app, before: .max, limit: 2)
            }
            try Self.require(own.map(\.record.order.id.rawValue), is: ["5", "4"], "Hers, newest first.")
            let rest = try await repository.read { view in
                try view.orders(of: Self.anna, app: app, before: own[1].position, limit: 9)
            }
            try Self.require(rest.map(\.record.order.id.rawValue), is: ["2", "1"], "And before.")
            let since = Sample.beginning + .minutes(2)
            try Self.require(
                try await repository.read { view in try view.orderCount(of: Self.anna, app: app, since: since) },
                is: 3,
                "Since an instant, which counts."
            )
            try Self.require(
                try await repository.read { view in
                    try view.orderCount(of: Sample.customer("carl"), app: app, since: since)
                },
                is: 0,
                "None."
            )
            try Self.require(
                try await repository.read { view in
                    try view.orders(in: .open, app: AppName("other"), after: 0, limit: 9)
                },
                is: [],
                "Nothing elsewhere."
            )
        },
        Behavior(
            "Orders expire when their time has come and not before, and Apple is asked about those without payment"
        ) {
            subject in
            let repository = subject.repository
            let app = Sample.app
            for number in 1...2 {
                let order = Self.order(
                    "\(number)",
                    token: UInt64(number),
                    at: Sample.beginning + .minutes(Int64(number))
                )
                _ = try await repository.write { unit in try unit.create(order, app: app, catalog: Catalog()) }
            }
            let dueAt = Sample.beginning + .minutes(1) + .days(1)
            try Self.require(try await repository.read { view in try view.nextOrderDueAt() }, is: dueAt, "The first.")
            let early = try await repository.read { view in try view.dueOrders(at: dueAt - .seconds(1), limit: 9) }
            try Self.require(early.map(\.id.rawValue), is: [], "Not yet.")
            let due = try await repository.read { view in try view.dueOrders(at: dueAt, limit: 9) }
            try Self.require(due.map(\.id.rawValue), is: ["1"], "Now.")
            try Self.require(due.map(\.app), is: [app], "Of this app.")
            let toAsk = try await repository.read { view in try view.dueOrderChecks(of: app, at: dueAt, limit: 9) }
            try Self.require(toAsk.map(\.order.id.rawValue), is: ["1", "2"], "Apple is to be asked.")
            let soon = try await repository.read { view in
                try view.dueOrderChecks(of: app, at: Sample.beginning + .minutes(11), limit: 9)
            }
            try Self.require(soon.map(\.order.id.rawValue), is: ["1"], "After ten minutes.")
            _ = try await repository.write { unit in try unit.perform(.look, on: OrderID("1"), app: app, at: dueAt) }
            let later = try await repository.read { view in try view.dueOrders(at: dueAt, limit: 9) }
            try Self.require(later.map(\.id.rawValue), is: [], "Once.")
            try await Self.require(repository, hasPublished: [.orderCreated, .orderCreated, .orderExpired])
        },
        Behavior("A customer is blocked and unblocked under every id") { subject in
            let repository = subject.repository
            let block = CustomerBlock(at: Sample.beginning, by: "support", reason: "They sell refunds.")
            _ = try await repository.write { unit in try unit.block(Self.anna, block, app: Sample.app) }
            try Self.require(
                try await repository.read { view in try view.block(of: Self.anna, app: Sample.app) },
                is: block,
                "It is blocked."
            )
            try Self.require(
                try await repository.read { view in try view.block(of: Sample.customer("ben"), app: Sample.app) },
                is: nil,
                "Another is not."
            )
            let other = CustomerBlock(at: Sample.beginning + .days(1), by: "ada", reason: "Once more.")
            try Self.require(
                try await repository.write { unit in try unit.block(Self.anna, other, app: Sample.app) },
                is: CustomerBlockChange(block, isNew: false),
                "Who is blocked stays as they were blocked first."
            )
            try Self.require(
                try await repository.write { unit in try unit.block(Self.anna, nil, app: Sample.app) },
                is: CustomerBlockChange(nil, isNew: true),
                "The block is removed."
            )
            try Self.require(
                try await repository.read { view in try view.block(of: Self.anna, app: Sample.app) },
                is: nil,
                "No more."
            )
            try Self.require(
                try await repository.write { unit in try unit.block(Self.anna, nil, app: Sample.app) },
                is: CustomerBlockChange(nil, isNew: false),
                "Twice is once."
            )
        },
        Behavior("Erasing a customer removes the texts in the customer's orders") { subject in
            let repository = subject.repository
            let app = Sample.app
            _ = try await repository.write { unit in
                try unit.create(Self.order("1", token: 1), app: app, catalog: Catalog())
            }
            let note = OrderNote(at: Sample.beginning, by: "support", text: "Anna called.")
            _ = try await repository.write { unit in
                try unit.perform(.note(note), on: OrderID("1"), app: app, at: Sample.beginning)
            }
            let block = CustomerBlock(at: Sample.beginning, by: "support", reason: "Anna again.")
            _ = try await repository.write { unit in try unit.block(Self.anna, block, app: app) }
            try await repository.write { unit in try unit.erasePersonalFields(of: Self.anna, app: app) }
            let record = try Self.unwrap(
                try await repository.read { view in try view.order(OrderID("1"), app: app) },
                "It stays."
            )
            try Self.require(record.notes, is: [], "Without notes.")
            try Self.require(record.order.reference, is: nil, "Without the shop's words.")
            try Self.require(
                try await repository.read { view in try view.block(of: Self.anna, app: app) },
                is: nil,
                "Without the block."
            )
        },
    ]

    private static let anna = Sample.customer("anna")

    /// An order for coins, twice what they cost.
    package static func order(
        _ name: String,
        token: UInt64,
        customer: String = "anna",
        at createdAt: Instant = Sample.beginning
    ) -> Order {
        Order(
            id: OrderID(name),
            customer: Sample.customer(customer),
            environment: .production,
            productID: ProductID("gems.600"),
            quantity: 2,
            price: Money(amountMilliunits: 68000, currency: "CNY"),
            reference: "shop-\(name)",
            storefront: "CHN",
            token: Sample.token(token),
            createdAt: createdAt,
            createdBy: "backend",
            expiresAt: createdAt + .days(1)
        )
    }

    /// A purchase of what orders are for.
    package static func payment(
        _ transaction: String,
        twins: [String] = [],
        token: UInt64,
        product: String = "gems.600",
        refundedAt: Instant? = nil,
        eventPosition: Int64
    ) -> OrderPayment {
        OrderPayment(
            environment: .production,
            transactionID: TransactionID(transaction),
            twins: twins.map { TransactionID($0) },
            originalTransactionID: OriginalTransactionID(transaction),
            productID: ProductID(product),
            quantity: 2,
            owner: Self.anna,
            token: Sample.token(token),
            purchasedAt: Sample.beginning + .seconds(30),
            refundedAt: refundedAt,
            eventPosition: eventPosition
        )
    }

    private static func require(
        _ repository: any Repository,
        hasPublished names: [EventName],
        line: UInt = #line
    ) async throws {
        let stream = EventStream(app: Sample.app, subject: .customer(Self.anna))
        let events = try await repository.read { view in try view.events(of: stream, after: 0, limit: 99) }
        try Self.require(events.map(\.name), is: names, "The events.", line: line)
        try Self.require(events.map(\.number), is: events.indices.map { Int64($0) + 1 }, "Without gaps.", line: line)
    }
}

extension OrderCreation {
    /// The order, if it was made.
    fileprivate var record: OrderRecord? {
        if case .created(let record) = self { record } else { nil }
    }
}
