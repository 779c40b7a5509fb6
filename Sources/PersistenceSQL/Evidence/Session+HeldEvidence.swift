package import Ledger

extension Session {
    /// Saves held evidence, and returns whether it is new.
    package func insert(_ held: HeldEvidence, app: Int64) throws -> Bool {
        let submission = held.submission
        return try self.change(
            .held.insertHeld,
            [
                .integer(app),
                .bytes(held.digest.bytes),
                .integer(held.reason.code),
                .text(held.code),
                .integer(held.kind.code),
                submission.map { .text($0.customer.rawValue) } ?? .null,
                submission.map { .digest(of: $0.customer) } ?? .null,
                .optionalIdentifier(submission?.transactionID.rawValue),
                .optional(submission?.intent.code),
                .instant(submission?.submittedAt),
                held.customerTokens.isEmpty ? .null : .tokens(held.customerTokens),
                .instant(held.receivedAt),
                .instant(held.dueAt),
                .bytes(held.body),
            ]
        ) > 0
    }

    /// Counts that evidence came again which is held for the same reason; returns whether it is.
    package func countRepeat(of held: HeldEvidence, app: Int64) throws -> Bool {
        let values: [SQLValue] = [.integer(held.reason.code), .integer(app), .bytes(held.digest.bytes)]
        return try self.change(.held.repeatHeld, values) > 0
    }

    /// Returns the number of pieces of evidence of an app that are held for a reason.
    package func heldCount(for reason: HeldEvidence.Reason, app: Int64) throws -> Int {
        let group: [SQLValue] = [.integer(reason.code), .integer(app)]
        return Int(try self.first(.held.countHeldOfApp, group) { row in try row.integer() } ?? 0)
    }

    /// Deletes so many pieces of evidence of an app that are held for a reason, oldest first.
    package func deleteOldestHeld(_ count: Int, for reason: HeldEvidence.Reason, app: Int64) throws {
        try self.run(.held.deleteOldestHeld, [.integer(reason.code), .integer(app), .integer(Int64(count))])
    }

    /// Replaces the reason, the code and the date of held evidence.
    package func judge(_ held: HeldEvidence) throws {
        self.note(.heldEvidence, dueAt: held.dueAt)
        let verdict: [SQLValue] = [.integer(held.reason.code), .text(held.code), .instant(held.dueAt)]
        try self.run(.held.judgeHeld, verdict + [.integer(try self.app(held.app)), .bytes(held.digest.bytes)])
    }

    /// Returns whether evidence with this digest is held for an app.
    package func isHeld(_ digest: EvidenceDigest, app: AppName) throws -> Bool {
        let key: [SQLValue] = [.text(app.rawValue), .bytes(digest.bytes)]
        return try self.first(.held.isHeld, key, read: { _ in true }) ?? false
    }

    /// Returns the held evidence that is due, earliest first.
    package func dueHeldEvidence(at now: Instant, limit: Int) throws -> [HeldEvidence] {
        try self.all(.held.dueHeld, [.instant(now), .integer(Int64(limit))], read: Self.held)
    }

    /// Returns the evidence of an app that is held for a reason, newest first.
    package func heldEvidence(
        of name: AppName,
        reason: HeldEvidence.Reason,
        before cursor: HeldSubmissionCursor?,
        limit: Int
    ) throws -> [(held: HeldEvidence, repeats: Int)] {
        guard let app = try self.knownApp(name) else { return [] }
        let values: [SQLValue] = [
            .integer(reason.code), .integer(app), .integer(cursor?.receivedAt.milliseconds ?? .max),
            .integer(app), .bytes(cursor?.digest.bytes ?? []), .integer(Int64(limit)),
        ]
        return try self.all(.held.heldOfApp, values) { row in
            (held: try Self.held(in: &row), repeats: Int(try row.integer()))
        }
    }

    private static func held(in row: inout Row) throws -> HeldEvidence {
        let digest = try row.digest()
        let app = AppName(try row.text())
        let reason = try row.coded(HeldEvidence.Reason.self)
        let code = try row.text()
        let body = try row.bytes()
        let kind = try row.coded(SignedEvidence.Kind.self)
        let submission = try Self.submission(in: &row)
        let tokens = try row.tokens()
        return HeldEvidence(
            digest: digest,
            app: app,
            reason: reason,
            code: code,
            body: body,
            kind: kind,
            submission: submission,
            customerTokens: tokens,
            receivedAt: try row.instant(),
            dueAt: try row.optionalInstant()
        )
    }

    /// Returns when the next held evidence is due.
    package func nextHeldDueAt() throws -> Instant? {
        try self.first(.held.nextDue, [.integer(.min)]) { row in try row.instant() }
    }

