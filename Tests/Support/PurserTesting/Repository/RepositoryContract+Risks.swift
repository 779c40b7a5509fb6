import Ledger

extension RepositoryContract {
    private static let carl = Sample.customer("carl")

    private static func risk(_ points: Int64) -> Risk {
        // A debt of several weighs 25 for each, and cheap coins 10 while they are new.
        let payments = (0..<(points / 10)).map { number in
            RiskPayment(
                transactionID: TransactionID("\(number)"),
                account: nil,
                customer: Self.carl,
                purchasedAt: Sample.beginning,
                isCheap: true
            )
        }
        return Risk(of: Self.carl, payments: Set(payments), accounts: [:], debtors: [], at: Sample.beginning)
    }

    private static func assessment(
        _ points: Int64,
        after revision: Int64,
        hour: Int64 = 0,
        dueAt: Instant? = nil
    ) -> RiskAssessment {
        RiskAssessment(
            Self.risk(points),
            threshold: 30,
            at: Sample.beginning + .hours(hour),
            dueAt: dueAt,
            revision: revision
        )
    }

    private static func meet(_ names: [String], _ repository: any Repository) async throws {
        for (place, name) in names.enumerated() {
            let id = "\(800 + place)"
            _ = try await repository.record(
                Sample.facts([Sample.period(id, of: id)], submission: Sample.submission(name, id))
            )
        }
    }

