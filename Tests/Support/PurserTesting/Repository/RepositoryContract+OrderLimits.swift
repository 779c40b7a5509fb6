import Ledger

extension RepositoryContract {
    /// The required behavior for order limits, and for the retention of orders and tokens.
    static let limitedOrders: [Behavior] = [
        Behavior("A customer's open orders are limited across all ids, until one is no longer open") {
            subject in
            let repository = subject.repository
            var limits = OrderLimits()
            limits.open = 2
            let now = Sample.beginning
            func make(_ number: Int, _ customer: String, at instant: Instant = now) async throws -> Bool {
                try await Self.make(number, customer, at: instant, within: limits, repository) == nil
            }
            try Self.require(try await make(1, "ada"), "The first.")
            try Self.require(try await make(2, "ada"), "The second.")
            let refusal = try await Self.make(3, "ada", at: now, within: limits, repository)
            try Self.require(refusal, is: .tooManyOpen, "No third.")
            try Self.require(
                try await repository.read { view in try view.order(OrderID("3"), app: Sample.app) },
                is: nil,
                "It is not kept."
            )
            try Self.require(
                try await repository.read { view in try view.customer(of: Sample.token(3), app: Sample.app) },
                is: nil,
                "Nor is its token."
            )
            try Self.require(try await make(4, "ben"), "Another customer is another.")
            try await Self.perform(
                .merge(Sample.customer("ada"), into: Sample.customer("ben")),
                "m",
                at: now,
                repository
            )
            try Self.require(try await make(5, "ben") == false, "Both are one.")
            try await Self.perform(.undo(OwnershipChangeID("m")), "u", at: now, repository)
            try Self.require(try await make(6, "ben"), "And two again.")
            let cancel = OrderAction.cancel(at: now, by: "shop", reason: nil)
            _ = try await repository.write { unit in
                try unit.perform(cancel, on: OrderID("1"), app: Sample.app, at: now)
            }
            try Self.require(try await make(7, "ada"), "One is called off.")
            try Self.require(try await make(8, "ada") == false, "Full again.")
            try await Self.hear([Self.paid("2", token: 2, at: now)], at: now, repository)
            try Self.require(try await make(9, "ada"), "One is paid.")
            try Self.require(try await make(10, "ada", at: now + .days(1)), "And one expires without being read.")
        },
        Behavior("A customer makes no more orders within an hour and a day than may be, and a restart forgets none") {
            subject in
            var repository = subject.repository
            var limits = OrderLimits()
            limits.perHour = 2
            limits.perDay = 3
            func make(_ number: Int, after span: Span) async throws -> OrderCreation? {
                try await Self.make(number, "ada", at: Sample.beginning + span, within: limits, repository)
            }
            try Self.require(try await make(1, after: .zero), is: nil, "The first.")
            try Self.require(try await make(2, after: .minutes(10)), is: nil, "The second.")
            repository = try await subject.reopen?() ?? repository
            let hourly = OrderCreation.tooMany(until: Sample.beginning + .hours(1))
            try Self.require(try await make(3, after: .minutes(20)), is: hourly, "No third within the hour.")
            try Self.require(try await make(3, after: .hours(1)), is: nil, "An hour after the first.")
            let daily = OrderCreation.tooMany(until: Sample.beginning + .days(1))
            try Self.require(try await make(4, after: .hours(5)), is: daily, "No fourth within the day.")
            let cancel = OrderAction.cancel(at: Sample.beginning, by: "shop", reason: nil)
            _ = try await repository.write { unit in
                try unit.perform(cancel, on: OrderID("1"), app: Sample.app, at: Sample.beginning)
            }
            try Self.require(try await make(4, after: .hours(5)), is: daily, "One that is called off was made.")
            try Self.require(try await make(4, after: .days(1)), is: nil, "A day after the first.")
            await repository.close()
        },
        Behavior("The sums of open orders are those of the orders one by one, after any history") { subject in
            for seed in UInt64(1)...3 { try await Self.checkSums(seed: seed, in: subject.repository) }
        },
        Behavior("An unpaid order closes at one instant, and whether it was removed since makes no difference") {
            subject in
            let repository = subject.repository
            for number in 1...5 { _ = try await Self.make(number, "ada", at: Sample.beginning, repository) }
            let expired = Sample.beginning + .days(1)
            for number in 1...4 {
                _ = try await repository.write { unit in
                    try unit.perform(.look, on: OrderID("\(number)"), app: Sample.app, at: expired)
                }
            }
            let closesAt = expired + OrderLimits.defaultRetention
            let note = OrderAction.note(OrderNote(at: expired, by: "shop", text: "They called."))
            _ = try await repository.write { unit in
                try unit.perform(note, on: OrderID("2"), app: Sample.app, at: expired)
            }
            try await Self.hear([Self.paid("1", token: 1, at: expired)], at: closesAt - .seconds(1), repository)
            let late = try await repository.read { view in try view.order(OrderID("1"), app: Sample.app) }
            try Self.require(late?.state(at: closesAt), is: .paid, "Until then a payment finds it.")
            // The third hears of its payment before it is removed, the fourth after.
            try await Self.hear([Self.paid("3", token: 3, at: expired)], at: closesAt, repository)
            let closed = try await repository.read { view in try view.order(OrderID("3"), app: Sample.app) }
            try Self.require(closed?.payments ?? [], is: [], "From then on none does.")
            let none = try await repository.write { unit in
                try unit.perform(note, on: OrderID("3"), app: Sample.app, at: closesAt)
            }
            try Self.require(none, is: nil, "Nor is anything done to it.")
            let soon = closesAt + OrderRecord.removedAfter
            try Self.require(
                try await repository.removeClosedOrders(at: soon - .seconds(1), limit: 9),
                is: 0,
                "Clocks may differ."
            )
            try Self.require(try await repository.removeClosedOrders(at: soon, limit: 1), is: 1, "So many at once.")
            try Self.require(try await repository.removeClosedOrders(at: soon, limit: 9), is: 1, "Then the other.")
            try Self.require(try await repository.removeClosedOrders(at: soon, limit: 9), is: 0, "Once.")
            try await Self.hear([Self.paid("4", token: 4, at: expired)], at: soon, repository)
            let left = try await repository.read { view in
                try view.orders(of: Sample.customer("ada"), app: Sample.app, before: .max, limit: 9)
            }
            try Self.require(
                left.map(\.record.order.id.rawValue),
                is: ["5", "2", "1"],
                "What is paid, written about or due stays."
            )
            let without = try await repository.read { view in
                try view.paymentsWithoutOrder(app: Sample.app, after: 0, limit: 9)
            }
            try Self.require(without.map(\.payment.transactionID.rawValue), is: ["3", "4"], "Both are alike.")
            for number in 3...4 {
                try Self.require(
                    try await repository.read { view in
                        try view.customer(of: Sample.token(UInt64(number)), app: Sample.app)
                    },
                    is: Sample.customer("ada"),
                    "The token resolves to its customer permanently."
                )
            }
            // Nothing of it is taken over by an order that comes later.
            _ = try await repository.write({ unit in
                try unit.perform(.look, on: OrderID("5"), app: Sample.app, at: soon)
            })
            try Self.require(try await repository.removeClosedOrders(at: soon, limit: 9), is: 0, "The newest stays.")
            let again = try await Self.make(6, "ada", at: soon, token: 3, repository)
            try Self.require(again, is: nil, "A token can be ordered with again.")
            let fresh = try await repository.read { view in try view.order(OrderID("6"), app: Sample.app) }
            try Self.require(fresh?.payments ?? [], is: [], "What was bought before is not its own.")
        },
        Behavior("An order whose notes are forgotten with its customer's name is removed as though it had none") {
            subject in
            let repository = subject.repository
            for number in 1...2 { _ = try await Self.make(number, "ada", at: Sample.beginning, repository) }
            let note = OrderAction.note(OrderNote(at: Sample.beginning, by: "shop", text: "They called."))
            _ = try await repository.write { unit in
                try unit.perform(note, on: OrderID("1"), app: Sample.app, at: Sample.beginning)
            }
            let closed = Sample.beginning + .days(1) + OrderLimits.defaultRetention + OrderRecord.removedAfter
            _ = try await repository.write { unit in
                try unit.perform(.look, on: OrderID("1"), app: Sample.app, at: closed)
            }
            try Self.require(try await repository.removeClosedOrders(at: closed, limit: 9), is: 0, "A note keeps it.")
            try await repository.write { unit in
                try unit.erasePersonalFields(of: Sample.customer("ada"), app: Sample.app)
            }
            try Self.require(try await repository.removeClosedOrders(at: closed, limit: 9), is: 1, "There is none.")
        },
        Behavior("A customer of whom there is nothing but a token is known, and merged and erased like any other") {
            subject in
            let repository = subject.repository
            let people = ["anonymous:1", "anonymous:2", "anonymous:3"].compactMap { CustomerID($0) }
            for (number, customer) in people.enumerated() {
                try await repository.write { unit in
                    try unit.add(Self.token(UInt8(number), of: customer, at: Sample.beginning))
                }
            }
            let empty = CustomerRecord(eventCount: 0, mergedCustomers: [], mergedInto: nil)
            try Self.require(
                try await repository.read { view in try view.record(of: people[0], app: Sample.app) },
                is: empty,
                "It is known."
            )
            let elsewhere = try await repository.read { view in try view.record(of: people[0], app: AppName("other")) }
            try Self.require(elsewhere, is: nil, "Not elsewhere.")
            let anna = Sample.customer("anna")
            try await Self.perform(.merge(people[0], into: anna), "m", at: Sample.beginning, repository)
            let merged = try await repository.read { view in try view.record(of: people[0], app: Sample.app) }
            try Self.require(merged?.mergedInto, is: anna, "The customer is merged into anna.")
            let ended = try await repository.read { view in try view.customer(ofToken: Self.digest(0), app: Sample.app)
            }
            try Self.require(ended, is: nil, "The token has ended.")
            try await Self.perform(.erase(people[1]), "e", at: Sample.beginning, repository)
            try Self.require(
                try await repository.read { view in try view.record(of: people[1], app: Sample.app) },
                is: nil,
                "It is deleted."
            )
            let gone = try await repository.read { view in try view.customer(ofToken: Self.digest(1), app: Sample.app) }
            try Self.require(gone, is: nil, "The token is deleted with it.")
            let stands = try await repository.read { view in try view.customer(ofToken: Self.digest(2), app: Sample.app)
            }
            try Self.require(stands, is: people[2], "The third customer keeps the token.")
        },
        Behavior("An unused token is deleted if its customer has no records, and kept if it has some") {
            subject in
            let repository = subject.repository
            let people = (0..<4).compactMap { CustomerID("anonymous:\($0)") }
            for (number, customer) in people.enumerated() {
                let mintedAt = Sample.beginning + .seconds(Int64(number))
                try await repository.write { unit in try unit.add(Self.token(UInt8(number), of: customer, at: mintedAt))
                }
            }
            // The first orders, the second comes back, the others are never heard of again.
            _ = try await Self.make(1, people[0].rawValue, at: Sample.beginning, repository)
            for (number, span) in [(1, Span.hours(12)), (1, .days(50)), (3, .hours(23))] {
                let found = try await repository.customer(
                    ofToken: Self.digest(UInt8(number)),
                    app: Sample.app,
                    usedAt: Sample.beginning + span
                )
                try Self.require(found, is: people[number], "It resolves to the customer.")
            }
            let unknown = try await repository.customer(
                ofToken: Self.digest(9),
                app: Sample.app,
                usedAt: Sample.beginning
            )
            try Self.require(unknown, is: nil, "No other token resolves.")
            func remove(before span: Span) async throws -> [Int] {
                let step = try await repository.write { unit in
                    try unit.removeUnusedCustomerTokens(
                        seenBefore: Sample.beginning + span,
                        limit: 1
                    )
                }
                return [step.removed, step.isDone ? 1 : 0]
            }
            func existing() async throws -> [Int] {
                var numbers: [Int] = []
                for number in people.indices {
                    let found = try await repository.read { view in
                        try view.customer(ofToken: Self.digest(UInt8(number)), app: Sample.app)
                    }
                    if found != nil { numbers.append(number) }
                }
                return numbers
            }
            try Self.require(try await remove(before: .zero), is: [0, 1], "All were seen since.")
            try Self.require(try await remove(before: .days(2)), is: [0, 0], "The first has ordered.")
            try Self.require(try await remove(before: .days(2)), is: [1, 0], "The third goes.")
            try Self.require(try await remove(before: .days(2)), is: [1, 0], "What is used within a day of it too.")
            try Self.require(try await remove(before: .days(2)), is: [0, 1], "And no more.")
            try Self.require(try await existing(), is: [0, 1], "Theirs stand.")
            try Self.require(try await remove(before: .days(51)), is: [1, 0], "The second, much later.")
            try Self.require(try await existing(), is: [0], "A customer with an order keeps the token.")
            try Self.require(
                try await repository.read { view in try view.record(of: people[1], app: Sample.app) },
                is: nil,
                "The others were never there."
            )
        },
    ]

