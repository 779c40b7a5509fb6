import Ledger

extension RepositoryContract {
    /// The required behavior for the tokens of orders.
    static let orderTokens = [
        Behavior("An order's token always resolves to its customer, and is not among the added ones") {
            subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            try Self.require(try await Self.assign(9, to: "ada", repository), "It is hers.")
            try await Self.order(1, by: "ada", repository)
            try await Self.order(2, by: "ada", token: 9, repository)
            func requireTokens() async throws {
                let own = try await repository.read { view in try view.accountTokens(of: ada, app: Sample.app) }
                try Self.require(own, is: [Sample.token(9)], "What she brought.")
                for token in [UInt64(1), 9] {
                    let owner = try await repository.read { view in
                        try view.customer(of: Sample.token(token), app: Sample.app)
                    }
                    try Self.require(owner, is: ada, "It is hers.")
                }
            }
            try await requireTokens()
            try Self.require(try await !Self.assign(1, to: "ben", repository), "It is not ben's.")
            try Self.require(try await Self.assign(1, to: "ada", repository), "It is hers already.")
            let closed = Sample.beginning + .days(31) + OrderRecord.removedAfter
            let look = OrderAction.look
            _ = try await repository.write { unit in
                try unit.perform(look, on: OrderID("1"), app: Sample.app, at: Sample.beginning + .days(1))
            }
            let removed = try await repository.removeClosedOrders(at: closed, limit: 9)
            try Self.require(removed, is: 1, "The order is removed.")
            try await requireTokens()
            let taken = try await repository.write { unit in
                try unit.create(
                    Self.made(3, by: "ben", token: 1),
                    app: Sample.app,
                    catalog: Catalog()
                )
            }
            try Self.require(taken, is: .tokenTaken, "No other customer orders with it.")
        },
        Behavior("A purchase with the token of an order finds its customer years later, wherever it goes from there") {
            subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            try await Self.order(1, by: "ada", repository)
            try await Self.order(2, by: "ada", repository)
            let closed = Sample.beginning + .days(31) + OrderRecord.removedAfter
            let look = OrderAction.look
            _ = try await repository.write { unit in
                try unit.perform(look, on: OrderID("1"), app: Sample.app, at: Sample.beginning + .days(1))
            }
            _ = try await repository.removeClosedOrders(at: closed, limit: 9)
            var snapshot = Sample.gems("5", at: Sample.beginning + .days(900), signedAt: Sample.beginning + .days(900))
            snapshot.accountToken = Sample.token(1)
            var paid = Sample.facts([snapshot])
            paid.receivedAt = snapshot.signedAt
            _ = try await repository.record(paid)
            func owner() async throws -> CustomerID? {
                try await repository.read { view in
                    try view.chain(of: TransactionID("5"), app: Sample.app, environment: .production)
                }?
                .claims[TransactionID("5")]?.owner
            }
            try Self.require(try await owner(), is: ada, "It is hers.")
            let decision = Decision(
                customer: Sample.customer("ben"),
                transactionID: TransactionID("5"),
                reach: .purchase,
                decidedAt: Sample.beginning + .days(901)
            )
            let change = OwnershipChange(
                id: OwnershipChangeID("to ben"),
                kind: .decide(decision, .production),
                changedAt: decision.decidedAt,
                by: "ops",
                note: nil
            )
            _ = try await repository.write { unit in
                try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
            }.get()
            try Self.require(try await owner(), is: Sample.customer("ben"), "It was assigned to ben.")
            let bearer = try await repository.read { view in try view.customer(of: Sample.token(1), app: Sample.app) }
            try Self.require(bearer, is: ada, "Its token is hers.")
            for name in ["ada", "ben"] {
                let own = try await repository.read { view in
                    try view.accountTokens(of: Sample.customer(name), app: Sample.app)
                }
                try Self.require(own.isEmpty, "No purchase has it.")
            }
        },
    ]

    private static func made(_ number: Int, by customer: String, token: UInt64? = nil) -> Order {
        Sample.order(
            "\(number)",
            by: Sample.customer(customer),
            token: token ?? UInt64(number),
            retention: .days(30)
        )
    }

    private static func order(
        _ number: Int,
        by customer: String,
        token: UInt64? = nil,
        _ repository: any Repository
    ) async throws {
        let order = Self.made(number, by: customer, token: token)
        let made = try await repository.write { unit in try unit.create(order, app: Sample.app, catalog: Catalog()) }
        guard case .created = made else { throw ContractViolation("\(made)", line: #line) }
    }

    private static func assign(_ token: UInt64, to customer: String, _ repository: any Repository) async throws -> Bool
    {
        try await repository.write { unit in
            try unit.assign(
                Sample.token(token),
                to: Sample.customer(customer),
                app: Sample.app,
                at: Sample.beginning,
                catalog: Catalog()
            )
        }
    }
}
