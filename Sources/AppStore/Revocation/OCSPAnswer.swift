/// A responder's answer that has passed every check.
///
/// Instants are milliseconds since 1970 in UTC.
package struct OCSPAnswer: Hashable, Sendable {
    /// What the responder says.
    package let finding: OCSPFinding
    /// When what it says was known to be right.
    package let thisUpdateAt: Int64
    /// Until when newer information will be available.
    package let nextUpdateAt: Int64

    /// Joins the parts of an answer.
    ///
    /// - Parameters:
    ///   - finding: What the responder says.
    ///   - thisUpdateAt: When what it says was known to be right.
    ///   - nextUpdateAt: Until when newer information will be available.
    package init(finding: OCSPFinding, thisUpdateAt: Int64, nextUpdateAt: Int64) {
        self.finding = finding
        self.thisUpdateAt = thisUpdateAt
        self.nextUpdateAt = nextUpdateAt
    }
}
