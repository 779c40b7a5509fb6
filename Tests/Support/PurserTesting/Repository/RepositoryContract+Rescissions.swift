import Ledger

extension RepositoryContract {
    /// The required behavior for rescissions of consent.
    static let rescissions = [
        Behavior("The latest rescission of consent counts, in any order of arrival") { subject in
            let repository = subject.repository
            var isNew: [Bool] = []
            for hour in [2, 3, 1, 3] as [Int64] {
                isNew.append(try await Self.rescind("77", atHour: hour, repository))
            }
            try Self.require(isNew, is: [true, true, false, false], "An earlier one, and a repetition, are not new.")
            try Self.require(try await Self.rescission("77", repository)?.rescindedAt, is: Self.atHour(3), "The last.")
            try Self.require(try await Self.rescission("78", repository), is: nil, "Another account.")
            try Self.require(try await Self.rescission("77", repository, .sandbox), is: nil, "Another environment.")
        },
        Behavior("Rescissions are listed newest first, by app and environment, a part at a time") { subject in
            let repository = subject.repository
            func list(
                _ app: AppName = Sample.app,
                _ environment: StoreEnvironment = .production,
                skipping: Int = 0,
                limit: Int = 9
            ) async throws -> [String] {
                try await repository.read { view in
                    try view.rescissions(of: app, environment: environment, skipping: skipping, limit: limit)
                }.map(\.account.rawValue)
            }
            try Self.require(try await list(), is: [], "Of an unknown app there are none.")
            // An Apple Account may be spelled with a leading zero, or not be a number at all.
            for (account, hour) in [("71", Int64(2)), ("072", 4), ("71", 1), ("b", 3), ("74", 3), ("75", 3)] {
                _ = try await Self.rescind(account, atHour: hour, repository)
            }
            let all = try await list()
            try Self.require(all.first, is: "072", "The newest.")
            try Self.require(all.last, is: "71", "The oldest, whose latest counts.")
            try Self.require(all.filter { ["74", "75"].contains($0) }, is: ["75", "74"], "By account.")
            var pages: [String] = []
            for place in 0..<6 { pages += try await list(skipping: place, limit: 1) }
            try Self.require(pages, is: all, "The parts are the list.")
            try Self.require(all.count, is: 5, "Each account once.")
            try Self.require(try await list(AppName("other")), is: [], "Another app.")
            try Self.require(try await list(Sample.app, .sandbox), is: [], "Another environment.")
        },
        Behavior("A rescission is resolved once, until Apple signs a later one") { subject in
            let repository = subject.repository
            func resolve(_ account: String, atHour hour: Int64) async throws -> String? {
                try await repository.write { unit in
                    try unit.resolveRescission(
                        of: AppTransactionID(account),
                        app: Sample.app,
                        environment: .production,
                        at: Self.atHour(hour)
                    ).map { "\($0.rescission.isResolved) \($0.isNew)" }
                }
            }
            func isResolved() async throws -> Bool? { try await Self.rescission("77", repository)?.isResolved }
            try Self.require(try await resolve("77", atHour: 1), is: nil, "Nothing was rescinded.")
            _ = try await Self.rescind("77", atHour: 2, repository)
            try Self.require(try await isResolved(), is: false, "Not by itself.")
            try Self.require(try await resolve("77", atHour: 3), is: "true true", "It is resolved.")
            try Self.require(try await resolve("77", atHour: 4), is: "true false", "Once.")
            try Self.require(
                try await Self.rescission("77", repository)?.resolvedAt,
                is: Self.atHour(3),
                "The first resolution stays."
            )
            _ = try await Self.rescind("77", atHour: 2, repository)
            _ = try await Self.rescind("77", atHour: 1, repository)
            try Self.require(try await isResolved(), is: true, "Neither a repetition nor an earlier one opens it.")
            _ = try await Self.rescind("77", atHour: 3, repository)
            try Self.require(try await isResolved(), is: true, "Nor one of the instant of the resolution.")
            _ = try await Self.rescind("77", atHour: 5, repository)
            try Self.require(try await isResolved(), is: false, "A later one does.")
            // Apple's clock is ahead of the server's.
            try Self.require(try await resolve("77", atHour: 4), is: "true true", "It is resolved again.")
            try Self.require(
                try await Self.rescission("77", repository)?.resolvedAt,
                is: Self.atHour(5),
                "Not before what it resolves."
            )
            try Self.require(try await resolve("78", atHour: 9), is: nil, "Another account.")
        },
        Behavior("A new rescission is one entry of the audit log, about the customers of the account") { subject in
            let repository = subject.repository
            try await Self.rescindable("1", of: "77", by: "ada", repository)
            try await Self.rescindable("2", of: "77", by: "ben", repository)
            try await Self.rescindable("3", of: "78", by: "cleo", repository)
            for hour in [2, 2, 1] as [Int64] { _ = try await Self.rescind("77", atHour: hour, repository) }
            let entries = try await repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            try Self.require(entries.map(\.action), is: [.consentRescind], "One entry.")
            try Self.require(entries.first?.operatorName, is: "RESCIND_CONSENT", "By Apple's notification.")
            try Self.require(entries.first?.outcome, is: .done, "It is done.")
            try Self.require(entries.first?.details["environment"], is: "Production", "With its environment.")
            try Self.require(entries.first?.details["rescindedAt"], is: Self.atHour(2).rfc3339, "And its instant.")
            let text = "\(entries.map(\.subject)) \(entries.map(\.details))"
            try Self.require(!text.contains("77"), "The log, which is never changed, names no Apple Account.")
            for (name, count) in [("ada", 1), ("ben", 1), ("cleo", 0)] {
                let own = try await repository.read { view in
                    try view.auditEntries(of: Sample.customer(name), app: Sample.app, limit: 9)
                }
                try Self.require(own.count, is: count, "\(name)'s entries.")
            }
            _ = try await Self.rescind("77", atHour: 3, repository)
            _ = try await Self.rescind("79", atHour: 3, repository)
            let all = try await repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            try Self.require(all.count, is: 3, "A later one is another, as is that of an account without customers.")
            try Self.require(try await Sample.auditHolds(in: repository), "The chain of the log holds.")
        },
    ]

    /// Records a rescission and returns whether it is new.
    private static func rescind(
        _ account: String,
        atHour hour: Int64,
        _ repository: any Repository
    ) async throws -> Bool {
        var intake = Sample.facts()
        intake.rescission = ConsentRescission(account: AppTransactionID(account), signedAt: Self.atHour(hour))
        return try await repository.record(intake).isNew
    }

    private static func rescission(
        _ account: String,
        _ repository: any Repository,
        _ environment: StoreEnvironment = .production
    ) async throws -> RecordedRescission? {
        try await repository.read { view in
            try view.rescission(of: AppTransactionID(account), app: Sample.app, environment: environment)
        }
    }

    /// Records a purchase of an Apple Account that a customer submits.
    private static func rescindable(
        _ id: String,
        of account: String,
        by customer: String,
        _ repository: any Repository
    ) async throws {
        var snapshot = Sample.gems(id, number: UInt64(id) ?? 1)
        snapshot.appTransactionID = AppTransactionID(account)
        _ = try await repository.record(Sample.facts([snapshot], submission: Sample.submission(customer, id)))
    }
}
