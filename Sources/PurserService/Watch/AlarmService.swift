package import Ledger

/// Lists alarms, shows one, silences them for a time, and tries the channels through which they go out.
///
/// A person with a key of one app sees the alarms of that app and those of the whole server, and silences the app's
/// alone.
package struct AlarmService: Sendable {
    /// The longest silence.
    package static let greatestLength = Span.days(30)
    /// The most bytes of a reason.
    package static let greatestReason = 1000
    /// The most bytes of what tells an alarm apart.
    package static let greatestSubject = 200

    /// Sends a test notice through a channel, and returns in a language why it did not arrive; `nil` where it did.
    package typealias ChannelTest = @Sendable (_ channel: String, _ language: PageLanguage) async -> String?

    /// Which alarms are listed.
    package struct Filter: Hashable, Sendable {
        /// The state; `nil` for every one.
        package var state: Alarm.State?
        /// The app whose alarms are listed beside those of the whole server; `nil` for every one.
        package var app: AppName?
        /// Only alarms that are bad, or were, at this instant or later.
        package var since: Instant?
        /// Only alarms with a lower number.
        package var before: Int64?

        /// A filter that lets every alarm through.
        package init() {}
    }

    /// An alarm and the silence that covers it.
    package struct Entry: Hashable, Sendable {
        /// The alarm.
        package let alarm: Alarm
        /// The silence that ends last of those that cover it now; `nil` where none does.
        package let silence: AlarmSilence?
    }

    /// A silence that somebody wants.
    package struct Draft: Hashable, Sendable {
        /// The alarms; `nil` for all.
        package var name: AlarmName?
        /// The app; `nil` for every app and the whole server.
        package var app: AppName?
        /// What else tells the alarm apart; `nil` for anything.
        package var subject: String?
        /// How long it holds.
        package var length: Span

        /// A silence of every alarm of every app.
        package init(length: Span) { self.length = length }

        /// What the audit log calls it.
        fileprivate var label: String { self.name?.rawValue ?? "all" }

        /// What else the audit log says of it.
        fileprivate var details: [String: String] {
            var details = ["minutes": "\(self.length.milliseconds / 60_000)"]
            details["app"] = self.app?.rawValue
            details["subject"] = self.subject
            return details
        }
    }

    /// What came of a test notice.
    package struct Test: Hashable, Sendable {
        /// The channel.
        package let channel: String
        /// Why it did not arrive; `nil` where it did.
        package let problem: String?
    }

    private let repository: any WatchRepository
    private let ambient: Ambient
    private let audit: AuditLog
    private let apps: Set<AppName>
    private let channels: [String]
    private let sendTest: ChannelTest

    /// A service over the alarms of a repository.
    ///
    /// - Parameters:
    ///   - repository: Keeps the alarms.
    ///   - ambient: The time of the ledger, by which silences end.
    ///   - audit: Takes down who silences what, and why.
    ///   - apps: The apps that are configured.
    ///   - channels: The channels that are configured.
    ///   - test: Sends a test notice.
    package init(
        repository: any WatchRepository,
        ambient: Ambient,
        audit: AuditLog,
        apps: Set<AppName>,
        channels: [String] = [],
        test: @escaping ChannelTest = { _, _ in nil }
    ) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit
        self.apps = apps
        self.channels = channels
        self.sendTest = test
    }

    /// Alarms, the newest first.
    package func alarms(_ filter: Filter, limit: Int) async throws(AlarmError) -> [Entry] {
        let records = try await self.records()
        let now = self.ambient.now()
        let found = records.alarms.filter { filter.admits($0) }.suffix(limit)
        return found.reversed().map { Entry(alarm: $0, silence: records.silence(of: $0.key, at: now)) }
    }

    /// One alarm; an app sees its own and those of the whole server.
    package func alarm(_ number: Int64, seenBy app: AppName?) async throws(AlarmError) -> Entry {
        let records = try await self.records()
        guard let alarm = records.alarms.first(where: { $0.number == number }), alarm.isVisible(to: app) else {
            throw .alarmNotFound(number)
        }
        return Entry(alarm: alarm, silence: records.silence(of: alarm.key, at: self.ambient.now()))
    }

    /// The silences that hold now, the newest first; an app sees its own and those of every app.
    package func silences(seenBy app: AppName?) async throws(AlarmError) -> [AlarmSilence] {
        let now = self.ambient.now()
        return try await self.records().silences.reversed().filter { $0.until > now && $0.isVisible(to: app) }
    }

    /// Silences alarms from now on, with an entry in the audit log.
    ///
    /// - Parameters:
    ///   - draft: Which alarms, and for how long.
    ///   - origin: Who silences them, and why.
    /// - Returns: The silence.
    /// - Throws: What is wrong with it; nothing is silenced then.
    package func silence(_ draft: Draft, by origin: RequestOrigin) async throws(AlarmError) -> AlarmSilence {
        if let app = draft.app, !self.apps.contains(app) { throw .appUnknown(app) }
        if let subject = draft.subject, !(1...Self.greatestSubject).contains(subject.utf8.count) {
            throw .subjectInvalid
        }
        guard (Span.minutes(1)...Self.greatestLength).contains(draft.length) else { throw .lengthInvalid }
        guard let reason = origin.reason, (1...Self.greatestReason).contains(reason.utf8.count) else {
            throw .reasonMissing
        }
        let now = self.ambient.now()
        let record = AuditRecord(
            by: origin.name,
            .alarmSilence,
            on: draft.label,
            reason: reason,
            details: draft.details
        )
        let made = try await Self.stored { () throws(RepositoryError) in
            try await self.audit.enter(
                record,
                as: { (made: AlarmSilence?) -> AuditOutcome? in made == nil ? nil : .done },
                by: { () throws(RepositoryError) -> AlarmSilence? in
                    try await self.repository.changeAlarmRecords { records -> AlarmSilence? in
                        records.silence(draft, from: now, by: origin.name, reason: reason)
                    }
                }
            )
        }
        guard let made else { throw .silencesFull }
        return made
    }

    /// Ends a silence now, with an entry in the audit log; an app ends its own alone.
    ///
    /// - Parameters:
    ///   - number: The silence's number.
    ///   - app: The app of the caller's key; `nil` for a key of all apps.
    ///   - origin: Who ends it, and why.
    /// - Returns: The silence, and why nothing was done where it was over.
    /// - Throws: Why it was not ended.
    package func endSilence(
        _ number: Int64,
        seenBy app: AppName?,
        by origin: RequestOrigin
    ) async throws(AlarmError) -> ActionResult<AlarmSilence> {
        let known = try await self.records().silences.first { $0.number == number }
        guard let known, known.isVisible(to: app) else { throw .silenceNotFound(number) }
        guard app == nil || known.app == app else { throw .silenceNotYours(number) }
        let now = self.ambient.now()
        let record = AuditRecord(
            by: origin.name,
            .alarmEndSilence,
            on: "\(number)",
            reason: origin.reason,
            details: known.auditDetails
        )
        let ended = try await Self.stored { () throws(RepositoryError) in
            try await self.audit.enter(
                record,
                as: { (ended: ActionResult<AlarmSilence>?) -> AuditOutcome? in
                    ended.map { $0.nothing == nil ? .done : .nothing }
                },
                by: { () throws(RepositoryError) -> ActionResult<AlarmSilence>? in
                    try await self.repository.changeAlarmRecords { records -> ActionResult<AlarmSilence>? in
                        records.endSilence(number, at: now)
                    }
                }
            )
        }
        guard let ended else { throw .silenceNotFound(number) }
        return ended
    }

    /// Sends a test notice through one channel, or through each that is configured, one after another; problems are in
    /// a language.
    package func test(
        _ channel: String?,
        in language: PageLanguage = .english
    ) async throws(AlarmError) -> [Test] {
        guard !self.channels.isEmpty else { throw .channelsMissing }
        if let channel, !self.channels.contains(channel) { throw .channelUnknown(channel, known: self.channels) }
        var tests: [Test] = []
        for name in channel.map({ [$0] }) ?? self.channels {
            tests.append(Test(channel: name, problem: await self.sendTest(name, language)))
        }
        return tests
    }

    private func records() async throws(AlarmError) -> AlarmRecords {
        try await Self.stored { () throws(RepositoryError) in try await self.repository.alarmRecords() }
    }

    private static func stored<Value>(
        _ work: () async throws(RepositoryError) -> Value
    ) async throws(AlarmError) -> Value {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }
}

