package import Ledger
package import Logging
import Metrics
package import NIOCore
import Synchronization

/// Sends the notices about alarms that are due, and the heartbeat; `AlarmNoticeWorker` says when.
///
/// A notice is removed only once its channel received it, so that none is lost; a receiver knows a repetition by the
/// id, which is the same at each attempt. The notices of a channel go out in the order of their numbers: one that fails
/// holds up those behind it, and no other channel; one that only some recipients of a mail lack holds up nothing. It is
/// sent again after 30 seconds, then after ever longer pauses of up to 15 minutes, and dropped with an error in the log
/// when three days are over. One node at a time sends: the leader.
///
/// As long as it cannot be written what became of a notice, nothing is sent: a database that can only be read would
/// have the same notice go out in each round.
package struct AlarmNotifier: Sendable {
    /// For how long a notice is tried that is not received.
    package static let patience = Span.days(3)
    /// How often a notice failed at least before it is dropped; in three days it is tried more often.
    package static let leastFailures = 60
    /// How long one attempt may take.
    package static let timeout: Duration = .seconds(20)
    /// How long after its beginning a round makes no further attempt; the next round goes on.
    package static let roundLength = TimeAmount.seconds(15)
    /// How long a notice may wait in vain while the heartbeat goes on.
    private static let longestSilence = Span.minutes(15)
    /// How long the heartbeat may take.
    private static let heartbeatTimeout: Duration = .seconds(10)

    private let settings: WatchSettings
    private let repository: any WatchRepository
    private let sender: OutboundSender
    private let channels: AlarmChannels
    private let timeout: Duration
    private let roundLength: TimeAmount
    private let heartbeat = Heartbeat()
    private let unsaved = UnsavedNotices()
    private let logger: Logger

    /// A notifier through the channels of the settings.
    ///
    /// - Parameters:
    ///   - settings: What the configuration says.
    ///   - repository: Keeps the notices.
    ///   - sender: Calls addresses; its guard allows those of `settings.allow`.
    ///   - secrets: Sign what the webhook is sent.
    ///   - wall: Real time, because receivers of webhooks compare it with theirs.
    ///   - timeout: How long one attempt may take.
    ///   - roundLength: How long after its beginning a round makes no further attempt; one is made in any case.
    ///   - logger: Is told of what is not received.
    package init(
        settings: WatchSettings,
        repository: any WatchRepository,
        sender: OutboundSender,
        secrets: WebhookSecrets,
        wall: @escaping @Sendable () -> Instant,
        timeout: Duration = Self.timeout,
        roundLength: TimeAmount = Self.roundLength,
        logger: Logger
    ) {
        self.settings = settings
        self.repository = repository
        self.sender = sender
        self.timeout = timeout
        self.roundLength = roundLength
        self.logger = logger
        self.channels = AlarmChannels(
            settings: settings,
            sender: sender,
            secrets: secrets,
            wall: wall,
            timeout: timeout
        )
    }

    /// Sends what is due at an instant of the ledger; a channel begins its further attempts within 15 seconds.
    package func send(at now: Instant) async {
        guard await self.writeWaiting(), let notices = await self.notices() else { return }
        let end = NIODeadline.now() + self.roundLength
        await withTaskGroup(of: Void.self) { group in
            for (channel, queue) in Dictionary(grouping: notices, by: \.channel) {
                group.addTask { await self.send(queue, through: channel, at: now, until: end) }
            }
        }
    }

    /// Sends the heartbeat.
    ///
    /// It is left out while the notices cannot be read, or while one of them was not received for 15 minutes: who waits
    /// for the heartbeat is told then.
    package func sendHeartbeat(at now: Instant) async {
        guard self.settings.heartbeat != nil, let notices = await self.notices() else { return }
        // What some recipients have was not in vain.
        let isStuck = notices.contains {
            $0.recipients.isEmpty && $0.failures > 0 && now - $0.writtenAt > Self.longestSilence
        }
        if !isStuck { await self.sendHeartbeat() }
    }

    private func notices() async -> [AlarmNotice]? {
        do throws(RepositoryError) {
            return try await self.repository.alarmRecords().notices
        } catch {
            self.logger.warning("The notices about alarms cannot be read now.", metadata: ["code": "\(error.code)"])
            return nil
        }
    }

    /// Sends a test through a channel, and returns in a language why it was not received; `nil` where it was.
    package func test(_ channel: String, in language: PageLanguage = .english) async -> String? {
        guard let known = self.channel(channel) else {
            let configured = self.settings.channels.map(\.rawValue).joined(separator: ", ")
            return "There is no channel of this name; configured: \(configured.isEmpty ? "none" : configured)."
        }
        do throws(AlarmSendError) {
            try await self.channels.test(known)
            return nil
        } catch {
            return error.sentence(in: language)
        }
    }

    private func channel(_ name: String) -> WatchSettings.Channel? {
        WatchSettings.Channel(rawValue: name).flatMap { self.settings.channels.contains($0) ? $0 : nil }
    }

    private func send(
        _ queue: [AlarmNotice],
        through name: String,
        at now: Instant,
        until end: NIODeadline
    ) async {
        guard let channel = self.channel(name) else {
            self.logger.warning(
                "Notices about alarms are dropped, because their channel is not configured any more.",
                metadata: ["channel": "\(name)", "count": "\(queue.count)"]
            )
            let numbers = Set(queue.map(\.number))
            if await self.write([{ records in records.notices.removeAll { numbers.contains($0.number) } }]) {
                for _ in queue { self.count(name, "dropped") }
            }
            return
        }
        var hasBegun = false
        for notice in queue.sorted(by: { $0.number < $1.number }) {
            // One that is due far ahead was put off by a clock that has gone back since.
            let isDue = notice.dueAt <= now || notice.dueAt - now > AlarmNotice.longestPause
            // What only some recipients have still to receive holds up nobody.
            if !isDue, !notice.recipients.isEmpty { continue }
            guard isDue, self.unsaved.isEmpty, !hasBegun || NIODeadline.now() < end else { return }
            hasBegun = true
            let (left, failure) = await self.channels.send(notice, through: channel, until: end)
            if failure == nil, !left.isEmpty {
                _ = await self.change { records in
                    guard let place = records.place(of: notice) else { return }
                    records.notices[place].alarms = left
                }
                return
            }
            if let failure, failure.losesRecipients {
                self.count(name, "refused")
                self.logger.error(
                    "The mail server refuses recipients; they do not receive this notice about alarms.",
                    metadata: ["notice": "\(notice.number)", "problem": "\(failure)"]
                )
            }
            if let failure, !left.isEmpty {
                await self.postpone(notice, left, failure, at: now)
                if notice.recipients.isEmpty, failure.waitingRecipients.isEmpty { return }
                continue
            }
            if failure == nil { self.count(name, "received") }
            // Otherwise it is sent again, and known by its id.
            guard await self.change({ records in records.notices.removeAll { $0.number == notice.number } }) else {
                return
            }
        }
    }

    private func postpone(
        _ notice: AlarmNotice,
        _ left: [Alarm],
        _ failure: AlarmSendError,
        at now: Instant
    ) async {
        // A clock that jumps ahead is no three days of trying.
        let isOver = now - notice.writtenAt >= Self.patience && notice.failures >= Self.leastFailures
        self.count(notice.channel, isOver ? "dropped" : "failed")
        let facts: Logger.Metadata = [
            "channel": "\(notice.channel)", "notice": "\(notice.number)", "problem": "\(failure)",
        ]
        if isOver {
            self.logger.error(
                "A notice about alarms is dropped, because its channel did not receive it for three days.",
                metadata: facts
            )
        } else if notice.problem != "\(failure)" {
            self.logger.warning("A notice about alarms was not received; it is sent again.", metadata: facts)
        }
        var pause = Self.pause(after: notice.failures + 1)
        if let asked = failure.retryAfter { pause = max(pause, min(asked, AlarmNotice.longestPause)) }
        // What a part of the receivers has, they are not sent again.
        let next = AlarmNotice(
            number: notice.number,
            channel: notice.channel,
            alarms: left,
            writtenAt: notice.writtenAt,
            dueAt: now + pause,
            failures: notice.failures + 1,
            problem: "\(failure)",
            recipients: failure.waitingRecipients.isEmpty ? notice.recipients : failure.waitingRecipients
        )
        _ = await self.change { records in
            guard let place = records.place(of: notice) else { return }
            if isOver {
                records.notices.remove(at: place)
            } else {
                records.notices[place] = next
            }
        }
    }

    /// How long to wait after so many failures: 30 seconds, twice as long each time, 15 minutes at most.
    package static func pause(after failures: Int) -> Span {
        min(.seconds(30 << Int64(min(max(failures, 1), 10) - 1)), .minutes(15))
    }

    /// Writes what became of a notice, or keeps it to be written before anything else is sent; returns whether it is
    /// written.
    private func change(_ change: @escaping UnsavedNotices.Change) async -> Bool {
        if await self.write([change]) { return true }
        self.unsaved.append(change)
        return false
    }

    /// Writes what could not be written before, and returns whether nothing is left of it.
    private func writeWaiting() async -> Bool {
        let changes = self.unsaved.all
        guard !changes.isEmpty else { return true }
        guard await self.write(changes) else { return false }
        self.unsaved.removeFirst(changes.count)
        return true
    }

    private func write(_ changes: [UnsavedNotices.Change]) async -> Bool {
        do throws(RepositoryError) {
            try await self.repository.changeAlarmRecords { records in
                for change in changes { change(&records) }
            }
            return true
        } catch {
            self.logger.warning("The notices about alarms cannot be written now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    private func count(_ channel: String, _ outcome: String) {
        Counter(label: "purser_alarm_notices_total", dimensions: [("channel", channel), ("outcome", outcome)])
            .increment()
    }

    /// Calls the address of the heartbeat, if there is one and it was not called in the last half minute.
    private func sendHeartbeat() async {
        guard let url = self.settings.heartbeat, self.heartbeat.begin(at: .now()) else { return }
        var problem: String?
        do throws(OutboundFailure) {
            let answer = try await self.sender.get(url, timeout: Self.heartbeatTimeout)
            if !answer.isSuccess { problem = "status \(answer.status)" }
        } catch {
            problem = error.code.rawValue
        }
        Counter(label: "purser_heartbeats_total", dimensions: [("outcome", problem == nil ? "ok" : "failed")])
            .increment()
        if self.heartbeat.isNews(problem), let problem {
            self.logger.warning("The address of the heartbeat does not take it.", metadata: ["problem": "\(problem)"])
        }
    }
}

extension AlarmRecords {
    /// Where a notice is; `nil` where it is gone, or where somebody else has sent of it meanwhile.
    fileprivate func place(of notice: AlarmNotice) -> Int? {
        self.notices.firstIndex { one in
            one.number == notice.number && one.failures == notice.failures
                && one.alarms.count == notice.alarms.count
        }
    }
}

/// What became of notices and could not be written yet, in its order: that they were received, or when they are sent
/// again.
///
/// It is few, as nothing is sent meanwhile. Writing it twice does no harm.
final class UnsavedNotices: Sendable {
    /// What is written of one notice.
    typealias Change = @Sendable (inout AlarmRecords) -> Void

    private let changes = Mutex<[Change]>([])

    /// Whether everything is written.
    var isEmpty: Bool { self.changes.withLock { $0.isEmpty } }

    /// What is to be written.
    var all: [Change] { self.changes.withLock { $0 } }

    /// Keeps a change that could not be written.
    func append(_ change: @escaping Change) {
        self.changes.withLock { $0.append(change) }
    }

    /// Drops so many changes from the beginning, because they are written.
    func removeFirst(_ count: Int) {
        self.changes.withLock { $0.removeFirst(count) }
    }
}

/// When the heartbeat went out last, and how that ended.
///
/// A ledger that follows a simulated clock has many minutes in one of ours; the receiver is not to be flooded by them.
final class Heartbeat: Sendable {
    private static let shortestPause = TimeAmount.seconds(30)

    private let state = Mutex<(last: NIODeadline?, problem: String?)>((nil, nil))

    /// Returns whether it is time for another one, and takes note of it.
    func begin(at now: NIODeadline) -> Bool {
        self.state.withLock { state in
            if let last = state.last, now - last < Self.shortestPause { return false }
            state.last = now
            return true
        }
    }

    /// Takes note of how it ended, and returns whether that is another way than the last time.
    func isNews(_ problem: String?) -> Bool {
        self.state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
        }
    }
}
