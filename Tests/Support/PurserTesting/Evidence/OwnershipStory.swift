package import Ledger

/// An evidence story in which operators move purchases, merge and erase customers, and take actions back.
///
/// Apple's evidence may arrive in any order and more than once. What apps submit and operators do keeps its own
/// order, as on a server: a customer who submits something after they were erased is a new customer.
package struct OwnershipStory: Sendable {
    /// One arriving item.
    package enum Item: Sendable {
        /// Something that Apple or an app says.
        case fact(LedgerFact)
        /// Something that an operator does.
        case change(OwnershipChange)
    }

    /// The evidence of Apple and the apps.
    package let story: EvidenceStory
    /// The submissions of apps and the actions of operators, in order.
    private let ours: [Item]

    /// The customers whose ledgers are to be checked.
    package let customers: [CustomerID]

    /// The story of this seed; without erasures, if everything is to be undone in the end.
    package init(seed: UInt64, isReversible: Bool = false) {
        let story = EvidenceStory(seed: seed).withSeats().withAppleAccounts()
        var generator = SeededGenerator(seed: seed &* 307 &+ 5)
        var people = Set(story.customers.values)
        var snapshots: [TransactionSnapshot] = []
        var ours: [Item] = []
        for fact in story.facts {
            switch fact {
            case .submission(let submission):
                people.insert(submission.customer)
                ours.append(.fact(fact))
            case .transaction(let snapshot): snapshots.append(snapshot)
            default: break
            }
        }
        let named = Set(story.customers.values).sorted()
        for number in 1...5 {
            let id = OwnershipChangeID("change-\(number)")
            let kind: OwnershipChange.Kind
            switch generator.number(below: isReversible ? 7 : 9) {
            case 0..<4:
                guard !snapshots.isEmpty else { continue }
                let decision = Decision(
                    customer: generator.pick(named),
                    transactionID: generator.pick(snapshots).transactionID,
                    reach: generator.pick(Decision.Reach.allCases),
                    decidedAt: generator.pick(story.instants)
                )
                kind = .decide(decision, .production)
            case 4: kind = .merge(named[0], into: named[1])
            case 5: kind = .merge(named[1], into: named[0])
            case 6: kind = .undo(OwnershipChangeID("change-\(1 + generator.number(below: number))"))
            default: kind = .erase(generator.pick(named))
            }
            let place = generator.number(below: ours.count + 1)
            let since = ours[..<place].compactMap(\.instant).max() ?? generator.pick(story.instants)
            let change = OwnershipChange(id: id, kind: kind, changedAt: since + .minutes(1), by: "ada", note: "a test")
            ours.insert(.change(change), at: place)
            if case .erase = kind, let nameless = CustomerID.erased(by: id, number: 1) { people.insert(nameless) }
        }
        self.story = story
        self.ours = Self.inTime(ours)
        self.customers = people.sorted()
    }

    /// The same, with every action dated after those before it.
    ///
    /// Whether a decision has to follow another one is seen by the chains that are known when it is made: where clocks
    /// differ, when the evidence arrives would decide.
    private static func inTime(_ items: [Item]) -> [Item] {
        var last: Instant?
        return items.map { item in
            guard case .change(let change) = item else { return item }
            let least = last.map { $0 + .minutes(1) } ?? change.changedAt
            let changedAt = max(least, change.changedAt)
            last = changedAt
            return .change(
                OwnershipChange(id: change.id, kind: change.kind, changedAt: changedAt, by: "ada", note: "a test")
            )
        }
    }

    /// What arrives, in an order of this seed; `isActing` leaves out what operators do.
    package func items(order: UInt64, isActing: Bool = true) -> [Item] {
        var generator = SeededGenerator(seed: self.story.seed &* 37 &+ order)
        var items = self.story.facts.filter { !$0.isSubmission }
        for fact in items where generator.happens(percent: 20) { items.append(fact) }
        if order > 0 { items.shuffle(using: &generator) }
        var merged = items.map { Item.fact($0) }
        var least = 0
        for item in self.ours {
            if case .change(let change) = item {
                guard isActing else { continue }
                // An operator can only decide on what is known.
                if case .decide(let decision, _) = change.kind,
                    let known = merged.firstIndex(where: { $0.states(decision.transactionID) })
                {
                    least = max(least, known + 1)
                }
            }
            least += generator.number(below: merged.count - least + 1) / (order > 0 ? 3 : 1)
            merged.insert(item, at: least)
            least += 1
        }
        return merged
    }

    /// The actions that can be undone, the newest first.
    package var undoing: [OwnershipChange] {
        let changes = self.ours.compactMap { item -> OwnershipChange? in
            if case .change(let change) = item { change } else { nil }
        }
        return changes.reversed().compactMap { change in
            if case .undo = change.kind { return nil }
            return OwnershipChange(
                id: OwnershipChangeID("undo-\(change.id)"),
                kind: .undo(change.id),
                changedAt: change.changedAt + .days(1),
                by: "ada"
            )
        }
    }
}

extension OwnershipStory.Item {
    /// The instant of a submission or an operator's action; otherwise `nil`.
    fileprivate var instant: Instant? {
        switch self {
        case .fact(.submission(let submission)): submission.submittedAt
        case .change(let change): change.changedAt
        default: nil
        }
    }

    /// Whether it states a transaction.
    fileprivate func states(_ id: TransactionID) -> Bool {
        guard case .fact(.transaction(let snapshot)) = self else { return false }
        return snapshot.transactionID == id
    }
}
