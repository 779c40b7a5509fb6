import PurserHTTP
import PurserService

extension Configuration {
    /// What to do about a proxy that is not trusted.
    static let proxyRemedy = "Name it: server.trustedProxies: [127.0.0.1, \"::1\"]"

    /// What is wrong where only a proxy on this machine can connect and none is trusted; `nil` where nothing is.
    ///
    /// Beside a simulated App Store the server is tried out on one machine, and nobody stands in front of it.
    var proxyProblem: String? {
        guard case .apple = self.trust, self.proxies.ranges.isEmpty, self.address.isLoopback else { return nil }
        return
            "The server listens at \(self.address), where only a proxy on this machine can connect, and trusts none: "
            + "no rate by address counts, and all first launches share one."
    }
}

extension Configuration.Address {
    /// Whether only this machine can connect there.
    fileprivate var isLoopback: Bool {
        self.host == "localhost" || NetworkAddress(self.host)?.isLoopback == true
    }
}