    /// Makes held evidence due that has no due time.
    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) throws {
        self.note(.heldEvidence, dueAt: now)
        for reason in reasons { try self.run(.held.reviewHeld, [.instant(now), .integer(reason.code)]) }
    }

    /// Returns the number of held objects by reason.
    package func heldCounts() throws -> [HeldEvidence.Reason: Int] {
        var counts: [HeldEvidence.Reason: Int] = [:]
        for reason in HeldEvidence.Reason.allCases {
            let count = try self.first(.held.countHeld, [.integer(reason.code)]) { row in try row.integer() } ?? 0
            if count > 0 { counts[reason] = Int(count) }
        }
        return counts
    }

    /// Returns the submissions of a customer whose evidence is held, oldest first.
    package func heldSubmissions(
        of customer: CustomerID,
        app name: AppName,
        reason: HeldEvidence.Reason?,
        after cursor: HeldSubmissionCursor?,
        limit: Int
    ) throws -> [HeldSubmission] {
        guard let app = try self.knownApp(name) else { return [] }
        // Held evidence names its customer, who need not have a row.
        let names = Set(try self.people(in: customer, app: name).map(self.customer)).union([customer])
        let filter: [SQLValue] = [
            .integer(reason?.code ?? .min), .integer(reason?.code ?? .max),
            .integer(cursor?.receivedAt.milliseconds ?? .min), .bytes(cursor?.digest.bytes ?? []),
            .integer(Int64(limit)),
        ]
        let held = try names.flatMap { name in
            let key: [SQLValue] = [.integer(app), .digest(of: name), .text(name.rawValue)]
            return try self.all(.held.heldOfCustomer, key + filter, read: Self.heldSubmission)
        }
        return Array(held.sorted { $0.cursor < $1.cursor }.prefix(limit))
    }

    private static func heldSubmission(in row: inout Row) throws -> HeldSubmission {
        let digest = try row.digest()
        let reason = try row.coded(HeldEvidence.Reason.self)
        let code = try row.text()
        let kind = try row.coded(SignedEvidence.Kind.self)
        guard let submission = try Self.submission(in: &row) else { throw RepositoryError.corrupt }
        return HeldSubmission(
            digest: digest,
            reason: reason,
            code: code,
            kind: kind,
            submission: submission,
            receivedAt: try row.instant(),
            dueAt: try row.optionalInstant(),
            repeats: Int(try row.integer())
        )
    }

    private static func submission(in row: inout Row) throws -> Submission? {
        let customer = try row.optionalText()
        let transactionID = try row.optionalIdentifier()
        let intent = try row.optionalCoded(Submission.Intent.self)
        let submittedAt = try row.optionalInstant()
        guard let customer, let transactionID, let intent, let submittedAt else { return nil }
        guard let customer = CustomerID(customer) else { throw RepositoryError.corrupt }
        return Submission(
            customer: customer,
            transactionID: TransactionID(transactionID),
            intent: intent,
            submittedAt: submittedAt
        )
    }
}

extension HeldEvidence.Reason: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .signedInFuture: 1
        case .missingPart: 2
        case .certificateRevoked: 3
        case .notOurs: 4
        }
    }
}

/// The statements on held evidence.
package struct HeldEvidenceStatements: Sendable {
    package let insertHeld = SQLStatement(
        """
        INSERT INTO held_evidence (app, digest, reason, code, kind, customer, customer_digest, transaction_id, intent,
        submitted_at, tokens, received_at, due_at, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """
    )
    package let repeatHeld = SQLStatement(
        "UPDATE held_evidence SET repeats = repeats + 1 WHERE reason = ? AND app = ? AND digest = ?"
    )
    package let judgeHeld = SQLStatement(
        """
        UPDATE held_evidence SET repeats = repeats + 1, reason = ?, code = ?, due_at = ?
        WHERE app = ? AND digest = ?
        """
    )
    package let isHeld = SQLStatement(
        "SELECT 1 FROM held_evidence WHERE app = (SELECT id FROM app WHERE name = ?) AND digest = ?"
    )
    package let releaseHeld = SQLStatement("DELETE FROM held_evidence WHERE app = ? AND digest = ?")
    package let countHeldOfApp = SQLStatement("SELECT count(*) FROM held_evidence WHERE reason = ? AND app = ?")
    package let deleteOldestHeld = SQLStatement(
        """
        DELETE FROM held_evidence WHERE id IN (
            SELECT id FROM held_evidence WHERE reason = ? AND app = ? ORDER BY received_at, id LIMIT ?
        )
        """
    )
    package let dueHeld = SQLStatement(
        """
        SELECT held_evidence.digest, app.name, reason, code, body, kind, customer, transaction_id, intent,
        submitted_at, tokens, received_at, due_at
        FROM held_evidence JOIN app ON app.id = held_evidence.app
        WHERE due_at <= ? ORDER BY due_at, held_evidence.id LIMIT ?
        """
    )
    package let heldOfApp = SQLStatement(
        """
        SELECT held_evidence.digest, app.name, reason, code, body, kind, customer, transaction_id, intent,
        submitted_at, tokens, received_at, due_at, repeats
        FROM held_evidence JOIN app ON app.id = held_evidence.app
        WHERE reason = ? AND held_evidence.app = ? AND (received_at, held_evidence.id) < (?, COALESCE(
            (SELECT id FROM held_evidence AS last WHERE last.app = ? AND last.digest = ?), 9223372036854775807
        ))
        ORDER BY received_at DESC, held_evidence.id DESC LIMIT ?
        """
    )
    package let nextDue = SQLStatement("SELECT due_at FROM held_evidence WHERE due_at >= ? ORDER BY due_at LIMIT 1")
    package let reviewHeld = SQLStatement("UPDATE held_evidence SET due_at = ? WHERE reason = ? AND due_at IS NULL")
    package let countHeld = SQLStatement("SELECT count(*) FROM held_evidence WHERE reason = ?")
    package let heldOfCustomer = SQLStatement(
        """
        SELECT digest, reason, code, kind, customer, transaction_id, intent, submitted_at, received_at, due_at, repeats
        FROM held_evidence
        WHERE app = ? AND customer_digest = ? AND customer = ? AND reason BETWEEN ? AND ?
        AND (received_at, digest) > (?, ?) ORDER BY received_at, digest LIMIT ?
        """
    )
}

extension SQLStatement {
    /// The statements on held evidence.
    package static let held = HeldEvidenceStatements()
}
