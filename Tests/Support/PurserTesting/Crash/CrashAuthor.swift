package import Ledger

/// Writes the units of a trial, by chance: whole notifications on a few chains, and the facts of stories.
struct CrashAuthor {
    private var generator: SeededGenerator
    private var number: UInt64 = 0

    /// An author of this seed.
    init(seed: UInt64) {
        self.generator = SeededGenerator(seed: seed)
    }

    /// So many units, in the order in which they are sent first.
    mutating func units(count: Int) -> [CrashUnit] {
        var units: [CrashUnit] = []
        while units.count < count {
            if self.generator.happens(percent: 50) {
                units += self.notifications()
            } else {
                units += self.story()
            }
        }
        units.shuffle(using: &self.generator)
        return Array(units.prefix(count))
    }

    /// A chain of a few periods, sent as notifications of realistic size.
    private mutating func notifications() -> [CrashUnit] {
        let original = self.nextNumber()
        let token = self.generator.happens(percent: 60) ? Sample.token(self.generator.next() % 5) : nil
        return (0...self.generator.number(below: 5)).map { place in
            let number = self.nextNumber()
            let period = Sample.period(
                "\(1_000_000 + number)",
                of: "\(1_000_000 + original)",
                at: Sample.beginning + .days(Int64(place) * 30),
                token: token,
                reason: place == 0 ? .purchase : .renewal,
                number: number
            )
            return CrashUnit(Sample.notification(number, about: period))
        }
    }

    /// Some facts of a story, and the customers of its tokens.
    private mutating func story() -> [CrashUnit] {
        let story = EvidenceStory(seed: self.generator.next() % 10_000)
        let app = AppName("story-\(self.nextNumber())")
        var intakes = story.facts.prefix(20).map { Self.intake(of: $0, app: app) }
        for (token, customer) in story.customers.sorted(by: { $0.key < $1.key }) {
            let submission = Submission(
                customer: customer,
                transactionID: TransactionID("no-such-transaction"),
                intent: .sync,
                submittedAt: Sample.beginning
            )
            intakes.append(Sample.facts(submission: submission, tokens: [token], app: app))
        }
        return intakes.map { intake in
            var marked = intake
            let bytes = 100 + self.generator.number(below: 1500)
            // Numbers that no notification's evidence has.
            marked.evidence = [
                Sample.evidence((1 << 40) + self.nextNumber(), kind: .transaction, payloadBytes: bytes)
            ]
            return CrashUnit(marked)
        }
    }

    private mutating func nextNumber() -> UInt64 {
        self.number += 1
        return self.number
    }

    private static func intake(of fact: LedgerFact, app: AppName) -> Intake {
        var intake = Sample.facts(app: app)
        switch fact {
        case .transaction(let snapshot): intake.transactions = [snapshot]
        case .renewal(let renewal): intake.renewals = [renewal]
        case .status(let status): intake.statuses = [status]
        case .refundRequest(let request): intake.refundRequests = [request]
        case .reportedRefund(let report): intake.reportedRefunds = [report]
        case .retentionRequest(let request): intake.retentionRequests = [request]
        case .submission(let submission): intake.submission = submission
        case .decision(let decision): intake.decisions = [decision]
        }
        return intake
    }
}

/// A unit that is recorded while things fail, with evidence of its own, by which it is found again.
package struct CrashUnit: Sendable {
    /// The recorded unit.
    package let intake: Intake

    /// A unit, which must have evidence.
    package init(_ intake: Intake) {
        precondition(!intake.evidence.isEmpty, "A unit is found again by its evidence.")
        self.intake = intake
    }

    /// The digest of the object that no other unit has.
    package var mark: EvidenceDigest { self.intake.evidence[self.intake.evidence.count - 1].digest }
}
