package import Ledger

/// How the fetching of one kind of report goes.
package struct ReportFetchStatus: Hashable, Sendable {
    /// The kind.
    package let kind: ReportKind
    /// The report of the newest period that is kept.
    package let newest: ReportRecord?
    /// When a report of the kind is asked for next.
    package let next: Instant?
    /// Until when none is asked for, because of a failure.
    package let pausedUntil: Instant?
    /// The last failure that nothing has made good since, as the server knows it that does the fetching.
    package let trouble: ReportFetchMemory.Trouble?
}