    private static func published(_ name: String, _ repository: any Repository) async throws -> [Event] {
        let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer(name)))
        return try await repository.read { view in try view.events(of: stream, after: 0, limit: 1000) }
            .filter { [.riskRaised, .riskEased].contains($0.name) }
    }

    private static func change(_ id: String, _ kind: OwnershipChange.Kind) -> OwnershipChange {
        OwnershipChange(
            id: OwnershipChangeID(id),
            kind: kind,
            changedAt: Sample.beginning + .days(1),
            by: "ada",
            note: nil
        )
    }

    /// The required behavior for risk records.
    static let risks = [
        Behavior("Each crossing of the threshold publishes one event, together with the changed risk record") {
            subject in
            let repository = subject.repository
            try await Self.meet(["carl"], repository)
            var isKept = try await repository.write { unit in
                try unit.note(Self.assessment(20, after: 0), of: Self.carl, app: Sample.app)
            }
            try Self.require(isKept, "There is nothing to keep.")
            let none = try await repository.read { view in try view.riskRecord(of: Self.carl, app: Sample.app) }
            try Self.require(none == nil, "The customer never reached the threshold.")
            let dueAt = Sample.beginning + .days(9)
            isKept = try await repository.write { unit in
                try unit.note(
                    Self.assessment(30, after: 0, dueAt: dueAt),
                    of: Self.carl,
                    app: Sample.app
                )
            }
            try Self.require(isKept, "No assessment was stored before.")
            // An assessment that is based on an earlier read is refused, whatever its result.
            for points: Int64 in [20, 60] {
                let stale = try await repository.write { unit in
                    try unit.note(Self.assessment(points, after: 0), of: Self.carl, app: Sample.app)
                }
                try Self.require(!stale, "The ledger was read before another assessment was stored.")
            }
            isKept = try await repository.write({ unit in
                try unit.note(Self.assessment(50, after: 1, hour: 1), of: Self.carl, app: Sample.app)
            })
            try Self.require(isKept, "That is the newest revision.")
            let reopened = try await subject.reopen?() ?? repository
            let record = try Self.unwrap(
                try await reopened.read { view in try view.riskRecord(of: Self.carl, app: Sample.app) },
                "The customer is at the threshold."
            )
            try Self.require(record.points, is: 50, "The points of the newest assessment.")
            try Self.require(record.raisedAt, is: Sample.beginning, "Since the crossing.")
            try Self.require(record.revision, is: 2, "Looks are counted.")
            _ = try await reopened.write { unit in
                try unit.note(Self.assessment(10, after: 2, hour: 2), of: Self.carl, app: Sample.app)
            }
            _ = try await reopened.write { unit in
                try unit.note(Self.assessment(0, after: 3, hour: 3), of: Self.carl, app: Sample.app)
            }
            _ = try await reopened.write { unit in
                try unit.note(Self.assessment(40, after: 4, hour: 4), of: Self.carl, app: Sample.app)
            }
            let published = try await Self.published("carl", reopened)
            try Self.require(published.map(\.name), is: [.riskRaised, .riskEased, .riskRaised], "Each crossing, once.")
            try Self.require(
                published.map(\.occurredAt),
                is: [0, 2, 4].map { Sample.beginning + .hours($0) },
                "When it was seen."
            )
        },
        Behavior("Customers at the threshold are listed by their points, and found when their time has come") {
            subject in
            let repository = subject.repository
            let names = ["carl", "dora", "emil", "fred"]
            try await Self.meet(names, repository)
            for (place, name) in names.enumerated() {
                let dueAt = name == "dora" ? nil : Sample.beginning + .days(Int64(9 - place))
                let assessment = Self.assessment([40, 60, 40, 50][place], after: 0, dueAt: dueAt)
                _ = try await repository.write { unit in
                    try unit.note(assessment, of: Sample.customer(name), app: Sample.app)
                }
            }
            _ = try await repository.write({ unit in
                try unit.note(Self.assessment(10, after: 1), of: Sample.customer("fred"), app: Sample.app)
            })
            var listed: [String] = []
            var place: RiskCursor?
            while let record = try await repository.read({ [place] view in
                try view.riskRecords(of: Sample.app, after: place, limit: 1)
            }).first {
                listed.append(record.customer.rawValue)
                place = record.place
            }
            try Self.require(listed.first, is: "dora", "The most points first.")
            try Self.require(Set(listed), is: ["carl", "dora", "emil"], "Who is below the threshold is not listed.")
            try Self.require(listed.count, is: 3, "Everybody once.")
            let other = try await repository.read { view in
                try view.riskRecords(of: AppName("other"), after: nil, limit: 9)
            }
            try Self.require(other.isEmpty, "Each app by itself.")
            let early = try await repository.read { view in
                try view.dueRisks(of: Sample.app, at: Sample.beginning, limit: 9)
            }
            try Self.require(early.isEmpty, "No assessment is due.")
            let due = try await repository.read { view in
                try view.dueRisks(of: Sample.app, at: Sample.beginning + .days(20), limit: 9)
            }
            try Self.require(due.map(\.rawValue), is: ["emil", "carl"], "The earliest first.")
        },
        Behavior("A merged or erased customer has no risk record, and the merge target is assessed again") { subject in
            let repository = subject.repository
            try await Self.meet(["carl", "dora"], repository)
            let dora = Sample.customer("dora")
            for assessment in [Self.assessment(40, after: 0), Self.assessment(20, after: 1)] {
                _ = try await repository.write { unit in try unit.note(assessment, of: dora, app: Sample.app) }
            }
            _ = try await repository.write({ unit in
                try unit.note(Self.assessment(40, after: 0), of: Self.carl, app: Sample.app)
            })
            let merge = Self.change("m", .merge(Self.carl, into: dora))
            _ = try await repository.write { unit in
                try unit.change(merge, of: Sample.app, catalog: Catalog(), isPreview: false)
            }
            let raised = try await repository.read { view in try view.riskRecords(of: Sample.app, after: nil, limit: 9)
            }
            try Self.require(raised.isEmpty, "There was no assessment since.")
            let due = try await repository.read { view in
                try view.dueRisks(of: Sample.app, at: merge.changedAt, limit: 9)
            }
            try Self.require(due, is: [dora], "The other is looked at.")
            let record = try Self.unwrap(
                try await repository.read { view in try view.riskRecord(of: Self.carl, app: Sample.app) },
                "Who was merged is the other."
            )
            try Self.require(record.customer, is: dora, "It is the other's.")
            let early = try await repository.write { unit in
                try unit.note(Self.assessment(20, after: 2), of: dora, app: Sample.app)
            }
            try Self.require(!early, "An earlier read does not include the merged customer.")
            let assessment = Self.assessment(40, after: record.revision, hour: 30)
            _ = try await repository.write { unit in try unit.note(assessment, of: dora, app: Sample.app) }
            let published = try await Self.published("dora", repository)
            try Self.require(published.map(\.name), is: [.riskRaised, .riskEased, .riskRaised], "One per crossing.")
            try await repository.write { unit in try unit.erasePersonalFields(of: dora, app: Sample.app) }
            let erased = try await repository.read { view in try view.riskRecord(of: dora, app: Sample.app) }
            try Self.require(erased == nil, "It is forgotten.")
            // Something stays due for the risk worker.
            try await Self.meet(["carl", "dora", "gerd"], repository)
            _ = try await repository.write { unit in
                try unit.note(Self.assessment(40, after: 0), of: Sample.customer("gerd"), app: Sample.app)
            }
        },
    ]
}
