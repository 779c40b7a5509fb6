package import Ledger

/// Lists and shows alarms, silences them for a time, and tests the channels of notices.
///
/// A caller with a key of one app sees the alarms of that app and those of the whole server, and can silence only the
/// app's.
package struct AlarmService: Sendable {
    /// The maximum duration of a silence.
    package static let greatestLength = Span.days(30)
    /// The maximum length of a reason in bytes.
    package static let greatestReason = 1000
    /// The code of a test notice that did not arrive through each channel.
    package static let testFailed = "alarm_test_failed"
    /// The maximum length of an alarm's subject in bytes.
    package static let greatestSubject = 200

    /// Sends a test notice through a channel, and returns why it did not arrive, in a language; `nil` where it did.
    package typealias ChannelTest = @Sendable (_ channel: String, _ language: PageLanguage) async -> String?

    /// A filter of alarms.
    package struct Filter: Hashable, Sendable {
        /// The state; `nil` for every one.
        package var state: Alarm.State?
        /// The app whose alarms are listed beside those of the whole server; `nil` for all apps.
        package var app: AppName?
        /// Only alarms that were active at this instant or later.
        package var since: Instant?
        /// Only alarms with a lower number.
        package var before: Int64?

        /// Creates a filter that admits every alarm.
        package init() {}
    }

    /// An alarm and the silence that covers it.
    package struct Entry: Hashable, Sendable {
        /// The alarm.
        package let alarm: Alarm
        /// The covering silence that ends last; `nil` where none covers the alarm now.
        package let silence: AlarmSilence?
    }

    /// A silence in a request.
    package struct Draft: Hashable, Sendable {
        /// The name of the alarms; `nil` for all.
        package var name: AlarmName?
        /// The app; `nil` for all apps and the whole server.
        package var app: AppName?
        /// The subject of the alarm; `nil` for any.
        package var subject: String?
        /// The duration.
        package var length: Span

        /// Creates a silence of every alarm of every app.
        package init(length: Span) { self.length = length }

        /// The subject in the audit log.
        fileprivate var label: String { self.name?.rawValue ?? "all" }

        /// The details in the audit log.
        fileprivate var details: [String: String] {
            var details = ["minutes": "\(self.length.milliseconds / 60_000)"]
            details["app"] = self.app?.rawValue
            details["subject"] = self.subject
            return details
        }
    }

    /// The result of a test notice.
    package struct Test: Hashable, Sendable {
        /// The channel.
        package let channel: String
        /// The reason why it did not arrive; `nil` where it did.
        package let problem: String?
    }

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog
    private let apps: Set<AppName>
    private let channels: [String]
    private let sendTest: ChannelTest

    /// Creates a service for the alarms of a repository.
    ///
    /// - Parameters:
    ///   - repository: The repository of alarms.
    ///   - ambient: The time of the ledger, at which silences end.
    ///   - audit: The audit log, which records silences.
    ///   - apps: The configured apps.
    ///   - channels: The configured channels.
    ///   - test: Sends a test notice.
    package init(
        repository: any Repository,
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

    /// Returns alarms, newest first.
    package func alarms(_ filter: Filter, limit: Int) async throws(AlarmError) -> [Entry] {
        let records = try await self.records()
        let now = self.ambient.now()
        let found = records.alarms.filter { filter.admits($0) }.suffix(limit)
        return found.reversed().map { Entry(alarm: $0, silence: records.silence(of: $0.key, at: now)) }
    }

    /// Returns an alarm; a caller of an app sees the app's alarms and those of the whole server.
    package func alarm(_ number: Int64, seenBy app: AppName?) async throws(AlarmError) -> Entry {
        let records = try await self.records()
        guard let alarm = records.alarms.first(where: { $0.number == number }), alarm.isVisible(to: app) else {
            throw .alarmNotFound(number)
        }
        return Entry(alarm: alarm, silence: records.silence(of: alarm.key, at: self.ambient.now()))
    }

    /// Returns the current silences, newest first; a caller of an app sees the app's and those of all apps.
    package func silences(seenBy app: AppName?) async throws(AlarmError) -> [AlarmSilence] {
        let now = self.ambient.now()
        return try await self.records().silences.reversed().filter { $0.until > now && $0.isVisible(to: app) }
    }

    /// Silences alarms from now on, with an entry in the audit log.
    ///
    /// - Parameters:
    ///   - draft: The alarms and the duration.
    ///   - origin: The caller and the reason.
    /// - Returns: The silence.
    /// - Throws: The reason why the silence is invalid; nothing is silenced then.
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
                    try await self.repository.write { unit in
                        try unit.changeAlarmRecords { records in
                            records.silence(draft, from: now, by: origin.name, reason: reason)
                        }
                    }
                }
            )
        }
        guard let made else { throw .silencesFull }
        return made
    }

    /// Ends a silence now, with an entry in the audit log; a caller of an app can end only the app's.
    ///
    /// - Parameters:
    ///   - number: The number of the silence.
    ///   - app: The app of the caller's key; `nil` for a key of all apps.
    ///   - origin: The caller and the reason.
    /// - Returns: The silence, and the reason where nothing changed because it was over.
    /// - Throws: The reason why it was not ended.
    package func endSilence(
        _ number: Int64,
        seenBy app: AppName?,
        by origin: RequestOrigin
    ) async throws(AlarmError) -> ActionResult<AlarmSilence> {
        // Only the end of a silence ever changes, so this remains valid until the write below.
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
                    try await self.repository.write { unit in
                        try unit.changeAlarmRecords { records in records.endSilence(number, at: now) }
                    }
                }
            )
        }
        guard let ended else { throw .silenceNotFound(number) }
        return ended
    }

    /// Sends a test notice through one channel, or through each configured one, one after another, with an entry in the
    /// audit log; problems are described in a language.
    package func test(
        _ channel: String?,
        in language: PageLanguage = .english,
        by origin: RequestOrigin
    ) async throws(AlarmError) -> [Test] {
        guard !self.channels.isEmpty else { throw .channelsMissing }
        if let channel, !self.channels.contains(channel) { throw .channelUnknown(channel, known: self.channels) }
        let names = channel.map { [$0] } ?? self.channels
        return try await self.audit.around(
            AuditRecord(by: origin.name, .alarmTest, on: channel ?? "all", reason: origin.reason),
            as: { (tests: [Test]) -> AuditOutcome in
                tests.allSatisfy { $0.problem == nil } ? .done : .refused(code: Self.testFailed)
            },
            code: { (error: AlarmError) in error.code },
            trouble: { AlarmError.storage($0) },
            { () throws(AlarmError) -> [Test] in
                var tests: [Test] = []
                for name in names {
                    tests.append(Test(channel: name, problem: await self.sendTest(name, language)))
                }
                return tests
            }
        )
    }

    private func records() async throws(AlarmError) -> AlarmRecords {
        try await Self.stored { () throws(RepositoryError) in
            try await self.repository.read { view in try view.alarmRecords() }
        }
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
    /// An instant after every end.
    fileprivate static let distant = Self(milliseconds: .max)
}

