import PurserHTTP
package import PurserService

extension Configuration {
    /// The findings about alarm channels that receive nothing; empty if there are none.
    package var alarmFindings: [DoctorFinding] {
        guard !self.watch.channels.isEmpty || self.watch.heartbeat != nil else { return [] }
        guard self.watch.isEnabled else {
            return [
                DoctorFinding(
                    .watchDisabled,
                    .warning,
                    "watch.enabled is false, so the server sends nothing through the channels in watch.",
                    remedy: "Remove watch.enabled, or the channels."
                )
            ]
        }
        guard self.watch.webhook != nil else { return [] }
        let secrets = WebhookSecrets(path: self.signingKeyPath, ambient: .live)
        do throws(WebhookSecretsError) {
            guard try secrets.fingerprint() == nil else { return [] }
        } catch {
            return [
                DoctorFinding(
                    .alarmKeyUnusable,
                    .warning,
                    "Alarms are not sent to watch.webhook, because their signing key cannot be used (\(error.code)).",
                    remedy: error.remedy
                )
            ]
        }
        return [
            DoctorFinding(
                .alarmKeyMissing,
                .warning,
                "Alarms are not sent to watch.webhook, because there is no signing key.",
                remedy: "Create it, as the server's user: purser alarms secret"
            )
        ]
    }
}

extension Configuration {
    /// The remedy for a proxy that is not trusted.
    static let proxyRemedy = "Trust the proxy: server.trustedProxies: [127.0.0.1, \"::1\"]"

    /// The problem of an address to which only a proxy on this machine can connect, without a trusted proxy; `nil` if
    /// there is none.
    ///
    /// With a simulated App Store the server is tried out on one machine, without a proxy.
    var proxyProblem: String? {
        guard case .apple = self.trust, self.proxies.ranges.isEmpty, self.address.isLoopback else { return nil }
        return
            "The server listens at \(self.address), where only a proxy on this machine can connect, but trusts no "
            + "proxy: rate limits per address do not apply, and all first launches share one."
    }
}

extension Configuration.Address {
    /// Whether only this machine can connect to it.
    fileprivate var isLoopback: Bool {
        self.host == "localhost" || NetworkAddress(self.host)?.isLoopback == true
    }
}
