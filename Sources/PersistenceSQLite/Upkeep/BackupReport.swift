/// What a finished copy holds.
package struct BackupReport: Hashable, Sendable {
    /// Where it is.
    package let path: String
    /// What looking through the copy found; without flaws, or there would be no copy.
    package let check: CheckReport
}
