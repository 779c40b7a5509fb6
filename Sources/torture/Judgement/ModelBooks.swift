import Ledger
import PurserTesting

/// What the model makes of the stored evidence: the facts of each chain, folded by the plainest keeping of books.
struct ModelBooks {
    /// Where Apple's ids are unique.
    struct Scope: Hashable {
        /// The app.
        let app: AppName
        /// The environment.
        let environment: StoreEnvironment
    }

    private struct Subject: Hashable {
        let scope: Scope
        let original: OriginalTransactionID
    }

    private var facts: [Subject: [LedgerFact]] = [:]
    private var joined: [Subject: Subject] = [:]

    /// Takes in a unit.
    mutating func take(_ intake: Intake) {
        let scope = Scope(app: intake.app, environment: intake.environment)
        for snapshot in intake.transactions {
            let subject = Subject(scope: scope, original: snapshot.originalTransactionID)
            self.facts[subject, default: []].append(.transaction(snapshot))
            if let previous = snapshot.previousOriginalTransactionID {
                self.join(subject, Subject(scope: scope, original: previous))
            }
        }
        for renewal in intake.renewals {
            self.facts[Subject(scope: scope, original: renewal.originalTransactionID), default: []]
                .append(.renewal(renewal))
        }
        for status in intake.statuses {
            self.facts[Subject(scope: scope, original: status.originalTransactionID), default: []]
                .append(.status(status))
        }
        for request in intake.refundRequests {
            self.facts[Subject(scope: scope, original: request.originalTransactionID), default: []]
                .append(.refundRequest(request))
        }
        if let submission = intake.submission, let snapshot = intake.transactions.first {
            self.facts[Subject(scope: scope, original: snapshot.originalTransactionID), default: []]
                .append(.submission(submission))
        }
    }

    /// Every chain with its owners, and where it belongs.
    var chains: [(scope: Scope, owned: OwnedChain)] {
        var groups: [Subject: [LedgerFact]] = [:]
        for (subject, facts) in self.facts { groups[self.root(of: subject), default: []] += facts }
        return groups.flatMap { subject, facts in
            LedgerFold(facts).ownedChains(customers: [:]).map { (subject.scope, $0) }
        }
    }

    private mutating func join(_ one: Subject, _ other: Subject) {
        let (first, second) = (self.root(of: one), self.root(of: other))
        if first != second { self.joined[first] = second }
    }

    private func root(of subject: Subject) -> Subject {
        var root = subject
        while let next = self.joined[root] { root = next }
        return root
    }
}