    // MARK: What is shown

    private static func digest(_ number: UInt8) -> ContentDigest {
        guard let digest = ContentDigest(Array(repeating: number, count: ContentDigest.byteCount)) else {
            preconditionFailure("There are as many bytes as a digest has.")
        }
        return digest
    }

    private static func token(_ number: UInt8, of customer: CustomerID, at mintedAt: Instant) -> CustomerTokenRecord {
        CustomerTokenRecord(digest: Self.digest(number), app: Sample.app, customer: customer, mintedAt: mintedAt)
    }

    /// Makes an order that waits for a day; why not, where it is refused.
    private static func make(
        _ number: Int,
        _ customer: String,
        at instant: Instant,
        within limits: OrderLimits = OrderLimits(),
        token: UInt64? = nil,
        amount: Money? = nil,
        _ repository: any Repository
    ) async throws -> OrderCreation? {
        let order = Sample.order(
            "\(number)",
            by: Sample.customer(customer),
            token: token ?? UInt64(number),
            amount: amount,
            at: instant
        )
        let made = try await repository.write { unit in
            try unit.create(
                order,
                app: Sample.app,
                catalog: Catalog(),
                after: nil,
                within: limits
            )
        }
        if case .created = made { return nil }
        return made
    }

    private static func paid(_ id: String, token: UInt64, at instant: Instant) -> OrderPayment {
        OrderPayment(
            environment: .production,
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems"),
            quantity: 1,
            owner: nil,
            token: Sample.token(token),
            purchasedAt: instant,
            eventPosition: 0
        )
    }

