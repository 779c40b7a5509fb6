/// What a budget says to a request.
public enum RequestLeave: Hashable, Sendable {
    /// Send it; it has been counted.
    case granted
    /// Ask again at an instant of the App Store's clock, in milliseconds since 1970; nothing has been counted.
    case notBefore(Int64)
    /// The budget cannot be asked now, so nothing may be sent.
    case unavailable
}
