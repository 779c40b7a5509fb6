import Crypto
package import Ledger

/// Writes and reads what operators did.
package struct AuditLog: Sendable {
    /// How many entries are read at once.
    private static let pageCount = 500

    private let repository: any Repository
    private let ambient: Ambient

    /// The log that this repository keeps.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// Adds an entry of an action that had this outcome, and returns it once it is on disk.
    @discardableResult
    package func add(
        _ record: AuditRecord,
        _ outcome: AuditOutcome = .done
    ) async throws(RepositoryError) -> AuditEntry {
        let draft = self.draft(record).with(outcome)
        guard let entry = try await self.repository.append(draft, within: nil) else { throw .corrupt }
        return entry
    }

    /// Carries out an action, and enters it with its outcome in the transaction that carries it out.
    ///
    /// - Parameters:
    ///   - record: The action; `nil` where it is not entered.
    ///   - outcome: What the result means; `nil` where nothing is to be entered after all.
    ///   - write: Calls one method of the repository that writes.
    /// - Returns: The result, once it is on disk, and with it the entry.
    /// - Throws: Why neither was written.
    package func enter<Outcome: Sendable>(
        _ record: AuditRecord?,
        as outcome: @escaping @Sendable (Outcome) -> AuditOutcome? = { _ in .done },
        by write: () async throws(RepositoryError) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        guard let record else { return try await write() }
        return try await AuditedWork.entering(self.draft(record), as: outcome, by: write)
    }

    /// The same for what an app causes in an environment: it is counted where there are too many of its kind.
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

    /// Does what nothing here decides the end of, as what Apple is asked, between two entries: that it begins, without
    /// which it is not done, and how it ended.
    ///
    /// - Parameters:
    ///   - record: The action.
    ///   - outcome: How the action ended that answered so.
    ///   - code: The code of what was thrown, if that is a refusal; `nil` where it leaves open whether the action was
    ///     done, so that the entry of its beginning stays the last word.
    ///   - trouble: What to throw where the first entry cannot be written.
    ///   - work: The action.
    /// - Returns: What the action answers.
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

    /// Enters how an action ended that was begun.
    ///
    /// What was done stays done where this cannot be written: the first entry is there.
    private func end(_ record: AuditRecord, _ begun: AuditEntry, _ outcome: AuditOutcome) async {
        _ = try? await self.add(record.ending(begun), outcome)
    }

    /// Adds an entry of what an app caused in an environment, or counts it where there are too many of its kind.
    package func addFrequent(
        _ record: AuditRecord,
        in app: AppName,
        _ environment: StoreEnvironment
    ) async throws(RepositoryError) {
        let quota = AuditQuota.name(of: record.action, app: app, environment: environment)
        _ = try await self.repository.append(self.draft(record).with(.done), within: quota)
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

    /// Reads the whole log and says what is wrong with it; nothing when it holds.
    package func flaws() async throws(RepositoryError) -> [AuditFlaw] {
        // The head comes first: what is added meanwhile is more than it says, and never less.
        let head = try await self.repository.auditHead()
        var chain = AuditChain()
        while true {
            let entries = try await self.repository.auditEntries(after: chain.number, limit: Self.pageCount)
            for entry in entries { chain.take(entry) }
            if entries.count < Self.pageCount { break }
        }
        return chain.finish(head)
    }
}

/// What is to be written into the audit log.
package struct AuditRecord: Hashable, Sendable {
    /// Who did it.
    package let operatorName: String
    /// What was done.
    package let action: AuditAction
    /// What it was done to.
    package let subject: String
    /// Why, in his own words.
    package let reason: String?
    /// Further values by name; nothing about a person.
    package let details: [String: String]
    /// Whom it is about, if it is about customers: the reason may speak of them, and loses its words with their names.
    package let about: AuditDraft.About?

    /// What one operator did.
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

    /// The same action, whose beginning has an entry already; the reason is in that one.
    func ending(_ begun: AuditEntry) -> Self {
        Self(
            by: self.operatorName,
            self.action,
            on: self.subject,
            details: self.details.merging([AuditOutcome.beginningName: "\(begun.number)"]) { $1 },
            about: self.about
        )
    }

    /// The same action at its end, when nobody bears the names any more whom it was about; the words of its reason,
    /// which went with the names from the entry of its beginning, stay in this one.
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

/// Who does something, and why.
package struct RequestOrigin: Hashable, Sendable {
    /// The server itself, which does what is due.
    package static let schedule = Self(name: "schedule")

    /// Who: an operator or a key, by name.
    package let name: String
    /// Why, in their own words.
    package let reason: String?

    /// An origin of these values.
    package init(name: String, reason: String? = nil) {
        self.name = name
        self.reason = reason
    }
}
