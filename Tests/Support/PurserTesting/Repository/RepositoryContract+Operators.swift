import Ledger

extension RepositoryContract {
    static let operators = [
        Behavior("Operators are found by name and by invitation with every part, also after opening again") { subject in
            let repository = subject.repository
            var anna = Self.account("anna", .admin)
            anna.password = "scrypt$1$2"
            anna.secondFactor = OperatorAccount.SecondFactor(sealedSecret: [1, 2, 3], usedStep: 59_000_000)
            var bert = Self.account("bert", .viewer)
            bert.invitation = OperatorAccount.Invitation(
                digest: Self.operatorDigest(7),
                expiresAt: Sample.beginning + .days(3)
            )
            for account in [bert, anna] { try await repository.write { unit in try unit.save(account) } }
            let reopened = try await subject.reopen?() ?? repository
            for account in [anna, bert] {
                let found = try await reopened.read { view in try view.operatorAccount(account.name) }
                try Self.require(found, is: account, "By name.")
            }
            let invited = try await reopened.read { view in
                try view.operatorAccount(invitedBy: Self.operatorDigest(7))
            }
            try Self.require(invited, is: bert, "By invitation.")
            let other = try await reopened.read { view in
                try view.operatorAccount(invitedBy: Self.operatorDigest(8))
            }
            try Self.require(other, is: nil, "No other invitation.")
            let none = try await reopened.read { view in try view.operatorAccount(OperatorName(rawValue: "carl")) }
            try Self.require(none, is: nil, "No other name.")
            await reopened.close()
        },
        Behavior("Operators are listed by name, page by page") { subject in
            let repository = subject.repository
            for name in ["carl", "anna", "bert"] {
                try await repository.write { unit in try unit.save(Self.account(name, .support)) }
            }
            func list(after name: String? = nil, limit: Int = 9) async throws -> [String] {
                try await repository.read { view in
                    try view.operatorAccounts(after: name.map { OperatorName(rawValue: $0) }, limit: limit)
                }
                .map(\.name.rawValue)
            }
            try Self.require(try await list(), is: ["anna", "bert", "carl"], "All.")
            try Self.require(try await list(limit: 2), is: ["anna", "bert"], "A page.")
            try Self.require(try await list(after: "bert"), is: ["carl"], "The next page.")
        },
        Behavior("Saving an operator again replaces everything but when and by whom they were created") { subject in
            let repository = subject.repository
            var first = Self.account("anna", .viewer)
            first.invitation = OperatorAccount.Invitation(
                digest: Self.operatorDigest(7),
                expiresAt: Sample.beginning
            )
            try await repository.write { [first] unit in try unit.save(first) }
            let second = OperatorAccount(
                name: first.name,
                role: .finance,
                password: "scrypt$3",
                createdAt: Sample.beginning + .days(9),
                createdBy: "bert"
            )
            try await repository.write { unit in try unit.save(second) }
            let found = try await repository.read { view in try view.operatorAccount(second.name) }
            try Self.require(found?.role, is: .finance, "The role.")
            try Self.require(found?.password, is: "scrypt$3", "The password.")
            try Self.require(found?.invitation, is: nil, "The invitation is used.")
            try Self.require(found?.createdAt, is: Sample.beginning, "The same account.")
            try Self.require(found?.createdBy, is: "ada", "By the same operator.")
        },
        Behavior("Sessions are found, listed where signed in, used forward only, and end one by one or all but one") {
            subject in
            let repository = subject.repository
            for name in ["anna", "bert"] {
                try await repository.write { unit in try unit.save(Self.account(name, .admin)) }
            }
            let sessions = [
                Self.session(1, of: "anna"), Self.session(2, of: "bert"), Self.session(3, of: "anna", .awaitsCode),
                Self.session(4, of: "anna"),
            ]
            for session in sessions { try await repository.write { unit in try unit.add(session) } }
            func list(_ name: String, limit: Int = 9) async throws -> [String] {
                try await repository.read { view in
                    try view.operatorSessions(of: OperatorName(rawValue: name), limit: limit)
                }
                .map(\.id.rawValue)
            }
            let found = try await repository.read { view in try view.operatorSession(Self.operatorDigest(3)) }
            try Self.require(found, is: sessions[2], "By its digest.")
            func session(_ id: String, of name: String) async throws -> OperatorSession? {
                try await repository.read { view in
                    try view.operatorSession(OperatorSessionID(rawValue: id), of: OperatorName(rawValue: name))
                }
            }
            try Self.require(try await session("session-3", of: "anna"), is: sessions[2], "By its id.")
            try Self.require(try await session("session-3", of: "bert"), is: nil, "It is anna's.")
            try Self.require(try await session("session-5", of: "anna"), is: nil, "No other id.")
            try Self.require(try await list("anna"), is: ["session-4", "session-1"], "Signed in, newest first.")
            try Self.require(try await list("anna", limit: 1), is: ["session-4"], "A few.")
            let two = try await list("anna", limit: 2)
            try Self.require(two, is: ["session-4", "session-1"], "Those that wait for a code take no place.")
            let use = Sample.beginning + .hours(1)
            for instant in [use, Sample.beginning] {
                try await repository.write { unit in
                    try unit.noteUse(ofOperatorSession: Self.operatorDigest(4), at: instant)
                }
            }
            let used = try await repository.read { view in try view.operatorSession(Self.operatorDigest(4)) }
            try Self.require(used?.usedAt, is: use, "Forward only.")
            let isEnded = try await repository.write { unit in
                try unit.deleteOperatorSession(Self.operatorDigest(3))
            }
            try Self.require(isEnded, "It ends.")
            let again = try await repository.write { unit in try unit.deleteOperatorSession(Self.operatorDigest(3)) }
            try Self.require(!again, "Once.")
            let others = try await repository.write { unit in
                try unit.deleteOperatorSessions(of: OperatorName(rawValue: "anna"), except: Self.operatorDigest(4))
            }
            try Self.require(others, is: 1, "The other one.")
            try Self.require(try await list("anna"), is: ["session-4"], "One is left.")
            let unused = try await repository.write { unit in
                try unit.deleteOperatorSessions(usedBefore: use, limit: 9)
            }
            try Self.require(unused, is: 1, "The one that was not used since.")
            try Self.require(try await list("bert"), is: [], "It was bert's.")
            try Self.require(try await list("anna"), is: ["session-4"], "Hers was used.")
        },
        Behavior("An operator is deleted with their sessions and known addresses, and others keep theirs") { subject in
            let repository = subject.repository
            for (number, name) in ["anna", "bert"].enumerated() {
                try await repository.write { unit in
                    try unit.save(Self.account(name, .admin))
                    try unit.add(Self.session(UInt8(number), of: name))
                    try unit.noteSignIn(of: OperatorName(rawValue: name), from: "192.0.2.1", at: Sample.beginning)
                }
            }
            func knows(_ name: String, _ address: String = "192.0.2.1") async throws -> Bool {
                try await repository.read { view in
                    try view.hasSignedIn(OperatorName(rawValue: name), from: address)
                }
            }
            try Self.require(try await knows("anna"), "From there.")
            try Self.require(try await knows("anna", "192.0.2.2") == false, "Not from elsewhere.")
            let isDeleted = try await repository.write { unit in
                try unit.deleteOperatorAccount(OperatorName(rawValue: "anna"))
            }
            try Self.require(isDeleted, "Deleted.")
            let again = try await repository.write { unit in
                try unit.deleteOperatorAccount(OperatorName(rawValue: "anna"))
            }
            try Self.require(!again, "Once.")
            try await repository.write { unit in try unit.save(Self.account("anna", .viewer)) }
            try Self.require(try await knows("anna") == false, "A new account knows no address.")
            let session = try await repository.read { view in try view.operatorSession(Self.operatorDigest(0)) }
            try Self.require(session, is: nil, "The session ended.")
            try Self.require(try await knows("bert"), "Bert's is known.")
            let other = try await repository.read { view in try view.operatorSession(Self.operatorDigest(1)) }
            try Self.require(other?.operatorName.rawValue, is: "bert", "Bert's session stays.")
        },
        Behavior("Failed sign-ins are counted by key until they are forgotten, the oldest first") { subject in
            let repository = subject.repository
            for number: UInt8 in 1...3 {
                try await repository.write { unit in
                    try unit.save(
                        SignInThrottle.Failures(
                            count: Int(number),
                            lastAt: Sample.beginning + .minutes(Int64(number))
                        ),
                        under: Self.operatorDigest(number)
                    )
                }
            }
            func count(_ number: UInt8) async throws -> Int? {
                try await repository.read { view in try view.signInFailures(Self.operatorDigest(number)) }?.count
            }
            try Self.require(try await count(2), is: 2, "Counted.")
            let failures = SignInThrottle.Failures(count: 5, lastAt: Sample.beginning + .minutes(9))
            try await repository.write { unit in try unit.save(failures, under: Self.operatorDigest(2)) }
            try Self.require(try await count(2), is: 5, "Replaced.")
            let forgotten = try await repository.write { unit in
                try unit.forgetSignInFailures(before: Sample.beginning + .minutes(5), limit: 1)
            }
            try Self.require(forgotten, is: 1, "At most as many as asked.")
            try Self.require(try await count(1), is: nil, "The oldest.")
            try Self.require(try await count(3), is: 3, "Not the next.")
            try await repository.write { unit in try unit.save(nil, under: Self.operatorDigest(2)) }
            try Self.require(try await count(2), is: nil, "Forgotten by name.")
        },
    ]

    private static func operatorDigest(_ number: UInt8) -> ContentDigest {
        guard let digest = ContentDigest(Array(repeating: number, count: ContentDigest.byteCount)) else {
            preconditionFailure("There are as many bytes as a digest has.")
        }
        return digest
    }

    private static func account(_ name: String, _ role: OperatorRole) -> OperatorAccount {
        OperatorAccount(
            name: OperatorName(rawValue: name),
            role: role,
            createdAt: Sample.beginning,
            createdBy: "ada"
        )
    }

    private static func session(
        _ number: UInt8,
        of name: String,
        _ phase: OperatorSession.Phase = .signedIn
    ) -> OperatorSession {
        OperatorSession(
            id: OperatorSessionID(rawValue: "session-\(number)"),
            digest: Self.operatorDigest(number),
            operatorName: OperatorName(rawValue: name),
            phase: phase,
            createdAt: Sample.beginning,
            usedAt: Sample.beginning,
            address: "192.0.2.\(number)",
            userAgent: "Browser \(number)"
        )
    }
}
