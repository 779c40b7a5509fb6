import AppStore
import AppStoreSimulator
import Testing

@Suite struct ExternalPurchaseReminderTests {
    private static let now = Shop.opening.milliseconds
    private static let uuid = "b2158121-7af9-49d4-9561-1f588205523e"

    private static func app(_ environment: WorldEnvironment = .production) -> WorldApp {
        WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: environment)
    }

    private static func opened(
        _ type: ExternalPurchaseTokenType?,
        in environment: WorldEnvironment = .production,
        uuid: String = Self.uuid,
        reporting: inout ExternalPurchaseReporting,
        at now: Int64 = Self.now
    ) -> ExternalPurchaseReporting.Opening {
        reporting.makeToken(type: type, app: 0, of: Self.app(environment), customer: 0, at: now, uuid: uuid)
    }

    /// Returns all reminders of a token, as the days after its creation and the subtype.
    private static func story(of token: Int, in reporting: ExternalPurchaseReporting) -> [String] {
        var lines: [String] = []
        var instant = Self.now - 1
        while let reminder = reporting.nextReminder(ofToken: token, after: instant) {
            instant = reminder.at
            #expect(reporting.reminder(ofToken: token, at: instant) == reminder.subtype)
            lines.append("\((instant - Self.now) / 86_400_000) \(reminder.subtype.rawValue)")
        }
        return lines
    }

    @Test("Only the identifiers of sandbox tokens begin with SANDBOX")
    func identifiers() {
        var reporting = ExternalPurchaseReporting()
        let real = Self.opened(nil, reporting: &reporting)
        let test = Self.opened(nil, in: .sandbox, reporting: &reporting)
        #expect(reporting.tokens[real.token].id == Self.uuid)
        #expect(reporting.tokens[test.token].id == "SANDBOX_" + Self.uuid)
        #expect(reporting.index(ofToken: Self.uuid, app: 0) == real.token)
        #expect(reporting.index(ofToken: Self.uuid, app: 1) == nil)
    }

    @Test("A custom link's token is returned again while it is active, a plain link's never")
    func active() {
        var reporting = ExternalPurchaseReporting()
        let first = Self.opened(.acquisition, reporting: &reporting)
        let again = Self.opened(.acquisition, uuid: "other", reporting: &reporting, at: Self.now + 1000)
        let services = Self.opened(.services, uuid: "services", reporting: &reporting)
        #expect(first.isNew && !again.isNew && services.isNew)
        #expect(first.token == again.token && services.token != first.token)
        let expiresAt = reporting.tokens[first.token].expiresAt ?? 0
        #expect(expiresAt > Self.now)
        #expect(Self.opened(.acquisition, uuid: "later", reporting: &reporting, at: expiresAt).isNew)
        #expect(Self.opened(nil, uuid: "plain-1", reporting: &reporting).isNew)
        #expect(Self.opened(nil, uuid: "plain-2", reporting: &reporting).isNew)
    }

    @Test("A custom link's token causes notifications at its creation, each month, and once after it expires")
    func custom() {
        var reporting = ExternalPurchaseReporting()
        let token = Self.opened(.acquisition, reporting: &reporting).token
        // Months are clamped: from 31 January to 28 February, 31 March, 30 April, ...
        #expect(
            Self.story(of: token, in: reporting) == [
                "0 CREATED", "28 ACTIVE_TOKEN_REMINDER", "59 ACTIVE_TOKEN_REMINDER", "89 ACTIVE_TOKEN_REMINDER",
                "120 ACTIVE_TOKEN_REMINDER", "150 ACTIVE_TOKEN_REMINDER", "182 UNREPORTED",
            ]
        )
    }

    @Test("A plain link's token causes one notification, after ten days")
    func plain() {
        var reporting = ExternalPurchaseReporting()
        let token = Self.opened(nil, reporting: &reporting).token
        #expect(reporting.reminder(ofToken: token, at: Self.now) == nil)
        #expect(Self.story(of: token, in: reporting) == ["10 UNREPORTED"])
    }

    @Test("A notification contains the app, and the type and the end only for custom links")
    func payload() throws {
        var reporting = ExternalPurchaseReporting()
        let indices = [
            Self.opened(nil, reporting: &reporting).token,
            Self.opened(.services, uuid: "c", reporting: &reporting).token,
        ]
        let plain = reporting.tokens[indices[0]].payload(app: Self.app())
        let custom = reporting.tokens[indices[1]].payload(app: Self.app())
        #expect(plain.bundleId == "com.example.shop" && plain.appAppleId == 1_234_567_890)
        #expect(plain.tokenType == nil && plain.tokenExpirationDate == nil)
        #expect(custom.tokenType == .services)
        #expect(custom.tokenExpirationDate == (try Shop.day("2027-01-31")))
        let text = reporting.tokens[0].text(app: Self.app())
        let bytes = try #require(Base64URL.decode(text.utf8))
        #expect(try ExternalPurchaseToken(json: bytes) == plain)
    }
}
