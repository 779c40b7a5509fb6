/// How a request stands in line for its app's rate.
public enum RequestPriority: String, Hashable, Sendable {
    /// Everything that can wait.
    case ordinary
    /// What has a deadline, such as an answer to a refund request: it may use the part of the burst that others leave.
    case urgent
}
