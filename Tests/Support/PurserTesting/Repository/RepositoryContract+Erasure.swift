import Ledger

extension RepositoryContract {
    private static let anna = Sample.customer("anna \"the first\"")

    private static func bodies(of stream: EventStream, _ repository: any Repository) async throws -> String {
        try await repository.read { view in try view.events(of: stream, after: 0, limit: 99) }
            .map { String(decoding: $0.body, as: UTF8.self) }.joined(separator: "\n")
    }

    private static func stream(of customer: CustomerID) -> EventStream {
        EventStream(app: Sample.app, subject: .customer(customer))
    }

    private static func change(_ id: String, _ kind: OwnershipChange.Kind) -> OwnershipChange {
        OwnershipChange(
            id: OwnershipChangeID(id),
            kind: kind,
            changedAt: Sample.beginning + .days(1),
            by: "ada",
            note: "words of \(id)"
        )
    }

    private static func carryOut(_ change: OwnershipChange, _ repository: any Repository) async throws {
        let result = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
        }
        if case .failure(let refusal) = result {
            throw ContractViolation("It can be done, not \(refusal).", line: #line)
        }
    }

    static let erasure = [
        Behavior("An erased name is in no event of any customer, and events keep their numbers") { subject in
            let repository = subject.repository
            let nameless = try Self.unwrap(CustomerID.erased(by: OwnershipChangeID("e")), "It is an id.")
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1")]))
            for number in ["1", "2"] {
                _ = try await repository.record(
                    Sample.facts(
                        [Sample.period(number, of: number)],
                        submission: Submission(
                            customer: Self.anna,
                            transactionID: TransactionID(number),
                            intent: .purchase,
                            submittedAt: Sample.beginning
                        )
                    )
                )
            }
            let decision = Decision(
                customer: Sample.customer("bert"),
                transactionID: TransactionID("2"),
                reach: .purchase,
                decidedAt: Sample.beginning
            )
            try await Self.carryOut(Self.change("d", .decide(decision, .production)), repository)
            let chain = EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("1")))
            let named = #"anna \"the first\""#
            for stream in [Self.stream(of: Sample.customer("bert")), Self.stream(of: Self.anna), chain] {
                try Self.require(try await Self.bodies(of: stream, repository).contains(named), "She is named.")
            }
            let before = try await repository.read { view in
                try view.events(of: Self.stream(of: Self.anna), after: 0, limit: 99)
            }
            try await Self.carryOut(Self.change("e", .erase(Self.anna)), repository)
            let reopened = try await subject.reopen?() ?? repository
            for stream in [Self.stream(of: Sample.customer("bert")), Self.stream(of: nameless), chain] {
                let bodies = try await Self.bodies(of: stream, reopened)
                try Self.require(!bodies.contains(named), "No customer is named.")
                try Self.require(bodies.contains(nameless.rawValue), "Something stands in her place.")
            }
            let after = try await reopened.read { view in
                try view.events(of: Self.stream(of: nameless), after: 0, limit: 99)
            }
            try Self.require(
                after.prefix(before.count).map(\.number),
                is: before.map(\.number),
                "The numbers stay."
            )
            try Self.require(after.prefix(before.count).map(\.name), is: before.map(\.name), "What happened stays.")
            await reopened.close()
        },
        Behavior("Erasing ends her tokens, forgets answers that name her, and renames what is held of her") {
            subject in
            let repository = subject.repository
            let nameless = try Self.unwrap(CustomerID.erased(by: OwnershipChangeID("e")), "It is an id.")
            let submission = Submission(
                customer: Self.anna,
                transactionID: TransactionID("1"),
                intent: .purchase,
                submittedAt: Sample.beginning
            )
            _ = try await repository.record(Sample.facts([Sample.period("1", of: "1")], submission: submission))
            let token = try Self.unwrap(ContentDigest([UInt8](repeating: 7, count: 32)), "It is a digest.")
            try await repository.write { unit in
                try unit.add(
                    CustomerTokenRecord(digest: token, app: Sample.app, customer: Self.anna, mintedAt: Sample.beginning)
                )
            }
            try await repository.write { unit in
                try unit.hold(
                    HeldEvidence(
                        digest: .number(9),
                        app: Sample.app,
                        reason: .signedInFuture,
                        code: "signed_in_future",
                        body: [1],
                        kind: .transaction,
                        submission: submission,
                        receivedAt: Sample.beginning,
                        dueAt: Sample.beginning
                    )
                )
            }
            let grant = Grant(
                id: GrantID("grant_1"),
                entitlement: EntitlementName("pro"),
                beginsAt: Sample.beginning,
                endsAt: nil,
                grantedAt: Sample.beginning,
                grantedBy: "ada",
                reason: "anna asked"
            )
            _ = try await repository.write { unit in
                try unit.keep(grant, for: Self.anna, app: Sample.app, catalog: Catalog())
            }
            var requests: [IdempotentRequest] = []
            for (number, body) in [#"{"customer":"anna \"the first\""}"#, #"{"customer":"anna"}"#].enumerated() {
                let request = IdempotentRequest(sender: token, key: "\(number)", content: token)
                let turn = try await repository.write { unit in
                    try unit.begin(
                        request,
                        maximum: nil,
                        at: Sample.beginning,
                        leaseEnd: Sample.beginning + .minutes(1),
                        keptUntil: Sample.beginning + .days(9)
                    )
                }
                guard case .begun(let lease) = turn else { throw ContractViolation("It is new: \(turn)", line: #line) }
                try await repository.write { unit in
                    try unit.end(lease, IdempotentResponse(status: 200, headers: [], body: Array(body.utf8)))
                }
                requests.append(request)
            }
            try await Self.carryOut(Self.change("e", .erase(Self.anna)), repository)
            let stands = try await repository.read { view in try view.customer(ofToken: token, app: Sample.app) }
            try Self.require(stands, is: nil, "The token resolves to no customer.")
            let held = try await repository.read { view in try view.dueHeldEvidence(at: Sample.beginning, limit: 9) }
            try Self.require(held.map { $0.submission?.customer }, is: [nameless], "It is held without her name.")
            for (customer, count) in [(Self.anna, 0), (nameless, 1)] {
                let listed = try await repository.read { view in
                    try view.heldSubmissions(of: customer, app: Sample.app, reason: nil, after: nil, limit: 9)
                }
                let names = listed.map(\.submission.customer)
                try Self.require(names, is: Array(repeating: nameless, count: count), "It is listed without her name.")
            }
            let grants = try await repository.read { view in try view.grants(of: nameless, app: Sample.app) }
            try Self.require(grants.map(\.reason), is: [""], "The words are gone, the grant stays.")
            var turns: [Bool] = []
            for request in requests {
                let turn = try await repository.write { unit in
                    try unit.begin(
                        request,
                        maximum: nil,
                        at: Sample.beginning,
                        leaseEnd: Sample.beginning + .minutes(1),
                        keptUntil: Sample.beginning + .days(9)
                    )
                }
                if case .begun = turn { turns.append(true) } else { turns.append(false) }
            }
            try Self.require(turns, is: [true, false], "What names her is forgotten, and nothing else.")
        },
        Behavior("Chains without an owner are found by the Apple Account that paid") { subject in
            let repository = subject.repository
            for (id, account) in [("3", "a"), ("1", "a"), ("2", "b")] {
                var period = Sample.period(id, of: id)
                period.appTransactionID = AppTransactionID(account)
                _ = try await repository.record(Sample.facts([period]))
            }
            _ = try await repository.record(
                Sample.facts(submission: Sample.submission("ada", "3", at: Sample.beginning + .minutes(1)))
            )
            let found = try await repository.read { view in
                try view.unclaimedChains(
                    of: AppTransactionID("a"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(found.map(\.firstTransactionID), is: [TransactionID("1")], "Not those with an owner.")
            let none = try await repository.read { view in
                try view.unclaimedChains(
                    of: AppTransactionID("c"),
                    app: Sample.app,
                    environment: .production
                )
            }
            try Self.require(none.isEmpty, "The account is unknown.")
        },
    ]
}
