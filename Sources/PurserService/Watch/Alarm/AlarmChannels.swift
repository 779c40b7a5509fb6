import Ledger
import NIOCore

/// Formats alarms for the channels and sends them.
struct AlarmChannels: Sendable {
    private let settings: WatchSettings
    private let sender: OutboundSender
    private let webhookSender: WebhookSender
    private let secrets: WebhookSecrets
    private let wall: @Sendable () -> Instant
    private let timeout: Duration
    private let text: AlarmText

    /// Creates the channels of the settings; see `AlarmNotifier` for the parameters.
    init(
        settings: WatchSettings,
        sender: OutboundSender,
        secrets: WebhookSecrets,
        wall: @escaping @Sendable () -> Instant,
        timeout: Duration
    ) {
        self.settings = settings
        self.sender = sender
        self.webhookSender = WebhookSender(sender: sender, secrets: secrets, now: wall)
        self.secrets = secrets
        self.wall = wall
        self.timeout = timeout
        self.text = AlarmText(settings.language)
    }

    /// Sends a notice, and returns the alarms that were not received with the reason; an empty list where all were
    /// received, with the reason where not every recipient of an email was accepted.
    ///
    /// All alarms are returned too where only some recipients of an email still have to receive it. A webhook receives
    /// each alarm separately: after `end` no further one is begun, and the remaining ones have no reason.
    func send(
        _ notice: AlarmNotice,
        through channel: WatchSettings.Channel,
        until end: NIODeadline
    ) async -> (left: [Alarm], failure: AlarmSendError?) {
        guard channel == .webhook else {
            do throws(AlarmSendError) {
                try await self.sendWhole(notice, through: channel)
                return ([], nil)
            } catch {
                // Recipients who already have the notice do not get it again.
                if case .recipients = error, error.waitingRecipients.isEmpty { return ([], error) }
                return (notice.alarms, error)
            }
        }
        for (index, alarm) in notice.alarms.enumerated() {
            if index > 0, NIODeadline.now() >= end { return (Array(notice.alarms[index...]), nil) }
            do throws(AlarmSendError) {
                try await self.post(WebhookMessage(alarm, of: notice, in: self.text))
            } catch {
                return (Array(notice.alarms[index...]), error)
            }
        }
        return ([], nil)
    }

    /// Sends a test that belongs to no alarm.
    func test(_ channel: WatchSettings.Channel) async throws(AlarmSendError) {
        let now = self.wall()
        let (subject, body) = self.text.test(channel)
        switch channel {
        case .email:
            try await self.mail(id: "test.\(now.milliseconds)", subject: subject, body: body, at: now, isUrgent: false)
        case .slack: try await self.slack(SlackMessage(text: subject, sections: [body]))
        case .webhook: try await self.post(WebhookMessage(testOfAlarmsAt: now))
        }
    }

    private func sendWhole(
        _ notice: AlarmNotice,
        through channel: WatchSettings.Channel
    ) async throws(AlarmSendError) {
        let subject = self.text.subject(notice.alarms)
        switch channel {
        case .email:
            try await self.mail(
                // A number alone could recur after the database is recreated.
                id: "alarm.\(notice.number).\(notice.writtenAt.milliseconds)",
                subject: subject,
                body: self.text.body(notice),
                at: notice.writtenAt,
                isUrgent: notice.alarms.contains { $0.state != .resolved && $0.severity == .critical },
                toThese: notice.recipients
            )
        case .slack:
            try await self.slack(SlackMessage(text: subject, sections: self.text.sections(notice)))
        case .webhook: break
        }
    }

    private func mail(
        id: String,
        subject: String,
        body: String,
        at date: Instant,
        isUrgent: Bool,
        toThese left: [String] = []
    ) async throws(AlarmSendError) {
        guard let settings = self.settings.email else { return }
        let recipients = settings.to.filter { left.isEmpty || left.contains($0.description) }
        // The recipients who were left are no longer configured.
        guard !recipients.isEmpty else { return }
        let message = MailMessage(
            id: id,
            from: settings.from,
            to: recipients,
            subject: subject,
            body: body,
            date: date,
            isUrgent: isUrgent
        )
        let refused: [MailRefusal]
        do throws(MailFailure) {
            let sender = MailSender(settings: settings, through: self.sender)
            refused = try await sender.send(message, timeout: self.timeout)
        } catch {
            // Other recipients have the notice, so these must not keep it for days.
            guard !left.isEmpty, error.code == .refused, error.step == .recipients, !error.isTransient else {
                throw .mail(error)
            }
            refused = recipients.map { MailRefusal(recipient: $0, failure: error) }
        }
        guard refused.isEmpty else { throw .recipients(refused, of: settings.to.count) }
    }

    private func slack(_ message: SlackMessage) async throws(AlarmSendError) {
        guard let url = self.settings.slack else { return }
        let answer: OutboundAnswer
        do throws(OutboundFailure) {
            answer = try await self.sender.post(
                message.json,
                headers: [("content-type", "application/json; charset=utf-8"), ("user-agent", "Purser")],
                to: url,
                timeout: self.timeout
            )
        } catch {
            throw .outbound(error)
        }
        guard answer.isSuccess else {
            throw .status(answer.status, retryAfter: answer.retryAfter.map(Self.span))
        }
    }

    private func post(_ message: WebhookMessage) async throws(AlarmSendError) {
        guard let url = self.settings.webhook else { return }
        let endpoint = WebhookEndpoint(
            id: WatchSettings.webhookID,
            app: AppName("watch"),
            content: .events,
            address: url.description,
            title: "watch.webhook",
            createdAt: Instant(milliseconds: 0),
            createdBy: "configuration"
        )
        let outcome = await self.webhookSender.ask(message, endpoint, upTo: 0, within: self.timeout).outcome
        switch outcome {
        case .arrived: return
        case .unable(let code): throw self.unsigned(code)
        case .gone(let failure): throw Self.error(failure, retryAfter: nil)
        case .failed(let failure, let retryAfter): throw Self.error(failure, retryAfter: retryAfter)
        }
    }

    /// Returns the error for a failure to sign; the log contains only the code.
    private func unsigned(_ code: String) -> AlarmSendError {
        do throws(WebhookSecretsError) {
            guard try self.secrets.fingerprint() == nil else { return .unable(code) }
            return .unsigned(self.secrets.missing)
        } catch {
            return .unsigned(error)
        }
    }

    private static func error(_ failure: DeliveryFailure, retryAfter: Duration?) -> AlarmSendError {
        if let status = failure.status { return .status(status, retryAfter: retryAfter.map(Self.span)) }
        return OutboundFailure.Code(rawValue: failure.code).map { .outbound(OutboundFailure($0)) }
            ?? .unable(failure.code)
    }

    private static func span(_ duration: Duration) -> Span {
        let seconds = min(duration.components.seconds, 86_400)
        return .seconds(max(0, seconds))
    }
}