    private static func hear(
        _ payments: [OrderPayment],
        at now: Instant,
        _ repository: any Repository
    ) async throws {
        let from = try Self.unwrap(
            try await repository.read { view in try view.orderProgress(of: Sample.app) },
            "It is followed."
        )
        _ = try await repository.write { unit in
            try unit.hear(payments, app: Sample.app, from: from, through: from + 1, at: now)
        }
    }

    private static func perform(
        _ kind: OwnershipChange.Kind,
        _ id: String,
        at now: Instant,
        _ repository: any Repository
    ) async throws {
        let change = OwnershipChange(id: OwnershipChangeID(id), kind: kind, changedAt: now, by: "support", note: nil)
        _ = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }.get()
    }

    /// Lets customers order, pay, call off, become one and be forgotten, and compares sums with what the orders say.
    private static func checkSums(seed: UInt64, in repository: any Repository) async throws {
        var generator = SeededGenerator(seed: seed)
        var now = Sample.beginning
        var people = (1...3).map { "c\(seed)-\($0)" }
        var orders: [Int] = []
        var merges: [String] = []
        for step in 1...60 {
            let number = Int(seed) * 1000 + step
            now = now + .hours(Int64(generator.number(below: 4)))
            let customer = generator.pick(people)
            switch generator.number(below: 10) {
            case 0...4:
                let currency = generator.pick(["CNY", "USD", nil])
                let amount = currency.map {
                    Money(amountMilliunits: Int64(generator.number(below: 9)), currency: $0)
                }
                if try await Self.make(number, customer, at: now, amount: amount, repository) == nil {
                    orders.append(number)
                }
            case 5 where !orders.isEmpty:
                let cancel = OrderAction.cancel(at: now, by: "shop", reason: nil)
                let id = OrderID("\(generator.pick(orders))")
                _ = try await repository.write { [now] unit in
                    try unit.perform(
                        cancel,
                        on: id,
                        app: Sample.app,
                        at: now
                    )
                }
            case 6 where !orders.isEmpty:
                let paid = generator.pick(orders)
                try await Self.hear([Self.paid("\(paid)", token: UInt64(paid), at: now)], at: now, repository)
            case 7:
                for due in try await repository.read({ [now] view in try view.dueOrders(at: now, limit: 3) }) {
                    _ = try await repository.write { [now] unit in
                        try unit.perform(.look, on: due.id, app: due.app, at: now)
                    }
                }
            case 8 where people.count > 2 && !orders.isEmpty:
                let other = generator.pick(people.filter { $0 != customer })
                let merge = OwnershipChange.Kind.merge(Sample.customer(customer), into: Sample.customer(other))
                let change = OwnershipChange(
                    id: OwnershipChangeID("m\(number)"),
                    kind: merge,
                    changedAt: now,
                    by: "ada"
                )
                let result = try await repository.write { unit in
                    try unit.change(
                        change,
                        of: Sample.app,
                        catalog: Catalog(),
                        isPreview: false
                    )
                }
                if case .success = result { merges.append("m\(number)") }
            case 9 where !merges.isEmpty && generator.happens(percent: 50):
                let undo = OwnershipChange.Kind.undo(OwnershipChangeID(merges.removeLast()))
                let change = OwnershipChange(id: OwnershipChangeID("u\(number)"), kind: undo, changedAt: now, by: "ada")
                _ = try await repository.write { unit in
                    try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
                }
            case 9 where step > 50:
                let erase = OwnershipChange.Kind.erase(Sample.customer(customer))
                let change = OwnershipChange(
                    id: OwnershipChangeID("e\(number)"),
                    kind: erase,
                    changedAt: now,
                    by: "ada"
                )
                _ = try await repository.write { unit in
                    try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
                }
                people.append("c\(number)")
            default:
                _ = try await repository.removeClosedOrders(at: now, limit: 9)
            }
            for person in people {
                try await Self.checkSums(of: Sample.customer(person), at: now, step, in: repository)
            }
        }
        try Self.require(!orders.isEmpty, "Something was ordered.")
    }

    private static func checkSums(
        of customer: CustomerID,
        at now: Instant,
        _ step: Int,
        in repository: any Repository
    ) async throws {
        let orders = try await repository.read { view in
            try view.orders(of: customer, app: Sample.app, before: .max, limit: 1000)
        }
        var naive = OpenOrders()
        for positioned in orders where positioned.record.queue(at: now) == .open {
            naive.add(count: 1, amount: positioned.record.order.amount)
        }
        let sums = try await repository.read { view in try view.openOrders(of: customer, app: Sample.app, at: now) }
        try Self.require(sums, is: naive, "The sums of \(customer) after step \(step).")
    }
}
