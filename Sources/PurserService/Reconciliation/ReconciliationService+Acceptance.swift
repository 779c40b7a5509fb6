package import Ledger

/// Records that a person accepts a day as it is.
extension ReconciliationService {
    /// The maximum length of a reason in bytes.
    package static let maximumReason = 1000

    /// Accepts a day in the state that the person saw, with an entry in the audit log.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - digest: The digest of the statement that the person saw.
    ///   - app: The app.
    ///   - origin: The person and the reason.
    /// - Returns: The day's state, and the reason where nothing changed.
    /// - Throws: An error where the day has changed since, has no report, or the reason is missing; nothing changes
    ///   then.
    package func accept(
        _ day: PacificDay,
        digest: EvidenceDigest,
        of app: AppName,
        by origin: RequestOrigin
    ) async throws(ReconciliationError) -> ActionResult<DayState> {
        guard self.apps[app] != nil else { throw .appUnknown(app) }
        guard let reason = origin.reason, !reason.isEmpty, reason.utf8.count <= Self.maximumReason else {
            throw .reasonMissing
        }
        // The audit log names the state that the person saw; whether the day still has it is decided with the write.
        let state = try await self.states(of: app, within: day...day)[day] ?? DayState(day: day)
        guard let known = state.digest else { throw .reportMissing(day) }
        guard known == digest else { throw .dayChanged(day) }
        let acceptance = DayState.Acceptance(by: origin.name, reason: reason, at: self.ambient.now(), digest: digest)
        let record = AuditRecord(
            by: origin.name,
            .reconciliationAccept,
            on: day.text,
            reason: reason,
            details: ["app": app.rawValue, "digest": digest.hexadecimal, "state": state.phase.rawValue]
        )
        if state.phase == .accepted {
            _ = try await Self.stored { () throws(RepositoryError) in try await self.audit.add(record, .nothing) }
            return ActionResult(state, nothing: .dayAccepted)
        }
        let after = try await Self.stored { () throws(RepositoryError) in
            try await self.audit.enter(
                record,
                as: { (after: DayState) -> AuditOutcome? in after.acceptance == acceptance ? .done : nil },
                by: { () throws(RepositoryError) -> DayState in
                    try await self.repository.write { unit in
                        try unit.changeDay(day, of: app) { _ = $0.accept(acceptance) }
                    }
                }
            )
        }
        guard after.acceptance == acceptance else { throw .dayChanged(day) }
        await self.recordMetrics(of: app)
        return ActionResult(after)
    }

    /// Withdraws the acceptance of a day, with an entry in the audit log.
    package func withdrawAcceptance(
        of day: PacificDay,
        in app: AppName,
        by origin: RequestOrigin
    ) async throws(ReconciliationError) -> ActionResult<DayState> {
        guard self.apps[app] != nil else { throw .appUnknown(app) }
        let record = AuditRecord(
            by: origin.name,
            .reconciliationWithdraw,
            on: day.text,
            reason: origin.reason,
            details: ["app": app.rawValue]
        )
        let withdrawn = try await Self.stored { () throws(RepositoryError) in
            try await self.audit.enter(
                record,
                as: { (withdrawn: ActionResult<DayState>) -> AuditOutcome? in
                    withdrawn.nothing == nil ? .done : .nothing
                },
                by: { () throws(RepositoryError) -> ActionResult<DayState> in
                    try await self.repository.write { unit in
                        var wasAccepted = false
                        let state = try unit.changeDay(day, of: app) { wasAccepted = $0.withdrawAcceptance() }
                        return ActionResult(state, nothing: wasAccepted ? nil : .dayNotAccepted)
                    }
                }
            )
        }
        if withdrawn.nothing == nil { await self.recordMetrics(of: app) }
        return withdrawn
    }
}