extension AlarmService.Filter {
    /// Returns whether an alarm is listed.
    fileprivate func admits(_ alarm: Alarm) -> Bool {
        (self.state.map { $0 == alarm.state } ?? true)
            && (self.since.map { (alarm.resolvedAt ?? .distant) >= $0 } ?? true)
            && (self.before.map { alarm.number < $0 } ?? true)
            && alarm.isVisible(to: self.app)
    }
}

extension Instant {
    /// Later than whatever has an end.
    fileprivate static let distant = Self(milliseconds: .max)
}

extension Alarm {
    /// Returns whether the caller of an app sees it; `nil` stands for a caller of all apps.
    fileprivate func isVisible(to app: AppName?) -> Bool { app == nil || self.key.app == nil || self.key.app == app }
}

extension AlarmSilence {
    /// Returns whether the caller of an app sees it; `nil` stands for a caller of all apps.
    fileprivate func isVisible(to app: AppName?) -> Bool { app == nil || self.app == nil || self.app == app }

    /// What the audit log says of a silence that is ended.
    fileprivate var auditDetails: [String: String] {
        var details = ["alarm": self.name?.rawValue ?? "all"]
        details["app"] = self.app?.rawValue
        details["subject"] = self.subject
        return details
    }
}

extension AlarmRecords {
    /// The silence that ends last of those that cover an alarm at an instant.
    fileprivate func silence(of key: AlarmKey, at instant: Instant) -> AlarmSilence? {
        self.silences.filter { $0.covers(key, at: instant) }.max { $0.until < $1.until }
    }

    /// Adds a silence in place of the one that covers the same, and returns it; `nil` where the app has as many as may
    /// be.
    fileprivate mutating func silence(
        _ draft: AlarmService.Draft,
        from now: Instant,
        by name: String,
        reason: String
    ) -> AlarmSilence? {
        var others = self.silences.filter { known in
            known.name != draft.name || known.app != draft.app || known.subject != draft.subject
        }
        if others.count(where: { $0.app == draft.app }) >= Self.greatestSilenceCount {
            others.removeAll { $0.app == draft.app && $0.until <= now }
        }
        guard others.count(where: { $0.app == draft.app }) < Self.greatestSilenceCount else { return nil }
        self.silences = others
        let silence = AlarmSilence(
            number: self.takeNumber(),
            name: draft.name,
            app: draft.app,
            subject: draft.subject,
            from: now,
            until: now + draft.length,
            reason: reason,
            by: name
        )
        self.silences.append(silence)
        return silence
    }

    /// Ends a silence, and returns it; `nil` where there is none of this number.
    fileprivate mutating func endSilence(_ number: Int64, at now: Instant) -> ActionResult<AlarmSilence>? {
        guard let index = self.silences.firstIndex(where: { $0.number == number }) else { return nil }
        guard self.silences[index].until > now else {
            return ActionResult(self.silences[index], nothing: .silenceOver)
        }
        self.silences[index].until = now
        return ActionResult(self.silences[index])
    }
}
