import Ledger

extension RepositoryContract {
    private static func use(
        _ format: InputFormat,
        day: Int64 = 20_000,
        version: String = "1.0",
        count: Int64 = 1,
        app: AppName = Sample.app
    ) -> LegacyUse {
        LegacyUse(app: app, day: CivilDay(number: day), format: format, version: version, count: count)
    }

    /// The required behavior for the counts of legacy formats.
    static let legacyUsage = [
        Behavior("Uses of one day, format and version are counted together, and all others apart") { subject in
            let repository = subject.repository
            let first = try await repository.read { view in try view.firstLegacyUseDay(of: Sample.app) }
            try Self.require(first == nil, "Nothing was counted.")
            try await repository.write { unit in
                try unit.count([
                    Self.use(.receipt), Self.use(.receipt, version: "2.0"), Self.use(.receipt, day: 20_001, count: 4),
                    Self.use(.notificationV1, version: ""), Self.use(.receipt, app: AppName("other")),
                    Self.use(.signedTransaction, count: 0),
                ])
            }
            try await repository.write { unit in
                try unit.count([Self.use(.receipt, count: 5), Self.use(.notificationV2, day: 19_999)])
            }
            let reopened = try await subject.reopen?() ?? repository
            let since = try await reopened.read { view in
                try view.legacyUses(of: Sample.app, since: CivilDay(number: 20_000))
            }
            try Self.require(
                since,
                is: [
                    Self.use(.receipt, count: 6), Self.use(.receipt, version: "2.0"),
                    Self.use(.notificationV1, version: ""), Self.use(.receipt, day: 20_001, count: 4),
                ],
                "By day, format and version."
            )
            let all = try await reopened.read { view in try view.legacyUses(of: Sample.app, since: CivilDay(number: 0))
            }
            try Self.require(all.count, is: 5, "Since the beginning.")
            let beginning = try await reopened.read { view in try view.firstLegacyUseDay(of: Sample.app) }
            try Self.require(beginning, is: CivilDay(number: 19_999), "The first day.")
            let none = try await reopened.read { view in
                try view.legacyUses(of: AppName("third"), since: CivilDay(number: 0))
            }
            try Self.require(none.isEmpty, "The app is unknown.")
        },
        Behavior("Nodes that count at once lose nothing") { subject in
            let repository = subject.repository
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let formats = [InputFormat.receipt, .verifyReceipt]
                        let order = number.isMultiple(of: 2) ? formats : formats.reversed()
                        try await repository.write { unit in try unit.count(order.map { Self.use($0) }) }
                    }
                }
                try await group.waitForAll()
            }
            let uses = try await repository.read { view in
                try view.legacyUses(of: Sample.app, since: CivilDay(number: 0))
            }
            try Self.require(uses.map(\.count), is: [20, 20], "Each is counted.")
        },
    ]
}