extension Alarm {
    /// Returns whether a caller of an app sees it; `nil` is a caller of all apps.
    fileprivate func isVisible(to app: AppName?) -> Bool { app == nil || self.key.app == nil || self.key.app == app }
}

extension AlarmSilence {
    /// Returns whether a caller of an app sees it; `nil` is a caller of all apps.
    fileprivate func isVisible(to app: AppName?) -> Bool { app == nil || self.app == nil || self.app == app }

    /// The details in the audit log about a silence that is ended.
    fileprivate var auditDetails: [String: String] {
        var details = ["alarm": self.name?.rawValue ?? "all"]
        details["app"] = self.app?.rawValue
        details["subject"] = self.subject
        return details
    }
}

extension AlarmRecords {
    /// Returns the silence that ends last of those that cover an alarm at an instant.
    fileprivate func silence(of key: AlarmKey, at instant: Instant) -> AlarmSilence? {
        self.silences.filter { $0.covers(key, at: instant) }.max { $0.until < $1.until }
    }

    /// Adds a silence in place of one with the same scope, and returns it; `nil` where the app has the maximum number.
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

    /// Ends a silence, and returns it; `nil` where no silence has this number.
    fileprivate mutating func endSilence(_ number: Int64, at now: Instant) -> ActionResult<AlarmSilence>? {
        guard let index = self.silences.firstIndex(where: { $0.number == number }) else { return nil }
        guard self.silences[index].until > now else {
            return ActionResult(self.silences[index], nothing: .silenceOver)
        }
        self.silences[index].until = now
        return ActionResult(self.silences[index])
    }
}
