import X509

/// The chains that were noted and the records of their certificates.
///
/// It is a value without a clock or a network, which returns the due questions, records their results, and lists the
/// resulting changes. A certificate in several chains, such as an intermediate, has one record and is asked about once.
package struct RevocationRecords: Sendable {
    /// A question that is due.
    struct Question: Sendable {
        /// The identifier of the certificate.
        let certificateID: OCSPCertificateID
        /// The certificate of the issuer.
        let issuer: Certificate
        /// The address of the responder.
        let address: String
    }

    private struct Entry: Sendable {
        let subjects: [(position: ChainPosition, certificateID: OCSPCertificateID)]
        let fault: RevocationError?
        var status: RevocationStatus
        var lastNoted: UInt64
        var uses = 0

        /// The rank that decides which chain leaves a full registry: unused ones first, then unused revoked ones, then
        /// the others by their number of uses.
        var rank: Int {
            guard self.uses == 0 else { return 1 + self.uses }
            if case .revoked = self.status { return 1 }
            return 0
        }
    }

    /// The number of uses after which all counts are halved, so that a chain that is no longer used can leave.
    package static let halvingPeriod = 1024
    /// The number of most recently noted chains that never leave, because their status is about to be requested.
    static let newestKept = 16

    private var entries: [CertificateChainID: Entry] = [:]
    private var records: [OCSPCertificateID: CertificateRecord] = [:]
    /// The knowledge from elsewhere or about certificates whose chains have left; it contains only revoked certificates
    /// of Apple.
    private var adopted: [OCSPCertificateID: CertificateRevocation] = [:]
    private var noteCount: UInt64 = 0
    private var useCount = 0
    /// The changes that have not been reported yet, oldest first.
    private(set) var changes: [RevocationChange] = []
    /// The number of questions in flight.
    private(set) var askedCount = 0

    /// The number of known chains.
    var chainCount: Int { self.entries.count }

    /// Returns the status of a chain and counts the request as a use.
    ///
    /// - Parameter id: The identifier of the chain.
    /// - Returns: The status, or `nil` if the chain was never noted.
    mutating func status(of id: CertificateChainID) -> RevocationStatus? {
        self.useCount += 1
        if self.useCount == Self.halvingPeriod {
            self.useCount = 0
            for index in self.entries.values.indices { self.entries.values[index].uses /= 2 }
        }
        guard let index = self.entries.index(forKey: id) else { return nil }
        self.entries.values[index].uses += 1
        return self.entries.values[index].status
    }

    /// Marks a chain as used.
    ///
    /// - Parameter id: The identifier of the chain.
    /// - Returns: The status, or `nil` if the chain must be added first.
    mutating func note(_ id: CertificateChainID) -> RevocationStatus? {
        self.noteCount += 1
        guard let index = self.entries.index(forKey: id) else { return nil }
        self.entries.values[index].lastNoted = self.noteCount
        return self.entries.values[index].status
    }

    /// Adds a chain; in a full registry, it replaces the least important one.
    ///
    /// Of the chains that are not in use, the one noted longest ago leaves, and revoked ones only after the others. If
    /// all are in use, the least used one leaves. The knowledge of a revocation remains when its chain leaves, and
    /// applies as soon as a chain with the same certificate is added again. So a full registry neither forgets a
    /// revocation nor leaves a revoked chain unchecked.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - records: The records of its certificates, or the reason why they cannot be asked about.
    ///   - limit: The maximum number of chains.
    ///   - now: The instant, in milliseconds since 1970.
    /// - Returns: The status, which may be known if other chains share the certificates.
    mutating func add(
        _ chain: SignerChain,
        records: Result<[(ChainPosition, CertificateRecord)], RevocationError>,
        limit: Int,
        now: Int64
    ) -> RevocationStatus {
        if let status = self.note(chain.id) { return status }
        if self.entries.count >= limit { self.forgetOne() }

        var entry = Entry(subjects: [], fault: nil, status: .unchecked, lastNoted: self.noteCount)
        switch records {
        case .success(let records):
            for (_, var record) in records where self.records[record.certificateID] == nil {
                if let known = self.adopted[record.certificateID] { record.adopt(known, at: now) }
                self.records[record.certificateID] = record
            }
            entry = Entry(
                subjects: records.map { ($0, $1.certificateID) },
                fault: nil,
                status: .unchecked,
                lastNoted: self.noteCount
            )
        case .failure(let error):
            entry = Entry(subjects: [], fault: error, status: .unchecked, lastNoted: self.noteCount)
        }
        // From here on, a status that the new chain has through another chain also counts as a change.
        let status = self.status(of: entry, now: now)
        entry.status = status
        self.entries[chain.id] = entry
        if case .good = status { return status }
        if status != .unchecked {
            self.changes.append(RevocationChange(chain: chain.id, old: .unchecked, new: status))
        }
        return status
    }

    /// Adopts knowledge about revocations from an earlier or another process.
    ///
    /// - Parameters:
    ///   - known: The stored knowledge.
    ///   - now: The instant, in milliseconds since 1970.
    mutating func adopt(_ known: [CertificateRevocation], now: Int64) {
        for revocation in known {
            self.keep(revocation)
            self.records[revocation.certificateID]?.adopt(revocation, at: now)
        }
        self.settle(now: now)
    }

    /// The knowledge about revocations from this process and elsewhere, whether they are in force or have ended.
    var revocations: [CertificateRevocation] {
        var whole = self
        for revocation in self.records.values.compactMap(\.revocation) { whole.keep(revocation) }
        return Array(whole.adopted.values)
    }

    /// Returns the time of a chain's revocation and the time at which it was learned; `nil` if it is not revoked.
    ///
    /// - Parameter id: The identifier of the chain.
    /// - Returns: The earlier times if both certificates are revoked.
    func revocation(of id: CertificateChainID) -> ChainRevocation? {
        guard let entry = self.entries[id], case .revoked = entry.status else { return nil }
        let remaining = entry.subjects.compactMap { self.records[$0.certificateID]?.revocation }.filter(\.isInForce)
        guard let since = remaining.map(\.revokedAt).min(), let learnedAt = remaining.map(\.learnedAt).min() else {
            return nil
        }
        return ChainRevocation(since: since, learnedAt: learnedAt)
    }

    /// Takes the due questions, up to the maximum number in flight.
    ///
    /// - Parameters:
    ///   - now: The instant, in milliseconds since 1970.
    ///   - limit: The maximum number of questions in flight.
    /// - Returns: The questions, longest due first; the caller reports each result with ``record(_:for:now:)``.
    mutating func takeQuestions(now: Int64, limit: Int) -> [Question] {
        guard self.askedCount < limit else { return [] }
        let due = self.records.values
            .filter { record in
                guard !record.isBeingAsked, let dueAt = record.questionDueAt else { return false }
                return dueAt <= now
            }
            .sorted { ($0.questionDueAt ?? 0) < ($1.questionDueAt ?? 0) }
        var questions: [Question] = []
        for record in due.prefix(limit - self.askedCount) {
            guard case .success(let address?) = record.address else { continue }
            self.records[record.certificateID]?.isBeingAsked = true
            self.askedCount += 1
            questions.append(
                Question(certificateID: record.certificateID, issuer: record.issuer, address: address)
            )
        }
        return questions
    }

    /// Records the result of a question.
    ///
    /// - Parameters:
    ///   - result: The answer, or the reason why there is none; `nil` if the question was abandoned.
    ///   - certificateID: The identifier of the certificate.
    ///   - now: The instant, in milliseconds since 1970.
    mutating func record(
        _ result: Result<OCSPResult, RevocationError>?,
        for certificateID: OCSPCertificateID,
        now: Int64
    ) {
        self.askedCount -= 1
        self.records[certificateID]?.isBeingAsked = false
        switch result {
        case .success(let answer): self.records[certificateID]?.record(answer, at: now)
        case .failure(let error): self.records[certificateID]?.record(error, at: now)
        case nil: return
        }
        self.settle(now: now)
    }

    /// Applies the passage of time: expired answers no longer count.
    ///
    /// - Parameter now: The instant, in milliseconds since 1970.
    mutating func settle(now: Int64) {
        for (id, entry) in self.entries {
            let status = self.status(of: entry, now: now)
            guard status != entry.status else { continue }
            self.entries[id]?.status = status
            self.changes.append(RevocationChange(chain: id, old: entry.status, new: status))
        }
    }

    /// Returns the time of the next event: a due question or the expiry of an answer.
    ///
    /// - Parameter now: The instant, in milliseconds since 1970; answers that expired earlier are already settled.
    /// - Returns: An instant, possibly in the past, or `nil` if nothing is scheduled.
    func nextEventAt(now: Int64) -> Int64? {
        self.records.values.lazy
            .flatMap { record -> [Int64] in
                let questionAt = record.isBeingAsked ? nil : record.questionDueAt
                let endAt = record.goodEndsAt.flatMap { $0 >= now ? $0 + 1 : nil }
                return [questionAt, endAt].compactMap { $0 }
            }
            .min()
    }

    /// Removes changes that have been reported.
    ///
    /// - Parameter count: The number of changes, from the oldest.
    mutating func strikeChanges(_ count: Int) {
        self.changes.removeFirst(count)
    }

    private func status(of entry: Entry, now: Int64) -> RevocationStatus {
        if let fault = entry.fault { return .unknown(fault) }
        var whole = RevocationStatus.good(.answered)
        for subject in entry.subjects {
            guard let record = self.records[subject.certificateID] else { continue }
            whole = whole.worse(record.status(at: subject.position, now: now))
        }
        return whole
    }

    private mutating func keep(_ revocation: CertificateRevocation) {
        let id = revocation.certificateID
        self.adopted[id] = self.adopted[id]?.joined(with: revocation) ?? revocation
    }

    private mutating func forgetOne() {
        let newestFirst = self.entries.sorted { $0.value.lastNoted > $1.value.lastNoted }
        let leaving = newestFirst.dropFirst(min(Self.newestKept, newestFirst.count - 1)).min { left, right in
            (left.value.rank, left.value.lastNoted) < (right.value.rank, right.value.lastNoted)
        }
        guard let leaving else { return }
        self.entries[leaving.key] = nil
        let needed = Set(self.entries.values.flatMap { $0.subjects.map(\.certificateID) })
        for (id, record) in self.records where !needed.contains(id) {
            if let revocation = record.revocation { self.keep(revocation) }
            self.records[id] = nil
        }
    }
}
