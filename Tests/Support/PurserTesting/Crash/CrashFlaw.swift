/// A way of keeping books that loses what was acknowledged, to show that the suite notices.
package enum CrashFlaw: String, Hashable, Sendable, CaseIterable {
    /// `synchronous` is OFF on every connection.
    case doesNotSync
    /// It answers, then commits.
    case answersBeforeCommit
    /// A duplicate is acknowledged from a list of what has been seen.
    case remembersWhatItSaw
    /// A duplicate is acknowledged from a read.
    case readsWhatIsThere
    /// The disk says that it syncs, and does not.
    case diskLies
    /// The log that an earlier process left is not written again when the file is opened.
    case trustsTheLog
}
