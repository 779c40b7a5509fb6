import Ledger

extension RepositoryContract {
    /// The required behavior of nodes that share a database.
    static let cluster = [
        Behavior("A leader role is one node's until its time is over or it leaves") { subject in
            let repository = subject.repository
            let one = NodeID(rawValue: "one")
            let other = NodeID(rawValue: "other")
            let start = Sample.beginning
            func take(_ node: NodeID, _ seconds: Int64) async throws -> Bool {
                let now = start + .seconds(seconds)
                return try await repository.write { unit in
                    try unit.acquire(.worker, by: node, at: now, until: now + .seconds(15))
                }
            }
            try Self.require(try await take(one, 0), "The lease was free.")
            try Self.require(try await !take(other, 14), "It is another's.")
            try Self.require(try await take(one, 14), "The holder renews it.")
            try Self.require(try await !take(other, 28), "For as long as it was kept.")
            try Self.require(try await take(other, 29), "The other's lease has ended.")
            try await repository.write { unit in try unit.release(.worker, by: one) }
            try Self.require(try await !take(one, 30), "A node cannot release another's lease.")
            try await repository.write { unit in try unit.release(.worker, by: other) }
            try Self.require(try await take(one, 30), "It was left.")
        },
        Behavior("Of many nodes that want a leader role at once one has it") { subject in
            let repository = subject.repository
            let now = Sample.beginning
            let count = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let node = NodeID(rawValue: "node \(number)")
                        return try await repository.write { unit in
                            try unit.acquire(.worker, by: node, at: now, until: now + .seconds(15))
                        }
                    }
                }
                return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
            }
            try Self.require(count, is: 1, "One has it.")
        },
        Behavior("The newest outage of any node is known to all") { subject in
            let repository = subject.repository
            try Self.require(try await repository.read { view in try view.newestOutage() } == nil, "There was none.")
            try await repository.write { unit in try unit.noteOutage(at: Sample.beginning) }
            try await repository.write { unit in try unit.noteOutage(at: Sample.beginning + .seconds(-5)) }
            try Self.require(
                try await repository.read { view in try view.newestOutage() },
                is: Sample.beginning,
                "An older one changes nothing."
            )
            try await repository.write { unit in try unit.noteOutage(at: Sample.beginning + .seconds(5)) }
            try Self.require(
                try await repository.read { view in try view.newestOutage() },
                is: Sample.beginning + .seconds(5),
                "The newest."
            )
        },
        Behavior("The first node says which signing key belongs to the ledger") { subject in
            let repository = subject.repository
            func key(_ fingerprint: String?, replaces: Bool = false) async throws -> String? {
                try await repository.signingKey(fingerprint, replaces: replaces)
            }
            try Self.require(try await key(nil) == nil, "It was not recorded.")
            try Self.require(try await key("0011223344556677"), is: "0011223344556677", "The first.")
            try Self.require(try await key("8899aabbccddeeff"), is: "0011223344556677", "It stays.")
            try Self.require(try await key(nil, replaces: true), is: "0011223344556677", "It is kept.")
            try Self.require(try await key("8899aabbccddeeff", replaces: true), is: "8899aabbccddeeff", "Replaced.")
            try Self.require(try await key(nil), is: "8899aabbccddeeff", "The new one is kept.")
        },
        Behavior("The nodes' revoked certificates are merged in any order and number of reports") {
            subject in
            let repository = subject.repository
            func revoked(
                _ number: UInt8,
                _ revoked: Int64,
                _ learned: Int64,
                _ stated: Int64,
                _ cleared: Int64? = nil
            )
                -> RevokedCertificate
            {
                RevokedCertificate(
                    id: RevokedCertificate.ID(issuerNameHash: [1, 2], issuerKeyHash: [3], serialNumber: [0, number]),
                    revokedAt: Sample.beginning + .seconds(revoked),
                    learnedAt: Sample.beginning + .seconds(learned),
                    statedAt: Sample.beginning + .seconds(stated),
                    clearedAt: cleared.map { Sample.beginning + .seconds($0) }
                )
            }
            try Self.require(
                try await repository.read { view in try view.revokedCertificates() }.isEmpty,
                "There is none."
            )
            let facts = [
                revoked(7, 10, 30, 30), revoked(7, 5, 40, 60), revoked(7, 10, 35, 20, 50), revoked(7, 10, 30, 30, 45),
                revoked(250, 1, 2, 3),
            ]
            for fact in facts + facts.reversed() { try await repository.write { unit in try unit.keep(fact) } }
            let expected = [revoked(7, 5, 30, 60, 50), revoked(250, 1, 2, 3)]
            try Self.require(
                try await repository.read { view in try view.revokedCertificates() },
                is: expected,
                "Joined."
            )
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await reopened.read { view in try view.revokedCertificates() },
                is: expected,
                "On disk."
            )
        },
    ]
}
