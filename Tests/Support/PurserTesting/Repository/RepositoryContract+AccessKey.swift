import Ledger

extension RepositoryContract {
    static let access = [
        Behavior("Keys are found by digest and by name, with every part, also after opening again") { subject in
            let repository = subject.repository
            let keys = [
                Self.key(1, .secret([.read, .write])), Self.key(2, .publishable),
                Self.key(3, .operator(.finance), app: nil), Self.key(4, .secret([]), app: nil),
            ]
            for key in keys { try await repository.write { unit in try unit.add(key) } }
            let reopened = try await subject.reopen?() ?? repository
            for key in keys {
                try Self.require(
                    try await reopened.read { view in try view.accessKey(key.digest) },
                    is: key,
                    "By its digest."
                )
                try Self.require(
                    try await reopened.read { view in try view.accessKey(key.id) },
                    is: key,
                    "By its name."
                )
            }
            try Self.require(
                try await reopened.read { view in try view.accessKey(Self.digest(9)) },
                is: nil,
                "No other digest."
            )
            try Self.require(
                try await reopened.read { view in try view.accessKey(AccessKeyID("key-9")) },
                is: nil,
                "No other name."
            )
            await reopened.close()
        },
        Behavior("Keys are listed newest first, page by page, an app's own or all") { subject in
            let repository = subject.repository
            let keys = [
                Self.key(1, .publishable), Self.key(2, .operator(.admin), app: nil),
                Self.key(3, .publishable, app: AppName("other")), Self.key(4, .secret([.admin])),
            ]
            for key in keys { try await repository.write { unit in try unit.add(key) } }
            func list(_ app: AppName?, after id: String? = nil, limit: Int = 9) async throws -> [String] {
                try await repository.read { view in
                    try view.accessKeys(of: app, after: id.map { AccessKeyID($0) }, limit: limit)
                }
                .map(\.id.rawValue)
            }
            try Self.require(try await list(nil), is: ["key-4", "key-3", "key-2", "key-1"], "All.")
            try Self.require(try await list(nil, after: "key-3", limit: 1), is: ["key-2"], "The next page.")
            try Self.require(try await list(Sample.app), is: ["key-4", "key-1"], "Those of an app.")
            try Self.require(try await list(Sample.app, after: "key-4"), is: ["key-1"], "Its next page.")
            try Self.require(try await list(AppName("none")), is: [], "An app without any.")
            try Self.require(try await list(nil, after: "key-9"), is: [], "Nothing after what is not there.")
        },
        Behavior("A key is revoked once and for good") { subject in
            let repository = subject.repository
            let key = Self.key(1, .publishable)
            try await repository.write { unit in try unit.add(key) }
            let first = AccessKey.Revocation(at: Sample.beginning + .days(1), by: "ada")
            let revoked = try await repository.write { unit in try unit.revokeAccessKey(key.id, first) }
            try Self.require(revoked?.revocation, is: first, "Revoked.")
            let later = AccessKey.Revocation(at: Sample.beginning + .days(2), by: "bob")
            let again = try await repository.write { unit in try unit.revokeAccessKey(key.id, later) }
            try Self.require(again?.revocation, is: first, "The first revocation stays.")
            try Self.require(
                try await repository.read { view in try view.accessKey(key.digest) }?.revocation,
                is: first,
                "And is found."
            )
            let none = try await repository.write { unit in try unit.revokeAccessKey(AccessKeyID("key-9"), later) }
            try Self.require(none, is: nil, "There is no such key.")
        },
        Behavior("The last use of a key goes forward only") { subject in
            let repository = subject.repository
            let key = Self.key(1, .publishable)
            try await repository.write { unit in try unit.add(key) }
            let use = Sample.beginning + .days(1)
            try await repository.write { unit in try unit.noteUse(of: [key.id: use, AccessKeyID("key-9"): use]) }
            try Self.require(
                try await repository.read { view in try view.accessKey(key.id) }?.lastUsedAt,
                is: use,
                "Noted."
            )
            try await repository.write { unit in try unit.noteUse(of: [key.id: Sample.beginning]) }
            try Self.require(
                try await repository.read { view in try view.accessKey(key.id) }?.lastUsedAt,
                is: use,
                "Not backwards."
            )
        },
        Behavior("A customer's token resolves to the customer in its app until it is removed") { subject in
            let repository = subject.repository
            let anna = Sample.customer("anna")
            for (number, customer) in [(1, anna), (2, anna), (3, Sample.customer("ben"))] as [(UInt8, CustomerID)] {
                try await repository.write { unit in
                    try unit.add(
                        CustomerTokenRecord(
                            digest: Self.digest(number),
                            app: Sample.app,
                            customer: customer,
                            mintedAt: Sample.beginning
                        )
                    )
                }
            }
            func customer(_ number: UInt8, app: AppName = Sample.app) async throws -> CustomerID? {
                try await repository.read { view in try view.customer(ofToken: Self.digest(number), app: app) }
            }
            try Self.require(try await customer(2), is: anna, "His.")
            try Self.require(try await customer(2, app: AppName("other")), is: nil, "Not in another app.")
            try Self.require(try await customer(4), is: nil, "No other token.")
            let count = try await repository.read { view in try view.customerTokenCount(of: anna, app: Sample.app) }
            try Self.require(count, is: 2, "As many as the customer has.")
            let foreign = try await repository.read { view in
                try view.customerTokenCount(of: anna, app: AppName("other"))
            }
            try Self.require(foreign, is: 0, "None in another app.")
            let removed = try await repository.write { unit in try unit.removeCustomerTokens(of: anna, app: Sample.app)
            }
            try Self.require(removed, is: 2, "Both of the customer's.")
            try Self.require(try await customer(1), is: nil, "Gone.")
            try Self.require(try await customer(3), is: Sample.customer("ben"), "The other's stays.")
            let none = try await repository.write { unit in
                try unit.removeCustomerTokens(of: Sample.customer("carl"), app: Sample.app)
            }
            try Self.require(none, is: 0, "None.")
        },
        Behavior("A customer's token ends when the customer is merged with a named one, and not in a preview") {
            subject in
            let repository = subject.repository
            let people = ["anonymous:1", "anonymous:2", "anonymous:3", "anna", "ben"].compactMap { CustomerID($0) }
            for (number, customer) in people.enumerated() {
                try await repository.write { unit in
                    try unit.add(
                        CustomerTokenRecord(
                            digest: Self.digest(UInt8(number)),
                            app: Sample.app,
                            customer: customer,
                            mintedAt: Sample.beginning
                        )
                    )
                }
                let token = AccountToken(high: 1, low: UInt64(number))
                _ = try await repository.write { unit in
                    try unit.assign(
                        token,
                        to: customer,
                        app: Sample.app,
                        at: Sample.beginning,
                        catalog: Catalog()
                    )
                }
            }
            func merge(_ one: Int, into other: Int, isPreview: Bool = false) async throws {
                let change = OwnershipChange(
                    id: OwnershipChangeID("merge-\(one)-\(other)"),
                    kind: .merge(people[one], into: people[other]),
                    changedAt: Sample.beginning,
                    by: "ada"
                )
                let result = try await repository.write { unit in
                    try unit.change(
                        change,
                        of: Sample.app,
                        catalog: Catalog(),
                        isPreview: isPreview
                    )
                }
                guard case .success = result else { throw ContractViolation("It was refused: \(result)", line: #line) }
            }
            func stands(_ number: Int) async throws -> Bool {
                try await repository.read { view in
                    try view.customer(ofToken: Self.digest(UInt8(number)), app: Sample.app)
                } != nil
            }
            try await merge(0, into: 3, isPreview: true)
            try Self.require(try await stands(0), is: true, "It was a preview.")
            try await merge(0, into: 3)
            try Self.require(try await stands(0), is: false, "The customer is merged into anna.")
            try Self.require(try await stands(3), is: true, "Hers is hers.")
            try await merge(1, into: 2)
            try Self.require(try await stands(1), is: false, "The customer is merged into another.")
            try Self.require(try await stands(2), is: true, "No named customer was merged into it.")
            try await merge(4, into: 2)
            try Self.require(try await stands(2), is: false, "Ben was merged into it.")
        },
        Behavior("A request that comes again is done once, and gets the first answer") { subject in
            let repository = subject.repository
            let request = Self.request("a")
            let lease = try await Self.lease(request, repository)
            try Self.require(
                try await Self.begin(request, repository),
                is: .inProgress,
                "The request is being processed."
            )
            try Self.require(
                try await Self.begin(Self.request("a", content: 8), repository),
                is: .otherContent,
                "Other."
            )
            _ = try await Self.lease(Self.request("a", sender: 8), repository)
            _ = try await Self.lease(Self.request("b"), repository)
            try await repository.write { unit in try unit.end(lease, Self.answer) }
            try await repository.write { unit in
                try unit.end(lease, IdempotentResponse(status: 500, headers: [], body: nil))
            }
            try await repository.write { unit in try unit.abandon(lease) }
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(try await Self.begin(request, reopened), is: .answered(Self.answer), "For good.")
            try Self.require(try await Self.begin(Self.request("a", content: 8), reopened), is: .otherContent, "Other.")
            await reopened.close()
        },
        Behavior("A request that was not done may be done again: abandoned, or left behind by a process that ended") {
            subject in
            let repository = subject.repository
            let request = Self.request("a")
            let lease = try await Self.lease(request, repository)
            try await repository.write { unit in try unit.abandon(lease) }
            _ = try await Self.lease(request, repository)
            let early = try await Self.begin(Self.request("a", content: 8), repository, after: 59)
            try Self.require(early, is: .otherContent, "The lease stands.")
            _ = try await Self.lease(request, repository, after: 60)
        },
        Behavior("After the loss of its lease, a request writes nothing under it and deletes nothing") { subject in
            let repository = subject.repository
            let request = Self.request("a")
            let first = try await Self.lease(request, repository)
            let second = try await Self.lease(request, repository, after: 60)
            try Self.require(second.number > first.number, is: true, "The later lease has the larger number.")
            func write(_ number: UInt8, under lease: IdempotentLease) async throws(RepositoryError) {
                try await Self.work(under: lease) { () throws(RepositoryError) in
                    try await repository.write { unit in try unit.add(Self.key(number, .publishable)) }
                }
            }
            try await Self.expectLost { () throws(RepositoryError) in try await write(1, under: first) }
            try await Self.expectLost { () throws(RepositoryError) in
                try await repository.write { unit in try unit.end(first, Self.answer) }
            }
            try await repository.write { unit in try unit.abandon(first) }
            try Self.require(
                try await Self.begin(request, repository, after: 61),
                is: .inProgress,
                "The second one processes it after the first has given up."
            )
            try await write(2, under: second)
            try await repository.write { unit in try unit.abandon(second) }
            try await Self.expectLost { () throws(RepositoryError) in try await write(3, under: second) }
            let keys = try await repository.read { view in try view.accessKeys(of: Sample.app, after: nil, limit: 9) }
            try Self.require(keys.map(\.id.rawValue), is: ["key-2"], "Only what was written under a lease that stood.")
        },
        Behavior("The transaction that decides an answer keeps it, and one that fails keeps neither") { subject in
            let repository = subject.repository
            let request = Self.request("a")
            let lease = try await Self.lease(request, repository)
            func write(_ number: UInt8, failing: Bool) async throws(RepositoryError) {
                try await Self.work(under: lease, failing: failing) { () throws(RepositoryError) in
                    try await IdempotentWork.deciding { _ in
                        number
                    } by: { () throws(RepositoryError) in
                        try await repository.write { unit in try unit.add(Self.key(number, .publishable)) }
                    }
                }
            }
            let failed: Bool
            do throws(RepositoryError) {
                try await write(1, failing: true)
                failed = false
            } catch {
                failed = true
            }
            try Self.require(failed, is: true, "The answer could not be made.")
            try Self.require(try await Self.begin(request, repository), is: .inProgress, "Nothing was kept.")
            try await write(2, failing: false)
            // Nothing else may happen between the work and its answer: they are one.
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(try await Self.begin(request, reopened), is: .answered(Self.answer), "Kept with the work.")
            let keys = try await reopened.read { view in try view.accessKeys(of: Sample.app, after: nil, limit: 9) }
            try Self.require(keys.map(\.id.rawValue), is: ["key-2"], "What failed left nothing behind.")
            await reopened.close()
        },
        Behavior("Each sender's stored requests are limited, and other senders are not affected") { subject in
            let repository = subject.repository
            _ = try await Self.lease(Self.request("a"), repository, maximum: 2)
            let second = try await Self.lease(Self.request("b"), repository, maximum: 2)
            let third = Self.request("c")
            try Self.require(try await Self.begin(third, repository, maximum: 2), is: .tooMany, "Full.")
            let known = try await Self.begin(Self.request("a"), repository, maximum: 2)
            try Self.require(known, is: .inProgress, "What is kept is known.")
            // A repeated request takes no more room. Each sender has its own limit, and some have none.
            _ = try await Self.lease(Self.request("a"), repository, after: 61, maximum: 2)
            _ = try await Self.lease(Self.request("c", sender: 8), repository, maximum: 2)
            let lease = try await Self.lease(third, repository)
            try await repository.write { unit in try unit.abandon(lease) }
            try await repository.write { unit in try unit.abandon(second) }
            _ = try await Self.lease(third, repository, maximum: 2)
        },
        Behavior("Answers are forgotten when their time is over, and not before") { subject in
            let repository = subject.repository
            let answer = IdempotentResponse(status: 204, headers: [], body: nil)
            for (index, key) in ["a", "b", "c"].enumerated() {
                let lease = try await Self.lease(Self.request(key), repository, after: Int64(index))
                try await repository.write { unit in try unit.end(lease, answer) }
            }
            func forget(after seconds: Int64, limit: Int) async throws -> Int {
                try await repository.write { unit in
                    try unit.forgetAnswers(at: Sample.beginning + .seconds(seconds), limit: limit)
                }
            }
            try Self.require(try await forget(after: 3599, limit: 9), is: 0, "Too early.")
            try Self.require(
                try await Self.begin(Self.request("a"), repository, after: 3599),
                is: .answered(answer),
                "Kept."
            )
            try Self.require(try await forget(after: 3601, limit: 1), is: 1, "No more than asked for.")
            try Self.require(try await forget(after: 3601, limit: 9), is: 1, "The rest of those.")
            _ = try await Self.lease(Self.request("b"), repository, after: 3602)
            _ = try await Self.lease(Self.request("c"), repository, after: 3602)
        },
    ]

    private static func digest(_ number: UInt8) -> ContentDigest {
        guard let digest = ContentDigest(Array(repeating: number, count: ContentDigest.byteCount)) else {
            preconditionFailure("There are as many bytes as a digest has.")
        }
        return digest
    }

    private static func key(_ number: UInt8, _ grant: AccessKey.Grant, app: AppName? = Sample.app) -> AccessKey {
        AccessKey(
            id: AccessKeyID("key-\(number)"),
            app: app,
            grant: grant,
            title: "Key \(number)",
            digest: Self.digest(number),
            createdAt: Sample.beginning,
            createdBy: "ada"
        )
    }

    private static func request(_ key: String, sender: UInt8 = 1, content: UInt8 = 2) -> IdempotentRequest {
        IdempotentRequest(sender: Self.digest(sender), key: key, content: Self.digest(content))
    }

    private static let answer = IdempotentResponse(
        status: 201,
        headers: [.init(name: "content-type", value: "application/json")],
        body: [1, 2, 3]
    )

    /// The lease of a request that is begun, as it must be.
    private static func lease(
        _ request: IdempotentRequest,
        _ repository: any Repository,
        after seconds: Int64 = 0,
        maximum: Int? = nil,
        line: UInt = #line
    ) async throws -> IdempotentLease {
        let turn = try await Self.begin(request, repository, after: seconds, maximum: maximum)
        guard case .begun(let lease) = turn else { throw ContractViolation("It was not begun: \(turn)", line: line) }
        return lease
    }

    /// Does work under a lease, whose answer can be made or not.
    private static func work(
        under lease: IdempotentLease,
        failing: Bool = false,
        _ work: () async throws(RepositoryError) -> Void
    ) async throws(RepositoryError) {
        let repeatable = IdempotentWork(lease: lease) { _ in
            if failing { throw RepositoryError.corrupt }
            return Self.answer
        }
        let done: Result<Void, RepositoryError> = await IdempotentWork.$current.withValue(repeatable) {
            do throws(RepositoryError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        try done.get()
    }

    private static func expectLost(
        line: UInt = #line,
        _ work: () async throws(RepositoryError) -> Void
    ) async throws {
        do throws(RepositoryError) {
            try await work()
        } catch {
            return try Self.require(error, is: .leaseLost, "The lease is lost.")
        }
        throw ContractViolation("It was written under a lease that was lost.", line: line)
    }

    private static func begin(
        _ request: IdempotentRequest,
        _ repository: any Repository,
        after seconds: Int64 = 0,
        maximum: Int? = nil
    ) async throws -> IdempotencyStatus {
        let now = Sample.beginning + .seconds(seconds)
        return try await repository.write { unit in
            try unit.begin(
                request,
                maximum: maximum,
                at: now,
                leaseEnd: now + .seconds(60),
                keptUntil: now + .seconds(3600)
            )
        }
    }
}
