import Synchronization

/// The settings of the dashboard.
package struct DashboardSettings: Sendable {
    /// The path below which all pages are.
    package static let path = "/dashboard"

    /// The address of the server, for links.
    package let address: DashboardAddress
    /// The operator of a demonstration; `nil` on every other server.
    package let demo: DashboardDemo?
    /// Waits for a duration of real time.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Creates settings.
    package init(
        address: DashboardAddress = DashboardAddress("http://127.0.0.1:8080"),
        demo: DashboardDemo? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) }
    ) {
        self.address = address
        self.demo = demo
        self.sleep = sleep
    }

    /// Returns the one-time link of an invitation.
    package func link(invitation token: String) -> String {
        "\(self.address.url)\(Self.path)/invitation/\(token)"
    }

    /// Returns the link that begins the first session of a demonstration.
    package func link(demo token: String) -> String { "\(self.address.url)\(Self.path)/demo/\(token)" }

    /// Whether browsers reach the server by HTTPS, so that cookies are for HTTPS only.
    var isSecure: Bool { self.address.url.hasPrefix("https://") }
}

/// The address by which people reach the server: the configured one, or the one on which it listens.
package final class DashboardAddress: Sendable {
    private let current: Mutex<String>

    /// Creates an address without a slash at the end.
    package init(_ url: String) {
        self.current = Mutex(url)
    }

    /// The address, such as `https://purchases.example.com`.
    package var url: String { self.current.withLock { $0 } }

    /// Replaces the address by the one on which the server listens.
    package func replace(by url: String) { self.current.withLock { $0 = url } }
}
