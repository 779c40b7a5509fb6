/// A responder's answer that has passed every check.
///
/// Instants are milliseconds since 1970 in UTC.
public struct OCSPAnswer: Hashable, Sendable {
    /// What the responder says.
    public let finding: OCSPFinding
    /// When what it says was known to be right.
    public let thisUpdateAt: Int64
    /// Until when newer information will be available.
    public let nextUpdateAt: Int64

    /// Joins the parts of an answer.
    ///
    /// - Parameters:
    ///   - finding: What the responder says.
    ///   - thisUpdateAt: When what it says was known to be right.
    ///   - nextUpdateAt: Until when newer information will be available.
    public init(finding: OCSPFinding, thisUpdateAt: Int64, nextUpdateAt: Int64) {
        self.finding = finding
        self.thisUpdateAt = thisUpdateAt
        self.nextUpdateAt = nextUpdateAt
    }
}
