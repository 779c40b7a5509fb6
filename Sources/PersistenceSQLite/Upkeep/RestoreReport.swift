/// What a finished restore has done.
package struct RestoreReport: Hashable, Sendable {
    /// Where the replaced database is now; `nil` when there was none.
    package let asidePath: String?
    /// What looking through the restored database found.
    package let check: CheckReport
}
