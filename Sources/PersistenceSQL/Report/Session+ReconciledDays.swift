package import Ledger

/// The reconciliation of days with reports.
extension Session {
    /// Returns the state of the reconciliation of each day that has one.
    package func dayStates(of name: AppName, within days: ClosedRange<PacificDay>) throws -> [DayState] {
        guard let app = try self.knownApp(name) else { return [] }
        return try self.dayStates(of: app, days)
    }

    /// Changes the state of a day, which begins open, and returns it.
    package func changeDay(
        _ day: PacificDay,
        of name: AppName,
        _ change: (inout DayState) -> Void
    ) throws -> DayState {
        let app = try self.app(name)
        var state = try self.dayStates(of: app, day...day).first ?? DayState(day: day)
        let former = state
        change(&state)
        guard state != former, state.day == day else { return former }
        let acceptance = state.acceptance
        try self.run(
            .reports.putReconciledDay,
            [
                .integer(app), .integer(day.number), .optional(state.outcome?.code),
                .optionalBytes(state.digest?.bytes), .optionalText(acceptance?.by), .optionalText(acceptance?.reason),
                .instant(acceptance?.at),
                .optionalBytes(acceptance?.digest.bytes), .optionalText(state.summary?.text),
            ]
        )
        return state
    }

    private func dayStates(of app: Int64, _ days: ClosedRange<PacificDay>) throws -> [DayState] {
        let values: [SQLValue] = [
            .integer(app), .integer(days.lowerBound.number), .integer(days.upperBound.number),
        ]
        return try self.all(.reports.reconciledDays, values) { row in
            DayState(
                day: PacificDay(number: try row.integer()),
                outcome: try row.optionalCoded(),
                digest: try row.optionalDigest(),
                acceptance: try Self.acceptance(&row),
                summary: try Self.summary(&row)
            )
        }
    }

    private static func acceptance(_ row: inout Row) throws -> DayState.Acceptance? {
        let by = try row.optionalText()
        let reason = try row.optionalText()
        let at = try row.optionalInstant()
        let digest = try row.optionalDigest()
        guard let by, let reason, let at, let digest else { return nil }
        return DayState.Acceptance(by: by, reason: reason, at: at, digest: digest)
    }

    private static func summary(_ row: inout Row) throws -> DayState.Summary? {
        guard let text = try row.optionalText() else { return nil }
        guard let summary = DayState.Summary(text: text) else { throw RepositoryError.corrupt }
        return summary
    }
}
