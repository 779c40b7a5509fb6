import Ledger

extension RepositoryContract {
    /// The required behavior for consumption reports.
    static let consumption = [
        Behavior("Of what a shop says of a purchase the last counts, in every order and however often it is said") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "una"))
            let words = [
                Self.used(20_000, minutes: 5, hour: 1), Self.used(90_000, hour: 3),
                Self.used(40_000, sample: true, hour: 3), Self.used(nil, minutes: 7, hour: 2),
                Self.used(90_000, minutes: 3, hour: 3), Self.used(90_000, minutes: 3, hour: 3, by: "shop"),
                Self.used(90_000, minutes: 3, sample: false, hour: 3),
            ].compactMap(\.self)
            try Self.require(words.count, is: 7, "Each is within its bounds.")
            for order in [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 6, 6, 0, 1, 5, 2, 4, 3]] {
                let app = AppName("shop\(order[0])")
                var intake = Self.bought("1", by: "una")
                intake.app = app
                _ = try await repository.record(intake)
                var counting: ConsumptionEvidence?
                for place in order {
                    counting = try await repository.write { unit in
                        try unit.state(
                            words[place],
                            of: TransactionID("1"),
                            app: app,
                            environment: .production
                        )
                    }
                }
                try Self.require(counting, is: words[6], "It is the last, and at one instant the greatest.")
                try Self.require(try await Self.said("1", app, repository), is: words[6], "For every caller.")
            }
        },
        Behavior("Nothing is stored of an unknown purchase, and each environment has its own") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "una"))
            let word = try Self.unwrap(Self.used(1, hour: 1), "It is a word.")
            for (id, environment) in [("2", StoreEnvironment.production), ("1", .sandbox)] {
                let refused = try await repository.write { unit in
                    try unit.state(
                        word,
                        of: TransactionID(id),
                        app: Sample.app,
                        environment: environment
                    )
                }
                try Self.require(refused == nil, "The ledger does not know it.")
                try Self.require(try await Self.said(id, Sample.app, repository) == nil, "Nothing is kept.")
            }
        },
        Behavior("Of all the transactions of a purchase the last word counts") { subject in
            let repository = subject.repository
            for id in ["1", "2"] { _ = try await repository.record(Self.bought(id, by: "una")) }
            let first = try Self.unwrap(Self.used(1000, hour: 2), "It is a word.")
            let second = try Self.unwrap(Self.used(2000, hour: 1), "It is a word.")
            for (id, word) in [("1", first), ("2", second)] {
                _ = try await repository.write { unit in
                    try unit.state(word, of: TransactionID(id), app: Sample.app, environment: .production)
                }
            }
            let both = try await repository.read { view in
                try view.consumption(
                    of: [TransactionID("2"), TransactionID("1"), TransactionID("3")],
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(both, is: first, "It was said later.")
        },
        Behavior("Erasing a customer deletes the consumption reports on their purchases, and no others") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "una"))
            _ = try await repository.record(Self.bought("2", by: "udo"))
            let word = try Self.unwrap(Self.used(1000, hour: 1), "It is a word.")
            for id in ["1", "2"] {
                _ = try await repository.write { unit in
                    try unit.state(word, of: TransactionID(id), app: Sample.app, environment: .production)
                }
            }
            try await repository.write { unit in
                try unit.erasePersonalFields(of: Sample.customer("una"), app: Sample.app)
            }
            try Self.require(try await Self.said("1", Sample.app, repository) == nil, "It was of hers.")
            try Self.require(try await Self.said("2", Sample.app, repository), is: word, "It is another customer's.")
        },
        Behavior("Erasing a customer deletes the evidence in refunds, but not that Apple received the answers") {
            subject in
            let repository = subject.repository
            for (id, customer) in [("1", "una"), ("2", "una"), ("3", "udo")] {
                var intake = Self.bought(id, by: customer)
                intake.refund = RefundUpdate(
                    transactionID: TransactionID(id),
                    subject: RefundSubject(Self.gem(id)),
                    signedRefunds: [
                        SignedRefund(id: "u\(id)", kind: .requested(reason: nil), signedAt: Sample.beginning)
                    ]
                )
                _ = try await repository.record(intake)
            }
            let now = Sample.beginning
            let leased = try await repository.leaseRefunds(of: Sample.app, at: now, until: now + .hours(1), limit: 9)
            let leases = leased.leases
            try Self.require(leases.count, is: 3, "All are due.")
            for lease in leases {
                let request = try Self.unwrap(lease.record.openRequest, "It is asked for.")
                var answer = RefundAnswer(request.id)
                answer.evidence = ["share": .share(1000)]
                answer.origins = ["share": .asked]
                answer.circumstances = RefundCircumstances(
                    kind: .consumable,
                    deliveryStatus: .delivered,
                    hasConsent: true
                )
                answer.sent = RefundAnswer.SentAnswer(
                    body: Array("{}".utf8),
                    isFirstVersion: true,
                    deliveryStatus: .delivered,
                    share: 1000,
                    preference: .decline,
                    frozenAt: now
                )
                if lease.record.transactionID != TransactionID("2") { answer.receivedAt = now }
                _ = try await repository.write({ [answer] unit in
                    try unit.conclude(lease, RefundStep(answer, next: .never), at: now)
                })
            }
            try await repository.write { unit in
                try unit.erasePersonalFields(of: Sample.customer("una"), app: Sample.app)
            }
            for id in ["1", "2", "3"] {
                let name = RefundID(TransactionID(id), in: .production)
                let answer = try await repository.read { view in try view.refund(name, of: Sample.app) }?.answers.first
                let isKept = id == "3"
                try Self.require(answer?.evidence.isEmpty, is: !isKept, "What was known.")
                try Self.require(answer?.origins.isEmpty, is: !isKept, "Whence.")
                try Self.require((answer?.circumstances == nil), is: !isKept, "What decided.")
                try Self.require(answer?.sent?.share, is: id == "2" ? nil : 1000, "What Apple received.")
                try Self.require(answer?.sent?.body.isEmpty ?? true, is: !isKept, "In which words.")
            }
        },
    ]

    private static func gem(_ id: String) -> TransactionSnapshot {
        TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems"),
            kind: .consumable,
            purchaseAt: Sample.beginning,
            signedAt: Sample.beginning,
            digest: .number(77)
        )
    }

    private static func bought(_ id: String, by customer: String) -> Intake {
        Sample.facts([Self.gem(id)], submission: Sample.submission(customer, id))
    }

    private static func used(
        _ share: Int64?,
        minutes: Int64? = nil,
        sample: Bool? = nil,
        hour: Int64,
        by name: String = "key"
    ) -> ConsumptionEvidence? {
        ConsumptionEvidence(
            share: share,
            playTimeMinutes: minutes,
            isSampleOffered: sample,
            statedAt: Sample.beginning + .hours(hour),
            statedBy: name
        )
    }

    private static func said(
        _ id: String,
        _ app: AppName,
        _ repository: any Repository
    ) async throws -> ConsumptionEvidence? {
        try await repository.read { view in
            try view.consumption(of: [TransactionID(id)], app: app, environment: .production)
        }
    }
}
