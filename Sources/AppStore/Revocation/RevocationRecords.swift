import X509

/// The chains that were seen and the certificates that are asked about for their sake.
///
/// A value without clock or network: it says which questions are due, takes in what came of them, and says what that
/// changed. A certificate in several chains, as an intermediate always is, has one record and is asked about once.
package struct RevocationRecords: Sendable {
    /// A question that is due.
    struct Question: Sendable {
        /// The certificate in question.
        let certificateID: OCSPCertificateID
        /// Who issued it.
        let issuer: Certificate
        /// Whom to ask.
        let address: String
    }

    private struct Entry: Sendable {
        let subjects: [(position: ChainPosition, certificateID: OCSPCertificateID)]
        let fault: RevocationError?
        var status: RevocationStatus
        var lastNoted: UInt64
        var uses = 0

        /// How late it leaves a full registry: unused ones first, unused revoked ones next, then the others by their
        /// uses.
        var rank: Int {
            guard self.uses == 0 else { return 1 + self.uses }
            if case .revoked = self.status { return 1 }
            return 0
        }
    }

    /// After so many uses of any chain the uses of each count half, so that a chain that fell out of use can leave.
    package static let halvingPeriod = 1024
    /// How many of the chains noted last never leave, because the status of each is about to be asked for.
    static let newestKept = 16

    private var entries: [CertificateChainID: Entry] = [:]
    private var records: [OCSPCertificateID: CertificateRecord] = [:]
    /// What was learned elsewhere, or of certificates whose chains have left; only certificates of Apple's that were
    /// revoked are in it.
    private var adopted: [OCSPCertificateID: CertificateRevocation] = [:]
    private var noteCount: UInt64 = 0
    private var useCount = 0
    /// What has changed and was not told yet, oldest first.
    private(set) var changes: [RevocationChange] = []
    /// How many questions are on their way.
    private(set) var askedCount = 0

    /// How many chains are known.
    var chainCount: Int { self.entries.count }

    /// What is known about a chain, when it is known at all; being asked about is being in use.
    ///
    /// - Parameter id: The chain.
    /// - Returns: Its status, or nothing when it was never noted.
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

    /// Marks a chain as seen.
    ///
    /// - Parameter id: The chain.
    /// - Returns: What is known about it, or nothing when the chain must be added first.
    mutating func note(_ id: CertificateChainID) -> RevocationStatus? {
        self.noteCount += 1
        guard let index = self.entries.index(forKey: id) else { return nil }
        self.entries.values[index].lastNoted = self.noteCount
        return self.entries.values[index].status
    }

    /// Adds a chain; when the registry is full, in place of the one that matters least.
    ///
    /// Of the chains that are not in use the one noted longest ago leaves, a revoked one only after the others; where
    /// all are in use, the least used leaves. What was learned of a revocation stays when its chain leaves, and counts
    /// as soon as a chain with the same certificate is added again: a full registry can neither forget a revocation nor
    /// turn a revoked chain away unchecked.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - records: The records of its certificates, or why they cannot be asked about.
    ///   - limit: How many chains are kept.
    ///   - now: The instant, milliseconds since 1970.
    /// - Returns: What is known about it, which is something when its certificates are already known.
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
        // From here on what is known of a new chain is a change too, when it is known through another chain.
        let status = self.status(of: entry, now: now)
        entry.status = status
        self.entries[chain.id] = entry
        if case .good = status { return status }
        if status != .unchecked {
            self.changes.append(RevocationChange(chain: chain.id, old: .unchecked, new: status))
        }
        return status
    }

    /// Takes over what was learned of revocations before this process, or by another.
    ///
    /// - Parameters:
    ///   - known: All that is known.
    ///   - now: The instant, milliseconds since 1970.
    mutating func adopt(_ known: [CertificateRevocation], now: Int64) {
        for revocation in known {
            self.keep(revocation)
            self.records[revocation.certificateID]?.adopt(revocation, at: now)
        }
        self.settle(now: now)
    }

    /// What was learned of revocations here and elsewhere, whether they stand or are over.
    var revocations: [CertificateRevocation] {
        var whole = self
        for revocation in self.records.values.compactMap(\.revocation) { whole.keep(revocation) }
        return Array(whole.adopted.values)
    }

    /// Since when a chain is revoked, and when that was learned of; nil where it is not.
    ///
    /// - Parameter id: The chain.
    /// - Returns: The earlier instants, where both certificates are.
    func revocation(of id: CertificateChainID) -> ChainRevocation? {
        guard let entry = self.entries[id], case .revoked = entry.status else { return nil }
        let remaining = entry.subjects.compactMap { self.records[$0.certificateID]?.revocation }.filter(\.isInForce)
        guard let since = remaining.map(\.revokedAt).min(), let learnedAt = remaining.map(\.learnedAt).min() else {
            return nil
        }
        return ChainRevocation(since: since, learnedAt: learnedAt)
    }

    /// Takes the questions that are due, as many as may be on their way at once.
    ///
    /// - Parameters:
    ///   - now: The instant, milliseconds since 1970.
    ///   - limit: How many may be on their way.
    /// - Returns: The questions, longest due first; the caller reports each by ``record(_:for:now:)``.
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

    /// Takes in what came of a question.
    ///
    /// - Parameters:
    ///   - result: The answer, or why there is none; nothing when the question was given up.
    ///   - certificateID: The certificate that was asked about.
    ///   - now: The instant, milliseconds since 1970.
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

    /// Lets time do its work: answers that have expired count no longer.
    ///
    /// - Parameter now: The instant, milliseconds since 1970.
    mutating func settle(now: Int64) {
        for (id, entry) in self.entries {
            let status = self.status(of: entry, now: now)
            guard status != entry.status else { continue }
            self.entries[id]?.status = status
            self.changes.append(RevocationChange(chain: id, old: entry.status, new: status))
        }
    }

    /// When something is to be done next: a question to be asked, or an answer to expire.
    ///
    /// - Parameter now: The instant, milliseconds since 1970; answers that expired earlier are settled.
    /// - Returns: An instant that may already have come, or nothing while there is nothing to do.
    func nextEventAt(now: Int64) -> Int64? {
        self.records.values.lazy
            .flatMap { record -> [Int64] in
                let questionAt = record.isBeingAsked ? nil : record.questionDueAt
                let endAt = record.goodEndsAt.flatMap { $0 >= now ? $0 + 1 : nil }
                return [questionAt, endAt].compactMap { $0 }
            }
            .min()
    }

    /// Strikes out changes that have been told.
    ///
    /// - Parameter count: How many, from the oldest.
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
