import Ledger

extension RepositoryContract {
    static let separation = [
        Behavior("Apps and environments share no purchase, owner or evidence") { subject in
            let places: [(AppName, StoreEnvironment)] = [
                (AppName("shop"), .production), (AppName("shop"), .sandbox), (AppName("shop"), .xcode),
                (AppName("game"), .production),
            ]
            for (number, place) in places.enumerated() {
                var period = Sample.period("100", of: "100")
                period.quantity = number + 1
                var intake = Sample.facts(
                    [period],
                    submission: Sample.submission("user-\(number)", "100"),
                    app: place.0,
                    environment: place.1
                )
                intake.evidence = [Sample.evidence(1, kind: .transaction)]
                let recorded = try await subject.repository.record(intake)
                try Self.require(recorded.isNew && !recorded.wasSubmittedBefore, "It is new in every place.")
            }
            for (number, place) in places.enumerated() {
                let chain = try await subject.repository.read { view in
                    try view.chain(
                        of: TransactionID("100"),
                        app: place.0,
                        environment: place.1
                    )
                }
                let owned = try Self.unwrap(chain, "It is known in every place.")
                try Self.require(owned.chain.transactions.map(\.current.quantity), is: [number + 1], "Its own facts.")
                try Self.require(
                    owned.claims[TransactionID("100")]?.owner?.rawValue,
                    is: "user-\(number)",
                    "Its own owner."
                )
            }
            let apps = try await subject.repository.read { view in try view.evidence(after: 0, limit: 10) }.map(\.app)
            try Self.require(apps, is: [AppName("shop"), AppName("game")], "Evidence is kept once for each app.")
            let none = try await subject.repository.read { view in
                try view.chain(
                    of: TransactionID("100"),
                    app: AppName("game"),
                    environment: .sandbox
                )
            }
            try Self.require(none == nil, "Elsewhere it is unknown.")
        },
        Behavior("Tokens of one app mean nothing in another") { subject in
            let token = Sample.token(1)
            _ = try await subject.repository.record(
                Sample.facts(submission: Sample.submission("ada", "x"), tokens: [token])
            )
            let period = Sample.period("100", of: "100", token: token)
            _ = try await subject.repository.record(Sample.facts([period], app: AppName("game")))
            _ = try await subject.repository.record(Sample.facts([period]))
            try await Self.requireOwner(of: TransactionID("100"), is: nil, subject.repository, app: AppName("game"))
            try await Self.requireOwner(of: TransactionID("100"), is: "ada", subject.repository)
        },
        Behavior("Ids are compared by their bytes") { subject in
            let ids = [
                "7", "07", "007", "+7", "-7", "7.0", "7 ", "\u{E9}", "e\u{301}", "a", "A", "9223372036854775808",
            ]
            for (number, id) in ids.enumerated() {
                var period = Sample.period(id, of: id)
                period.quantity = number + 1
                _ = try await subject.repository.record(
                    Sample.facts([period], submission: Sample.submission(id, id))
                )
            }
            for (number, id) in ids.enumerated() {
                let chain = try await subject.repository.read { view in
                    try view.chain(
                        of: TransactionID(id),
                        app: Sample.app,
                        environment: .production
                    )
                }
                let owned = try Self.unwrap(chain, "\(id) is known.")
                try Self.require(owned.chain.transactions.map(\.current.quantity), is: [number + 1], "Its own facts.")
                try await Self.requireOwner(of: TransactionID(id), is: id, subject.repository)
                let ledger = try await subject.repository.read { view in
                    try view.ledger(
                        of: Sample.customer(id),
                        app: Sample.app,
                        environment: .production
                    )
                }
                try Self.require(ledger.chains.count, is: 1, "\(id) owns only one chain.")
            }
        },
        Behavior("An unknown customer has nothing") { subject in
            let ledger = try await subject.repository.read { view in
                try view.ledger(
                    of: Sample.customer("nobody"),
                    app: Sample.app,
                    environment: .sandbox
                )
            }
            let nothing = CustomerLedger(customer: Sample.customer("nobody"), environment: .sandbox, chains: [])
            try Self.require(ledger, is: nothing, "An empty ledger.")
        },
    ]
}
