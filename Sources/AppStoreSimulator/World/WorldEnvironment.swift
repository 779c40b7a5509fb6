/// Which of Apple's environments a world plays for an app.
public enum WorldEnvironment: String, Hashable, Sendable, Codable {
    /// Paying customers.
    case production = "Production"
    /// Testers.
    case sandbox = "Sandbox"
}
