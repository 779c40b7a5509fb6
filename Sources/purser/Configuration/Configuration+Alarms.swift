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
