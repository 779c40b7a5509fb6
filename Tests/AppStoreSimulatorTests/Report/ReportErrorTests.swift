import AppStore
import AppStoreSimulator
import Testing

@Suite struct ReportErrorTests {
    private static func shop() throws -> World {
        let world = try RichShop.world()
        try world.shop("anna", "coins.100")
        return world
    }

    @Test("A day's report comes at eight the next morning in Los Angeles, and goes after a year")
    func times() throws {
        let world = try Self.shop()
        let client = ReportClient(world: world)
        // 2026-02-01T15:59:59Z is a second before eight in the morning.
        try world.advance(to: Timestamp(milliseconds: 1_769_961_599_000))
        let early = try ReportClient.error(client.sales("2026-01-31"))
        #expect(early.status == 404 && early.detail.hasPrefix("Report is not available yet."))
        #expect(try ReportClient.error(client.sales(nil)).detail == "There were no sales for the date specified.")
        try world.advance(by: .seconds(1))
        #expect(try ReportClient.salesRows(client.sales("2026-01-31")).count == 1)
        #expect(client.sales(nil).body == client.sales("2026-01-31").body)
        try world.advance(to: Shop.day("2027-01-31"))
        #expect(client.sales("2026-01-31").status == 200)
        try world.advance(by: .days(1))
        let gone = try ReportClient.error(client.sales("2026-01-31"))
        #expect(gone.status == 410 && gone.detail.hasPrefix("Report is no longer available."))
    }

    @Test("An unknown parameter is a 400 that names it")
    func parameters() throws {
        let world = try Self.shop()
        try world.advance(by: .days(3))
        let client = ReportClient(world: world)
        let cases: [(name: String, value: String?, code: String)] = [
            ("vendorNumber", nil, "PARAMETER_ERROR.REQUIRED"), ("vendorNumber", "1", "PARAMETER_ERROR.INVALID"),
            ("reportType", "LOSSES", "PARAMETER_ERROR.INVALID"), ("reportType", nil, "PARAMETER_ERROR.REQUIRED"),
            ("reportSubType", "DETAILED", "PARAMETER_ERROR.INVALID"),
            ("frequency", "HOURLY", "PARAMETER_ERROR.INVALID"), ("frequency", nil, "PARAMETER_ERROR.REQUIRED"),
            ("reportDate", "2026-02-30", "PARAMETER_ERROR.INVALID"),
            ("reportDate", "01/31/2026", "PARAMETER_ERROR.INVALID"),
            ("version", "9_9", "PARAMETER_ERROR.INVALID"), ("color", "red", "PARAMETER_ERROR.INVALID"),
        ]
        for (name, value, code) in cases {
            let error = try ReportClient.error(client.sales("2026-01-31") { $0[name] = value })
            #expect(error.status == 400 && error.code == code && error.detail.contains(name), "\(name)")
        }
        #expect(client.sales("2026-01-31", "WEEKLY").status == 400)
        #expect(client.sales("2026-01-31", "MONTHLY").status == 400)
        #expect(client.sales("2026-01-31", type: "SUBSCRIBER").status == 400)
        #expect(client.finance("2026-13").status == 400)
        #expect(client.finance("2026-05", "FINANCE_DETAIL", region: "ZZ").status == 400)
        #expect(client.finance("2026-05", region: "XX").status == 400)
        #expect(client.ask("/v1/apps", [:]).status == 404)
    }

    @Test("Only a fresh token of the team's key is accepted, within its scope")
    func tokens() throws {
        let world = try Self.shop()
        try world.advance(by: .days(3))
        let client = ReportClient(world: world)
        let key = world.reportAccount.key
        let query = [
            "vendorNumber": world.reportAccount.vendorNumber, "reportType": "SALES", "reportSubType": "SUMMARY",
            "frequency": "DAILY", "reportDate": "2026-01-31",
        ]
        func status(_ token: String?) -> Int { client.ask("/v1/salesReports", query, token: token).status }
        func claims(_ change: (inout [String: JSONValue]) -> Void) -> String {
            var claims: [String: JSONValue] = [
                "iss": .string(key.issuerId), "iat": .number("\(ReportClient.wallClock)"),
                "exp": .number("\(ReportClient.wallClock + 1200)"), "aud": .string("appstoreconnect-v1"),
            ]
            change(&claims)
            return key.sign(claims.map { JSONMember(key: $0.key, value: $0.value) })
        }
        #expect(status(claims { _ in }) == 200)
        #expect(status(nil) == 401)
        #expect(status("x.y.z") == 401)
        #expect(status(try world.apiKey().teamToken(issuedAtSeconds: ReportClient.wallClock)) == 401)
        #expect(status(claims { $0["bid"] = .string("com.example.shop") }) == 401)
        #expect(status(claims { $0["aud"] = .string("apple") }) == 401)
        #expect(status(claims { $0["exp"] = .number("\(ReportClient.wallClock + 1201)") }) == 401)
        #expect(status(claims { $0["exp"] = .number("\(ReportClient.wallClock - 100)") }) == 401)
        #expect(status(claims { $0["iat"] = nil }) == 401)
        #expect(
            status(
                claims {
                    $0["iss"] = nil
                    $0["sub"] = .string("user")
                }
            ) == 403
        )
        func scoped(_ scope: String) -> Int {
            status(key.teamToken(issuedAtSeconds: ReportClient.wallClock, scope: [scope]))
        }
        #expect(scoped("GET /v1/salesReports") == 200)
        #expect(scoped("GET /v1/salesReports?filter[reportType]=SALES") == 200)
        #expect(scoped("GET /v1/salesReports?filter[reportType]=SUBSCRIBER") == 403)
        #expect(scoped("GET /v1/financeReports") == 403)
        #expect(try ReportClient.error(client.ask("/v1/salesReports", query, token: nil)).code == "NOT_AUTHORIZED")
    }

    @Test("Times that overflow are refused, signed or not, and so are faults with such times")
    func hostileTimes() throws {
        let world = try Self.shop()
        try world.advance(by: .days(3))
        let client = ReportClient(world: world)
        let key = world.reportAccount.key
        let claims = [
            JSONMember(key: "iss", value: .string(key.issuerId)),
            JSONMember(key: "aud", value: .string("appstoreconnect-v1")),
        ]
        for (name, token) in HostileClaims.tokens(key, claims) {
            #expect(client.ask("/v1/territories", [:], token: token).status == 401, "\(name)")
        }
        for fault in ["reportLate=9223372036854775807", "reportCorrected=9223372036854775807", "error=1000000"] {
            #expect(client.sales("2026-01-31", headers: ["x-sim-fault": fault]).status == 200, "\(fault)")
        }
    }

    @Test("The hourly limit is counted down, and a call over it is a 429")
    func limit() throws {
        let world = try Self.shop()
        try world.advance(by: .days(3))
        let client = ReportClient(world: world)
        #expect(client.sales("2026-01-31").headers["x-rate-limit"] == "user-hour-lim:3600;user-hour-rem:3599;")
        for _ in 1..<3600 { _ = client.sales("2026-01-31") { $0["frequency"] = "HOURLY" } }
        let refused = client.sales("2026-01-31")
        #expect(try ReportClient.error(refused).code == "RATE_LIMIT_EXCEEDED" && refused.status == 429)
        #expect(refused.headers["x-rate-limit"] == "user-hour-lim:3600;user-hour-rem:0;")
        try world.advance(by: .seconds(3600))
        #expect(client.sales("2026-01-31").status == 200)
    }
}
