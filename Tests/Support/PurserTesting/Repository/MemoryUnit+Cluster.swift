import Ledger

extension MemoryUnit {
    /// Takes or keeps a leader role, unless it is another's.
    func acquire(
        _ leaderRole: LeaderRole,
        by node: NodeID,
        at now: Instant,
        until: Instant
    ) throws -> Bool {
        self.open { memory in
            if let holder = memory.cluster.leaderRoles[leaderRole], holder.node != node, holder.until > now {
                return false
            }
            memory.cluster.leaderRoles[leaderRole] = (node, until)
            return true
        }
    }

    /// Leaves a leader role.
    func release(_ leaderRole: LeaderRole, by node: NodeID) throws {
        self.open { memory in
            if memory.cluster.leaderRoles[leaderRole]?.node == node { memory.cluster.leaderRoles[leaderRole] = nil }
        }
    }

    /// Records an outage.
    func noteOutage(at instant: Instant) throws {
        self.open { memory in
            memory.cluster.outageAt = memory.cluster.outageAt.map { max($0, instant) } ?? instant
        }
    }

    /// Returns the instant of the newest outage.
    func newestOutage() throws -> Instant? {
        self.open { memory in memory.cluster.outageAt }
    }

    /// The certificates that were ever reported as revoked: of all that was said of one, the earliest dates of its
    /// revocation and the newest answers.
    func revokedCertificates() throws -> [RevokedCertificate] {
        self.open { memory in
            func place(_ id: RevokedCertificate.ID) -> String {
                [id.issuerNameHash, id.issuerKeyHash, id.serialNumber].map { bytes in
                    bytes.map { String(256 + Int($0), radix: 16) }.joined()
                }.joined(separator: " ")
            }
            return Dictionary(grouping: memory.cluster.revocations, by: \.id).compactMap { id, all in
                guard let revokedAt = all.map(\.revokedAt).min(), let learnedAt = all.map(\.learnedAt).min(),
                    let statedAt = all.map(\.statedAt).max()
                else { return nil }
                return RevokedCertificate(
                    id: id,
                    revokedAt: revokedAt,
                    learnedAt: learnedAt,
                    statedAt: statedAt,
                    clearedAt: all.compactMap(\.clearedAt).max()
                )
            }.sorted { place($0.id) < place($1.id) }
        }
    }

    /// Stores a node's evidence of a revoked certificate.
    func keep(_ revoked: RevokedCertificate) throws {
        self.open { memory in _ = memory.cluster.revocations.insert(revoked) }
    }

    /// Returns the signing key that belongs to the ledger.
    func signingKey() throws -> String? { self.memory.cluster.signingKey }

    /// Stores the signing key that belongs to the ledger.
    func putSigningKey(_ fingerprint: String, replaces: Bool) throws {
        guard replaces || self.memory.cluster.signingKey == nil else { return }
        self.memory.cluster.signingKey = fingerprint
    }

    /// Returns no time, because the repository has no clock.
    func databaseTime() throws -> Instant? { nil }
}

/// The shared state of the nodes of an `InMemoryRepository`.
struct MemoryCluster: Sendable {
    /// The holder of each leader role, and the end of its lease.
    var leaderRoles: [LeaderRole: (node: NodeID, until: Instant)] = [:]
    /// The instant of the newest outage.
    var outageAt: Instant?
    /// The revoked certificates that nodes have reported.
    var revocations: Set<RevokedCertificate> = []
    /// The signing key that belongs to the ledger.
    var signingKey: String?
}
