import Crypto
package import Ledger

/// The audit log of what operators did.
package struct AuditLog: Sendable {
    /// The maximum number of entries that a search reads at once, so that it ends soon where few match.
    package static let searchCount: Int64 = 2000
    /// The number of entries read at once.
    private static let pageCount = 500

    private let repository: any Repository
    private let ambient: Ambient

    /// Creates the audit log that this repository stores.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// Adds an entry of an action with this outcome, and returns the entry once it is on disk.
    @discardableResult
    package func add(
        _ record: AuditRecord,
        _ outcome: AuditOutcome = .done
    ) async throws(RepositoryError) -> AuditEntry {
        try await self.repository.write { unit in try self.add(record, outcome, to: unit) }
    }

    /// Adds an entry of an action with this outcome to the unit of work that carries the action out.
    @discardableResult
    package func add(
        _ record: AuditRecord,
        _ outcome: AuditOutcome = .done,
        to unit: any UnitOfWork
    ) throws -> AuditEntry {
        guard let entry = try unit.append(self.draft(record).with(outcome), within: nil) else {
            throw RepositoryError.corrupt
        }
        return entry
    }

    /// Carries out an action, and adds its entry with the outcome in the same transaction.
    ///
    /// - Parameters:
    ///   - record: The action; `nil` to add no entry.
    ///   - outcome: The outcome that the result means; `nil` if no entry is to be added after all.
    ///   - write: Calls one writing method of the repository.
    /// - Returns: The result, once it is on disk together with the entry.
    /// - Throws: The reason why neither was written.
    package func enter<Outcome: Sendable>(
        _ record: AuditRecord?,
        as outcome: @escaping @Sendable (Outcome) -> AuditOutcome? = { _ in .done },
        by write: () async throws(RepositoryError) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        guard let record else { return try await write() }
        return try await AuditedWork.entering(self.draft(record), as: outcome, by: write)
    }

    /// Does the same for what an app causes in an environment: entries of one kind are counted instead of added when
    /// there are too many.
    package func enterFrequent<Outcome: Sendable>(
        _ record: AuditRecord,
        in app: AppName,
        _ environment: StoreEnvironment,
        as outcome: @escaping @Sendable (Outcome) -> AuditOutcome?,
        by write: () async throws(RepositoryError) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let quota = AuditQuota.name(of: record.action, app: app, environment: environment)
        return try await AuditedWork.entering(self.draft(record), within: quota, as: outcome, by: write)
    }

    /// Carries out an action whose outcome this process does not control, such as a request to Apple, between two
    /// entries: the first records that the action begins, and without it the action is not carried out; the second
    /// records how it ended.
    ///
    /// - Parameters:
    ///   - record: The action.
    ///   - outcome: The outcome of the action with this answer.
    ///   - code: The code of a thrown error that is a refusal; `nil` if the error leaves open whether the action was
    ///     carried out, in which case the first entry remains the last one.
    ///   - trouble: The error to throw if the first entry cannot be written.
    ///   - work: The action.
    /// - Returns: The answer of the action.
    /// - Throws: What the action throws, and `trouble`.
    package func around<Answer, Failure: Error>(
        _ record: AuditRecord,
        as outcome: (Answer) -> AuditOutcome = { _ in .done },
        code: (Failure) -> String?,
        trouble: (RepositoryError) -> Failure,
        _ work: () async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        let begun: AuditEntry
        do throws(RepositoryError) {
            begun = try await self.add(record, .begun)
        } catch {
            throw trouble(error)
        }
        do throws(Failure) {
            let answer = try await work()
            await self.end(record, begun, outcome(answer))
            return answer
        } catch {
            if let code = code(error) { await self.end(record, begun, .refused(code: code)) }
            throw error
        }
    }

    /// Adds the entry of how an action ended.
    ///
    /// The action remains carried out if this entry cannot be written: the entry of its beginning exists.
    private func end(_ record: AuditRecord, _ begun: AuditEntry, _ outcome: AuditOutcome) async {
        _ = try? await self.add(record.ending(begun), outcome)
    }

    /// Adds an entry of what an app caused in an environment, or counts it if there are too many of its kind.
    package func addFrequent(
        _ record: AuditRecord,
        in app: AppName,
        _ environment: StoreEnvironment
    ) async throws(RepositoryError) {
        let quota = AuditQuota.name(of: record.action, app: app, environment: environment)
        _ = try await self.repository.write { unit in try unit.append(self.draft(record).with(.done), within: quota) }
    }

    private func draft(_ record: AuditRecord) -> AuditDraft {
        let reason = record.reason.map { text in
            let salt = self.ambient.randomBytes(AuditReason.saltByteCount)
            return AuditReason(text: text, salt: salt, hash: AuditHash(of: salt + Array(text.utf8)))
        }
        return AuditDraft(
            at: self.ambient.now(),
            by: record.operatorName,
            record.action,
            on: record.subject,
            reason: reason,
            details: record.details,
            about: record.about
        )
    }

    /// Returns entries before a number, newest first; `nil` begins with the newest one.
    ///
    /// - Parameters:
    ///   - number: The number; numbers have no gaps.
    ///   - limit: The maximum number of entries.
    ///   - isWanted: Whether an entry is returned. At most `searchCount` entries are looked at.
    /// - Returns: The entries, and the number before which a next page goes on; `nil` at the beginning of the log.
    /// - Throws: The reason why nothing could be read.
    package func newest(
        before number: Int64?,
        limit: Int,
        where isWanted: @escaping @Sendable (AuditEntry) -> Bool = { _ in true }
    ) async throws(RepositoryError) -> (entries: [AuditEntry], next: Int64?) {
        try await self.repository.read { view in
            let end = try max(1, min(number ?? .max, view.auditHead().count + 1))
            let begin = max(1, end - Self.searchCount)
            var (position, found) = (end, [AuditEntry]())
            while position > begin, found.count < limit {
                let first = max(begin, position - Int64(Self.pageCount))
                let part = try view.auditEntries(after: first - 1, limit: Int(position - first))
                found += part.reversed().filter(isWanted)
                position = first
            }
            guard found.count > limit else { return (found, position > 1 ? position : nil) }
            let page = Array(found.prefix(limit))
            return (page, page.last?.number)
        }
    }

    /// Returns the customers of an app whom entries are about, by the numbers of the entries.
    package func customers(
        of entries: [AuditEntry],
        in app: AppName
    ) async throws(RepositoryError) -> [Int64: [CustomerID]] {
        let numbers = entries.map(\.number)
        return try await self.repository.read { view in
            var customers: [Int64: [CustomerID]] = [:]
            for number in numbers { customers[number] = try view.customers(ofAuditEntry: number, app: app) }
            return customers
        }
    }

    /// Reads the whole log and returns its flaws; an intact log has none.
    package func flaws() async throws(RepositoryError) -> [AuditFlaw] {
        // The head is read first: the entries that are added meanwhile exceed its count and never fall short of it.
        let head = try await self.repository.read { view in try view.auditHead() }
        var chain = AuditChain()
        while true {
            let entries = try await self.repository.read { [chain] view in
                try view.auditEntries(after: chain.number, limit: Self.pageCount)
            }
            for entry in entries { chain.take(entry) }
            if entries.count < Self.pageCount { break }
        }
        return chain.finish(head)
    }
}

