import Ledger
import PurserService

extension RepositoryContract {
    static let customers = [
        Behavior("The newest statement of each fact about a customer counts, in any order of arrival") {
            subject in
            let words = [
                Self.word(.playTime, .minutes(10), day: 1), Self.word(.playTime, .minutes(30), day: 3),
                Self.word(.playTime, .minutes(20), day: 2), Self.word(.accountStatus, .status(.active), day: 1),
                Self.word(.accountStatus, nil, day: 2), Self.word(.platforms, .platforms([.apple]), day: 2),
                Self.word(.platforms, .platforms([.apple, .other]), day: 2),
                Self.word(.registeredAt, .instant(Sample.beginning), day: 1),
                Self.word(
                    .spentElsewhere,
                    .amounts([Money(amountMilliunits: 9990, currency: "EUR")]),
                    day: 1
                ),
            ]
            for (customer, order) in [("anna", words), ("ben", words.reversed())] {
                for word in order {
                    try await subject.repository.write { unit in
                        try unit.state([word], of: Sample.customer(customer), app: Sample.app)
                    }
                }
            }
            let repository = try await subject.reopen?() ?? subject.repository
            for customer in ["anna", "ben"] {
                let facts = try await repository.read { view in
                    try view.facts(of: Sample.customer(customer), app: Sample.app)
                }
                try Self.require(facts.playTimeMinutes, is: 30, "The newest.")
                try Self.require(facts.accountStatus, is: nil, "Withdrawn.")
                try Self.require(facts.byTopic[.accountStatus] != nil, "And it is known when.")
                try Self.require(facts.platforms, is: [.apple, .other], "Of two of one instant the greater text.")
                try Self.require(facts.registeredAt, is: Sample.beginning, "As it was said.")
                try Self.require(
                    facts.spentElsewhere,
                    is: [Money(amountMilliunits: 9990, currency: "EUR")],
                    "With its currency."
                )
                try Self.require(facts.refundedElsewhere, is: nil, "Not reported.")
            }
            let other = try await repository.read { view in
                try view.facts(of: Sample.customer("anna"), app: AppName("other"))
            }
            try Self.require(other.byTopic, is: [:], "Nothing in another app.")
            await repository.close()
        },
        Behavior("However often something is said of a customer, the newest word counts and old ones make room") {
            subject in
            for day in (0..<(2 * CustomerFact.maximumPerTopic)).reversed() {
                let word = Self.word(.playTime, .minutes(Int64(day)), day: day)
                try await subject.repository.write { unit in try unit.state([word], of: Self.anna, app: Sample.app) }
            }
            let facts = try await subject.repository.read { view in try view.facts(of: Self.anna, app: Sample.app) }
            try Self.require(
                facts.playTimeMinutes,
                is: Int64(2 * CustomerFact.maximumPerTopic - 1),
                "The newest, which came first."
            )
        },
        Behavior("A consent is kept once, each customer's apart, newest first") { subject in
            let repository = subject.repository
            let first = Self.consent("a", day: 1)
            let second = Self.consent("b", day: 2, guardian: "their mother")
            for consent in [second, first] {
                try Self.require(
                    try await repository.write { unit in try unit.keep(consent, of: Self.anna, app: Sample.app) },
                    "It is new."
                )
            }
            let again = try await repository.write { unit in
                try unit.keep(Self.consent("a", day: 9), of: Self.anna, app: Sample.app)
            }
            try Self.require(!again, "There is one of this id.")
            try Self.require(
                try await repository.read { view in try view.consents(of: Self.anna, app: Sample.app, limit: 9) },
                is: [second, first],
                "As they were, newest first."
            )
            let one = try await repository.read { view in try view.consents(of: Self.anna, app: Sample.app, limit: 1) }
            try Self.require(one, is: [second], "No more than asked for.")
            let others = try await repository.read { view in
                try view.consents(of: Sample.customer("ben"), app: Sample.app, limit: 9)
            }
            try Self.require(others, is: [], "Other customers have none.")
        },
        Behavior("A consent is withdrawn by who gave it; withdrawn twice, the earlier instant counts") { subject in
            let repository = subject.repository
            _ = try await repository.write { unit in
                try unit.keep(Self.consent("a", day: 1), of: Self.anna, app: Sample.app)
            }
            let ben = Sample.customer("ben")
            let foreign = try await repository.write { unit in
                try unit.withdraw(ConsentID("a"), Self.no(day: 2), of: ben, app: Sample.app)
            }
            try Self.require(foreign, is: nil, "This customer has no consent with this id.")
            let unknown = try await repository.write { unit in
                try unit.withdraw(ConsentID("z"), Self.no(day: 2), of: Self.anna, app: Sample.app)
            }
            try Self.require(unknown, is: nil, "The other id is unknown.")
            for day in [5, 3, 4] {
                _ = try await repository.write { unit in
                    try unit.withdraw(ConsentID("a"), Self.no(day: day), of: Self.anna, app: Sample.app)
                }
            }
            let reopened = try await subject.reopen?() ?? repository
            let consents = try await reopened.read { view in try view.consents(of: Self.anna, app: Sample.app, limit: 9)
            }
            try Self.require(consents.first?.withdrawal, is: Self.no(day: 3), "The earliest no.")
            await reopened.close()
        },
        Behavior("Audit entries about a customer come back newest first, and no others") { subject in
            let repository = subject.repository
            let log = AuditLog(
                repository: repository,
                ambient: Ambient(now: { Sample.beginning }, randomBytes: { Sample.bytes($0, seed: 5) })
            )
            let ben = Sample.customer("ben")
            var entries: [AuditEntry] = []
            for number in 1...3 {
                let people = [[Self.anna, ben], [], [Self.anna, Self.anna]][number - 1]
                let about = AuditDraft.About(people, of: Sample.app)
                entries.append(
                    try await log.add(
                        AuditRecord(
                            by: "ada",
                            .init(rawValue: "x.y"),
                            on: "\(number)",
                            reason: "anna asked",
                            about: about
                        )
                    )
                )
            }
            try Self.require(
                try await repository.read { view in try view.auditEntries(of: Self.anna, app: Sample.app, limit: 9) },
                is: [entries[2], entries[0]],
                "Hers."
            )
            try Self.require(
                try await repository.read { view in try view.auditEntries(of: Self.anna, app: Sample.app, limit: 1) },
                is: [entries[2]],
                "No more than asked for."
            )
            try Self.require(
                try await repository.read { view in try view.auditEntries(of: ben, app: Sample.app, limit: 9) },
                is: [entries[0]],
                "His."
            )
            let (first, second) = (entries[0].number, entries[1].number)
            let (both, none) = try await repository.read { view in
                (
                    try view.customers(ofAuditEntry: first, app: Sample.app),
                    try view.customers(ofAuditEntry: second, app: Sample.app)
                )
            }
            try Self.require(Set(both), is: [Self.anna, ben], "Both whom the entry is about.")
            try Self.require(none, is: [], "No one.")
            try Self.require(
                try await repository.read { view in
                    try view.customers(ofAuditEntry: first, app: AppName("other"))
                },
                is: [],
                "No one of another app."
            )
        },
        Behavior("Erasing a customer's fields keeps the consents and the whole audit log, without personal data") {
            subject in
            let repository = subject.repository
            let log = AuditLog(
                repository: repository,
                ambient: Ambient(now: { Sample.beginning }, randomBytes: { Sample.bytes($0, seed: 5) })
            )
            let ben = Sample.customer("ben")
            for customer in [Self.anna, ben] {
                try await repository.write { unit in
                    try unit.state([Self.word(.playTime, .minutes(1), day: 1)], of: customer, app: Sample.app)
                }
                let consent = Self.consent(customer.rawValue, day: 1, guardian: "a mother")
                _ = try await repository.write { unit in try unit.keep(consent, of: customer, app: Sample.app) }
                _ = try await repository.write { unit in
                    try unit.withdraw(consent.id, Self.no(day: 2), of: customer, app: Sample.app)
                }
                let about = AuditDraft.About([customer], of: Sample.app)
                try await log.add(
                    AuditRecord(by: "ada", .databaseBackup, on: "x", reason: "she called", about: about)
                )
            }
            try await repository.write { unit in try unit.erasePersonalFields(of: Self.anna, app: Sample.app) }
            try Self.require(
                try await repository.read { view in try view.facts(of: Self.anna, app: Sample.app) }.byTopic,
                is: [:],
                "Forgotten."
            )
            let consents = try await repository.read { view in
                try view.consents(of: Self.anna, app: Sample.app, limit: 9)
            }
            try Self.require(consents.count, is: 1, "That she agreed stays.")
            try Self.require(consents[0].guardian, is: nil, "Not who agreed for her.")
            try Self.require(consents[0].isByGuardian, is: true, "But that a guardian did.")
            try Self.require(consents[0].source, is: nil, "Not where.")
            try Self.require(
                consents[0].withdrawal?.withdrawnAt,
                is: Sample.beginning + .days(2),
                "And that she withdrew it."
            )
            let actions = try await repository.read { view in
                try view.auditEntries(of: Self.anna, app: Sample.app, limit: 9)
            }
            try Self.require(actions.map { $0.reason?.text }, is: [nil], "The reason has lost its words.")
            try Self.require(try await log.flaws(), is: [], "The log holds all the same.")
            let others = try await repository.read { view in try view.consents(of: ben, app: Sample.app, limit: 9) }
            try Self.require(others[0].guardian, is: "a mother", "Other customers' fields are unchanged.")
            try Self.require(
                try await repository.read { view in try view.auditEntries(of: ben, app: Sample.app, limit: 9) }[0]
                    .reason?.text,
                is: "she called",
                "Nor the reasons of what was done to others."
            )
        },
        Behavior("A customer is known from the first record about them; submissions are per customer") {
            subject in
            let repository = subject.repository
            try Self.require(
                try await repository.read { view in try view.record(of: Self.anna, app: Sample.app) },
                is: nil,
                "Not known yet."
            )
            let period = Sample.period("1", of: "1")
            _ = try await repository.record(Sample.facts([period], submission: Sample.submission("anna", "1")))
            _ = try await repository.record(
                Sample.facts(
                    submission: Sample.submission("anna", "1", intent: .restore, at: Sample.beginning + .days(1))
                )
            )
            _ = try await repository.record(Sample.facts(submission: Sample.submission("ben", "1")))
            let submitted = try await repository.read { view in
                try view.submissions(
                    of: Self.anna,
                    among: [TransactionID("1"), TransactionID("2")],
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(submitted.map(\.intent), is: [.purchase, .restore], "In the order of arrival.")
            try Self.require(Set(submitted.map(\.customer)), is: [Self.anna], "Hers alone.")
            let record = try Self.unwrap(
                try await repository.read { view in try view.record(of: Self.anna, app: Sample.app) },
                "Now she is known."
            )
            let stream = EventStream(app: Sample.app, subject: .customer(Self.anna))
            let events = try await repository.read { view in try view.events(of: stream, after: 0, limit: 99) }
            try Self.require(record.eventCount, is: Int64(events.count), "With as many events as she has had.")
            let foreign = try await repository.read { view in try view.record(of: Self.anna, app: AppName("other")) }
            try Self.require(foreign, is: nil, "Not in another app.")
        },
    ]

    private static let anna = Sample.customer("anna")

    private static func word(
        _ topic: CustomerFact.Topic,
        _ value: CustomerFact.Value?,
        day: Int
    ) -> CustomerFact {
        CustomerFact(topic, value, statedAt: Sample.beginning + .days(Int64(day)), statedBy: "a key")
    }

    private static func consent(_ id: String, day: Int, guardian: String? = nil) -> Consent {
        Consent(
            id: ConsentID(id),
            textHash: String(repeating: "ab", count: 32),
            version: "3",
            locale: "de-AT",
            storefront: "AUT",
            givenAt: Sample.beginning + .days(Int64(day)),
            source: "settings",
            guardian: guardian,
            recordedAt: Sample.beginning + .days(Int64(day)),
            recordedBy: "a key"
        )
    }

    private static func no(day: Int) -> Consent.Withdrawal {
        Consent.Withdrawal(withdrawnAt: Sample.beginning + .days(Int64(day)), source: "mail", recordedBy: "ada")
    }
}
