/// Where requests to App Store Connect ask for leave, so that all nodes of a server together stay below a key's hourly
/// limit.
///
/// ``LocalConnectBudget`` keeps it in memory, for one process. A store that nodes share keeps a ``ConnectAllowance``
/// for each key.
public protocol ConnectBudget: Sendable {
    /// Takes leave for one request, or says when to ask again.
    ///
    /// - Parameters:
    ///   - keyID: Whose limit it is.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: Leave, or when to ask again.
    func take(_ keyID: String, at now: Int64) async -> RequestLeave

    /// Keeps what Apple said about a key's limit at an instant of its clock, in milliseconds since 1970.
    func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async

    /// Keeps what Apple said: nothing more with this key before an instant of its clock, in milliseconds since 1970.
    func pause(_ keyID: String, until instant: Int64) async
}
