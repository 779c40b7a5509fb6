/// Where requests ask for leave, so that all nodes of a server together stay below Apple's limits.
///
/// ``LocalRequestBudget`` keeps it in memory, for one process; a server's keeps it in its database.
public protocol RequestBudget: Sendable {
    /// Takes leave for one request, or says when to ask again.
    ///
    /// - Parameters:
    ///   - permit: What is asked for.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: Leave, or when to ask again.
    func take(_ permit: RequestPermit, at now: Int64) async -> RequestLeave

    /// Keeps what Apple said: nothing more of this kind before an instant of its clock, in milliseconds since 1970.
    func pause(_ permit: RequestPermit, until instant: Int64) async
}
