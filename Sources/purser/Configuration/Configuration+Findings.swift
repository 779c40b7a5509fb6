import PurserHTTP
package import PurserService

extension Configuration {
    /// What keeps alarms from the channels that are configured; empty where nothing does.
    package var alarmFindings: [DoctorFinding] {
        guard !self.watch.channels.isEmpty || self.watch.heartbeat != nil else { return [] }
        guard self.watch.isEnabled else {
            return [
                DoctorFinding(
                    .watchDisabled,
                    .warning,
                    "watch.enabled is false, so nothing is sent through the channels that watch names.",
                    remedy: "Leave out watch.enabled, or the channels."
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
                    "Alarms do not reach watch.webhook, because their signing key cannot be used (\(error.code)).",
                    remedy: error.remedy
                )
            ]
        }
        return [
            DoctorFinding(
                .alarmKeyMissing,
                .warning,
                "Alarms do not reach watch.webhook, because there is no key to sign them with.",
                remedy: "Make it, as the server's user: purser alarms secret"
            )
        ]
    }
}

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