/// An action that is to be written into the audit log.
package struct AuditRecord: Hashable, Sendable {
    /// The operator who carried out the action.
    package let operatorName: String
    /// The kind of the action.
    package let action: AuditAction
    /// The object of the action.
    package let subject: String
    /// The operator's reason, in their own words.
    package let reason: String?
    /// Further values by name; they contain nothing about a person.
    package let details: [String: String]
    /// The customers whom the action concerns, if any: the reason may contain facts about them, and its text is erased
    /// together with their names.
    package let about: AuditDraft.About?

    /// Creates the record of an operator's action.
    package init(
        by operatorName: String,
        _ action: AuditAction,
        on subject: String,
        reason: String? = nil,
        details: [String: String] = [:],
        about: AuditDraft.About? = nil
    ) {
        self.operatorName = operatorName
        self.action = action
        self.subject = subject
        self.reason = reason
        self.details = details
        self.about = about
    }

    /// Returns the same action for its second entry; the reason is in the first one.
    func ending(_ begun: AuditEntry) -> Self {
        Self(
            by: self.operatorName,
            self.action,
            on: self.subject,
            details: self.details.merging([AuditOutcome.beginningName: "\(begun.number)"]) { $1 },
            about: self.about
        )
    }

    /// Returns the same action for its second entry after the customers' names were erased.
    ///
    /// Their erasure removed the reason from the first entry, so this entry contains the reason.
    func erasing(_ begun: AuditEntry) -> Self {
        Self(
            by: self.operatorName,
            self.action,
            on: self.subject,
            reason: self.reason,
            details: self.ending(begun).details
        )
    }
}

/// The operator or key on whose behalf something is done, and the reason.
package struct RequestOrigin: Hashable, Sendable {
    /// The server itself, when it does what is due.
    package static let schedule = Self(name: "schedule")

    /// The name of the operator or key.
    package let name: String
    /// The reason, in the operator's own words.
    package let reason: String?

    /// Creates an origin of these values.
    package init(name: String, reason: String? = nil) {
        self.name = name
        self.reason = reason
    }
}
