import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct AlarmServiceTests {
    private static let erin = RequestOrigin(name: "erin", reason: "maintenance")

    private let shop: TestShop
    private let tried = Tried()

    private final class Tried: Sendable {
        let channels = Mutex<[String]>([])
    }

    init() throws {
        self.shop = try TestShop()
    }

    private func service(channels: [String] = []) -> AlarmService {
        let tried = self.tried
        return AlarmService(
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            audit: AuditLog(repository: self.shop.repository, ambient: self.shop.ambient),
            apps: [self.shop.app.name],
            channels: channels
        ) { channel, language in
            tried.channels.withLock { $0.append(channel) }
            guard channel == "slack" else { return nil }
            return language == .english ? "The address does not answer." : "该地址没有应答。"
        }
    }

    @Test("A silence covers its alarms until its end, and no longer")
    func covers() async throws {
        let key = AlarmKey(.linkDown, subject: "host")
        let alarm = Alarm(
            number: 1,
            key: key,
            state: .firing,
            since: self.shop.ambient.now(),
            reading: AlarmReading(key, severity: .warning, value: 1, limit: 1),
            severity: .warning
        )
        try await self.shop.repository.write { unit in
            try unit.changeAlarmRecords { records in
                records.alarms = [alarm]
                records.nextNumber = 2
            }
        }
        let service = self.service()
        var draft = AlarmService.Draft(length: .hours(1))
        draft.name = .linkDown
        draft.subject = "another"
        _ = try await service.silence(draft, by: Self.erin)
        #expect(try await service.alarm(1, seenBy: nil).silence == nil)
        draft.subject = "host"
        let short = try await service.silence(draft, by: Self.erin)
        let long = try await service.silence(AlarmService.Draft(length: .hours(2)), by: Self.erin)
        #expect(short.number == 3 && long.number == 4)
        #expect(try await service.alarm(1, seenBy: nil).silence == long, "The one that ends last is shown.")
        #expect(try await service.silences(seenBy: nil).map(\.number) == [4, 3, 2])
        self.shop.setNow(self.shop.ambient.now() + .hours(1))
        #expect(try await service.silences(seenBy: nil).map(\.number) == [4])
        self.shop.setNow(self.shop.ambient.now() + .hours(1))
        #expect(try await service.alarm(1, seenBy: nil).silence == nil)
        let over = try await service.endSilence(4, seenBy: nil, by: Self.erin)
        #expect(over.nothing == .silenceOver)
    }

    @Test("Each app has a limited number of silences, independent of others, and ended ones do not count")
    func full() async throws {
        let service = self.service()
        let most = AlarmRecords.greatestSilenceCount
        for place in 0..<most {
            _ = try await service.silence(Self.draft(place, app: self.shop.app.name), by: Self.erin)
        }
        await #expect(throws: AlarmError.silencesFull) {
            try await service.silence(Self.draft(most, app: self.shop.app.name), by: Self.erin)
        }
        let count = try await self.shop.repository.read { view in try view.auditHead() }.count
        #expect(count == Int64(most), "A refused request is not an action.")
        for place in 0..<most { _ = try await service.silence(Self.draft(place, app: nil), by: Self.erin) }
        await #expect(throws: AlarmError.silencesFull) {
            try await service.silence(Self.draft(most, app: nil), by: Self.erin)
        }
        #expect(try await service.silences(seenBy: nil).count == 2 * most)
        self.shop.setNow(self.shop.ambient.now() + .hours(1))
        let after = try await service.silence(Self.draft(most, app: nil), by: Self.erin)
        #expect(try await service.silences(seenBy: nil) == [after])
    }

    private static func draft(_ place: Int, app: AppName?) -> AlarmService.Draft {
        var draft = AlarmService.Draft(length: .hours(1))
        draft.app = app
        draft.subject = "host \(place)"
        return draft
    }

    @Test("A silence replaces the one with the same alarm, app and subject, also at the limit")
    func again() async throws {
        let service = self.service()
        var draft = AlarmService.Draft(length: .hours(2))
        draft.name = .linkDown
        draft.app = self.shop.app.name
        let first = try await service.silence(draft, by: Self.erin)
        for place in 1..<AlarmRecords.greatestSilenceCount {
            draft.subject = "host \(place)"
            _ = try await service.silence(draft, by: Self.erin)
        }
        draft.subject = nil
        draft.length = .hours(1)
        let second = try await service.silence(draft, by: RequestOrigin(name: "ada", reason: "shorter"))
        let known = try await service.silences(seenBy: nil)
        #expect(known.count == AlarmRecords.greatestSilenceCount)
        #expect(known.contains(second) && !known.contains(first))
        #expect(second.by == "ada" && second.until - second.from == .hours(1))
        await #expect(throws: AlarmError.silenceNotFound(first.number)) {
            try await service.endSilence(first.number, seenBy: nil, by: Self.erin)
        }
    }

    @Test("An invalid silence is refused")
    func refusals() async throws {
        let service = self.service()
        for length in [Span.zero, .seconds(59), Span(milliseconds: Span.days(30).milliseconds + 1)] {
            await #expect(throws: AlarmError.lengthInvalid) {
                try await service.silence(AlarmService.Draft(length: length), by: Self.erin)
            }
        }
        for reason in [nil, "", String(repeating: "x", count: 1001)] {
            await #expect(throws: AlarmError.reasonMissing) {
                try await service.silence(
                    AlarmService.Draft(length: .days(30)),
                    by: RequestOrigin(name: "erin", reason: reason)
                )
            }
        }
        var draft = AlarmService.Draft(length: .hours(1))
        draft.app = AppName("nowhere")
        let wanted = draft
        await #expect(throws: AlarmError.appUnknown(AppName("nowhere"))) {
            try await service.silence(wanted, by: Self.erin)
        }
        await #expect(throws: AlarmError.silenceNotFound(1)) {
            try await service.endSilence(1, seenBy: nil, by: Self.erin)
        }
    }

    @Test("Remedies name no option of a command, because HTTP clients read them too, and no invalid number")
    func remedies() {
        for error in [AlarmError.reasonMissing, .lengthInvalid, .alarmNotFound(0), .silenceNotFound(0)] {
            #expect(!error.remedy.contains("--for") && !error.remedy.contains("--reason"), "\(error.remedy)")
            #expect(!error.remedy.contains(" 0"), "\(error.remedy)")
        }
        #expect(AlarmError.alarmNotFound(7).remedy.contains("alarm 7"))
    }

    @Test("A test notice is sent through the named channel, or each, and reports what did not arrive")
    func tests() async throws {
        let service = self.service(channels: ["email", "slack"])
        let both = try await service.test(nil, by: Self.erin)
        #expect(both.map(\.channel) == ["email", "slack"])
        #expect(both.map(\.problem) == [nil, "The address does not answer."])
        let chinese = try await service.test("slack", in: .simplifiedChinese, by: Self.erin)
        #expect(chinese.map(\.problem) == ["该地址没有应答。"])
        _ = self.tried.channels.withLock { $0.removeLast() }
        _ = try await service.test("email", by: Self.erin)
        #expect(self.tried.channels.withLock { $0 } == ["email", "slack", "email"])
        await #expect(throws: AlarmError.channelUnknown("webhook", known: ["email", "slack"])) {
            try await service.test("webhook", by: Self.erin)
        }
        await #expect(throws: AlarmError.channelsMissing) { try await self.service().test("email", by: Self.erin) }
        let entries = try await self.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.allSatisfy { $0.action == .alarmTest && $0.operatorName == "erin" })
        #expect(entries.map(\.subject) == ["all", "all", "slack", "slack", "email", "email"])
        let failed = AuditOutcome.refused(code: AlarmService.testFailed)
        #expect(entries.map(\.outcome) == [.begun, failed, .begun, failed, .begun, .done])
    }
}
