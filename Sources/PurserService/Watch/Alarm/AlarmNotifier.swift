package import Ledger
package import Logging
import Metrics
package import NIOCore
import Synchronization

/// Sends the due notices about alarms, and the heartbeat; `AlarmNoticeWorker` decides when.
///
/// A notice is removed only after its channel received it, so that none is lost; a receiver recognizes a repetition by
/// the id, which is the same at each attempt. The notices of a channel are sent in the order of their numbers: a
/// failing one blocks those behind it, but no other channel; one that only some recipients of an email lack blocks
/// nothing. It is sent again after 30 seconds, then after growing pauses of up to 15 minutes, and dropped with an error
/// in the log after three days. Only one node sends: the leader.
///
/// While the result of a notice cannot be stored, nothing is sent: with a read-only database the same notice would
/// otherwise be sent in each round.
package struct AlarmNotifier: Sendable {
    /// The time for which a notice is tried.
    package static let patience = Span.days(3)
    /// The minimum number of failures before a notice is dropped; three days of trying have more.
    package static let leastFailures = 60
    /// The time limit of one attempt.
    package static let timeout: Duration = .seconds(20)
    /// The time after the beginning of a round after which it makes no further attempt; the next round continues.
    package static let roundLength = TimeAmount.seconds(15)
    /// The time for which a notice may fail while the heartbeat continues.
    private static let longestSilence = Span.minutes(15)
    /// The time limit of the heartbeat.
    private static let heartbeatTimeout: Duration = .seconds(10)

    private let settings: WatchSettings
    private let repository: any Repository
    private let sender: OutboundSender
    private let channels: AlarmChannels
    private let timeout: Duration
    private let roundLength: TimeAmount
    private let heartbeat = Heartbeat()
    private let unsaved = UnsavedNotices()
    private let logger: Logger

    /// Creates a notifier with the channels of the settings.
    ///
    /// - Parameters:
    ///   - settings: The settings in the configuration.
    ///   - repository: The repository of notices.
    ///   - sender: Sends requests; its guard allows the addresses of `settings.allow`.
    ///   - secrets: Signs the requests to the webhook.
    ///   - wall: Real time, because receivers of webhooks compare it with theirs.
    ///   - timeout: The time limit of one attempt.
    ///   - roundLength: The time after the beginning of a round after which it makes no further attempt; one attempt
    ///     is always made.
    ///   - logger: The log of notices that were not received.
    package init(
        settings: WatchSettings,
        repository: any Repository,
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

    /// Sends the notices that are due at an instant of the ledger; a channel begins further attempts within 15 seconds.
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
    /// It is omitted while the notices cannot be read, or while a notice has failed for 15 minutes, so that the monitor
    /// of the heartbeat raises an alarm.
    package func sendHeartbeat(at now: Instant) async {
        guard self.settings.heartbeat != nil, let notices = await self.notices() else { return }
        // A notice that some recipients have did not fail entirely.
        let isStuck = notices.contains {
            $0.recipients.isEmpty && $0.failures > 0 && now - $0.writtenAt > Self.longestSilence
        }
        if !isStuck { await self.sendHeartbeat() }
    }

    private func notices() async -> [AlarmNotice]? {
        do throws(RepositoryError) {
            return try await self.repository.read { view in try view.alarmRecords() }.notices
        } catch {
            self.logger.warning("The notices about alarms cannot be read now.", metadata: ["code": "\(error.code)"])
            return nil
        }
    }

    /// Sends a test through a channel, and returns why it was not received, in a language; `nil` where it was.
    package func test(_ channel: String, in language: PageLanguage = .english) async -> String? {
        guard let known = self.channel(channel) else {
            let configured = self.settings.channels.map(\.rawValue).joined(separator: ", ")
            return "The configuration has no channel of this name; it has: \(configured.isEmpty ? "none" : configured)."
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
                "Notices about alarms are dropped, because their channel is no longer configured.",
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
            // A due time far in the future was set by a clock that was set back since.
            let isDue = notice.dueAt <= now || notice.dueAt - now > AlarmNotice.longestPause
            // A notice that only some recipients lack blocks nothing.
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
            // Otherwise it is sent again, and the receiver recognizes the id.
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
        // A clock that jumps ahead does not count as three days of trying.
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
        // Recipients who have the notice do not get it again.
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

    /// Returns the pause after a number of failures: 30 seconds, doubled each time, at most 15 minutes.
    package static func pause(after failures: Int) -> Span {
        min(.seconds(30 << Int64(min(max(failures, 1), 10) - 1)), .minutes(15))
    }

    /// Stores the result of a notice, or keeps it to be stored before anything else is sent; returns whether it is
    /// stored.
    private func change(_ change: @escaping UnsavedNotices.Change) async -> Bool {
        if await self.write([change]) { return true }
        self.unsaved.append(change)
        return false
    }

    /// Stores results that could not be stored before, and returns whether none are left.
    private func writeWaiting() async -> Bool {
        let changes = self.unsaved.all
        guard !changes.isEmpty else { return true }
        guard await self.write(changes) else { return false }
        self.unsaved.removeFirst(changes.count)
        return true
    }

    private func write(_ changes: [UnsavedNotices.Change]) async -> Bool {
        do throws(RepositoryError) {
            try await self.repository.write { unit in
                try unit.changeAlarmRecords { records in
                    for change in changes { change(&records) }
                }
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

    /// Calls the heartbeat's address, if one is configured and it was not called within the last half minute.
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
            self.logger.warning("The address of the heartbeat does not accept it.", metadata: ["problem": "\(problem)"])
        }
    }
}

extension AlarmRecords {
    /// Returns the index of a notice; `nil` where it was removed, or another node has sent parts of it meanwhile.
    fileprivate func place(of notice: AlarmNotice) -> Int? {
        self.notices.firstIndex { one in
            one.number == notice.number && one.failures == notice.failures
                && one.alarms.count == notice.alarms.count
        }
    }
}

/// Results of notices that could not be stored yet, in order: receptions and new due times.
///
/// There are few, because nothing is sent meanwhile. Storing one twice does no harm.
final class UnsavedNotices: Sendable {
    /// A change of the stored notices.
    typealias Change = @Sendable (inout AlarmRecords) -> Void

    private let changes = Mutex<[Change]>([])

    /// Whether all results are stored.
    var isEmpty: Bool { self.changes.withLock { $0.isEmpty } }

    /// The results that are not stored yet.
    var all: [Change] { self.changes.withLock { $0 } }

    /// Adds a result that could not be stored.
    func append(_ change: @escaping Change) {
        self.changes.withLock { $0.append(change) }
    }

    /// Removes the first `count` results, because they are stored.
    func removeFirst(_ count: Int) {
        self.changes.withLock { $0.removeFirst(count) }
    }
}

/// The last heartbeat and its result.
///
/// A simulated clock may pass many minutes in one of real time, which must not flood the receiver.
final class Heartbeat: Sendable {
    private static let shortestPause = TimeAmount.seconds(30)

    private let state = Mutex<(last: NIODeadline?, problem: String?)>((nil, nil))

    /// Returns whether another heartbeat is due, and records that it begins.
    func begin(at now: NIODeadline) -> Bool {
        self.state.withLock { state in
            if let last = state.last, now - last < Self.shortestPause { return false }
            state.last = now
            return true
        }
    }

    /// Records the result, and returns whether it differs from the last one.
    func isNews(_ problem: String?) -> Bool {
        self.state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
        }
    }
}
