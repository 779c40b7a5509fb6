import Ledger

extension RepositoryContract {
    static let tokens = [
        Behavior("A token resolves to its customer after any transfer of the purchases with it") { subject in
            let (borne, loose) = (Sample.token(1), Sample.token(2))
            let period = Sample.period("100", of: "100", token: borne)
            _ = try await subject.repository.record(
                Sample.facts([period], submission: Sample.submission("ada", "100"), tokens: [borne])
            )
            try await Self.requireTokens(["ada": [borne], "ben": []], subject.repository)
            let decision = Decision(
                customer: Sample.customer("ben"),
                transactionID: TransactionID("100"),
                reach: .chainOn,
                decidedAt: Sample.beginning + .days(3)
            )
            try await Self.carryOut("move", .decide(decision, .production), subject.repository)
            try await Self.requireOwner(of: TransactionID("100"), is: "ben", subject.repository)
            try await Self.requireTokens(["ada": [borne], "ben": []], subject.repository)
            try await Self.carryOut("back", .undo(OwnershipChangeID("move")), subject.repository)
            try await Self.requireOwner(of: TransactionID("100"), is: "ada", subject.repository)
            let isNew = try await subject.repository.write { unit in
                try unit.assign(
                    loose,
                    to: Sample.customer("ada"),
                    app: Sample.app,
                    at: Sample.beginning + .days(2),
                    catalog: Catalog()
                )
            }
            try Self.require(isNew, "The other token is unassigned.")
            let both = [borne, loose].sorted()
            try await Self.requireTokens(["ada": both, "ben": []], subject.repository)
            try await Self.carryOut(
                "merge",
                .merge(Sample.customer("ada"), into: Sample.customer("ben")),
                subject.repository
            )
            try await Self.requireTokens(["ben": both], subject.repository)
            try await Self.carryOut("apart", .undo(OwnershipChangeID("merge")), subject.repository)
            try await Self.requireTokens(["ada": both, "ben": []], subject.repository)
        },
        Behavior("An unassigned token resolves to no customer, even if an owned purchase has it") { subject in
            let token = Sample.token(1)
            _ = try await subject.repository.record(
                Sample.facts(
                    [Sample.period("100", of: "100", token: token)],
                    submission: Sample.submission("ada", "100")
                )
            )
            try await Self.requireTokens(["ada": []], subject.repository)
            let customer = try await subject.repository.read { view in try view.customer(of: token, app: Sample.app) }
            try Self.require(customer, is: nil, "The token was not assigned.")
        },
    ]

    private static func carryOut(
        _ name: String,
        _ kind: OwnershipChange.Kind,
        _ repository: any Repository
    ) async throws {
        let change = OwnershipChange(
            id: OwnershipChangeID(name),
            kind: kind,
            changedAt: Sample.beginning + .days(3),
            by: "operator"
        )
        let result = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }
        guard case .success = result else { throw ContractViolation("\(name): \(result)", line: #line) }
    }

    /// Requires that each customer has these tokens, and each of the tokens its customer.
    private static func requireTokens(
        _ expected: [String: [AccountToken]],
        _ repository: any Repository,
        line: UInt = #line
    ) async throws {
        for (name, tokens) in expected {
            let customer = Sample.customer(name)
            let found = try await repository.read { view in try view.accountTokens(of: customer, app: Sample.app) }
            try Self.require(found, is: tokens, "The tokens of \(name).", line: line)
            for token in tokens {
                let owner = try await repository.read { view in try view.customer(of: token, app: Sample.app) }
                try Self.require(owner, is: customer, "Whose the token is.", line: line)
            }
        }
    }
}
