import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct TelemetryControllerTests {
    private static let path = "/v1/telemetry"

    private func send(_ stage: AuthenticationStage, _ body: String, key: String) async throws -> TestServer.TestResponse
    {
        try await stage.send(.post, Self.path, key: key, body: body)
    }

    private static func batch(_ reports: String, _ more: String = "") -> String {
        #"{"reports":[\#(reports)]\#(more)}"#
    }

    @Test("An app reports every kind with every outcome, without a customer")
    func kinds() async throws {
        let stage = try AuthenticationStage()
        let key = try await stage.key(.publishable)
        for kind in AppReport.Kind.allCases {
            let bare = try await self.send(stage, Self.batch(#"{"kind":"\#(kind.rawValue)"}"#), key: key)
            #expect(bare.status == .accepted && bare.text == #"{"counted":1,"late":0}"#, "\(kind): \(bare.text)")
            for outcome in AppReport.Outcome.allCases {
                let report =
                    #"{"kind":"\#(kind.rawValue)","outcome":"\#(outcome.rawValue)","milliseconds":812,"count":2}"#
                let answer = try await self.send(stage, Self.batch(report), key: key)
                if kind.outcomes.contains(outcome) {
                    #expect(answer.status == .accepted, "\(report): \(answer.text)")
                } else {
                    #expect(answer.code == "field_invalid", "\(report): \(answer.text)")
                    #expect(answer["field"] == .string("reports[0].outcome"))
                }
            }
        }
        let secret = try await self.send(stage, Self.batch(#"{"kind":"sheet_shown"}"#), key: TestServer.key)
        #expect(secret.status == .accepted)
        #expect(try await stage.send(.post, Self.path, key: nil, body: "{}").code == "key_missing")
    }

    @Test(
        "What is wrong is named with its place, and nothing of the request is counted",
        arguments: [
            (#"{}"#, "field_missing", "reports"), (#"{"reports":{}}"#, "field_wrong_type", "reports"),
            (#"{"reports":[]}"#, "field_invalid", "reports"), (#"{"reports":[1]}"#, "field_wrong_type", "reports[0]"),
            (#"{"reports":[{}]}"#, "field_missing", "reports[0].kind"),
            (
                #"{"reports":[{"kind":"sheet_shown"},{"kind":"phoned_home"}]}"#, "telemetry_kind_unknown",
                "reports[1].kind"
            ),
            (#"{"reports":[{"kind":"ada@example.com"}]}"#, "telemetry_kind_unknown", "reports[0].kind"),
            (#"{"reports":[{"kind":7}]}"#, "field_wrong_type", "reports[0].kind"),
            (#"{"reports":[{"kind":"sheet_shown","customer":"ada"}]}"#, "field_unknown", "reports[0].customer"),
            (#"{"reports":[{"kind":"sheet_shown"}],"device":"ada's iPhone"}"#, "field_unknown", "device"),
            (#"{"reports":[{"kind":"sheet_shown","code":"networkError"}]}"#, "field_invalid", "reports[0].code"),
            (
                #"{"reports":[{"kind":"purchase_failed","outcome":"ok"}]}"#, "field_invalid", "reports[0].outcome"
            ),
            (#"{"reports":[{"kind":"sheet_shown","milliseconds":-1}]}"#, "field_invalid", "reports[0].milliseconds"),
            (#"{"reports":[{"kind":"sheet_shown","milliseconds":1e99}]}"#, "field_invalid", "reports[0].milliseconds"),
            (
                #"{"reports":[{"kind":"sheet_shown","milliseconds":600001}]}"#, "field_invalid",
                "reports[0].milliseconds"
            ),
            (#"{"reports":[{"kind":"sheet_shown","count":0}]}"#, "field_invalid", "reports[0].count"),
            (#"{"reports":[{"kind":"sheet_shown","count":101}]}"#, "field_invalid", "reports[0].count"),
            (#"{"reports":[{"kind":"sheet_shown","at":"yesterday"}]}"#, "field_invalid", "reports[0].at"),
            (#"{"sample":0,"reports":[{"kind":"sheet_shown"}]}"#, "field_invalid", "sample"),
            (#"{"sample":-0.1,"reports":[{"kind":"sheet_shown"}]}"#, "field_invalid", "sample"),
            (#"{"sample":0.001,"reports":[{"kind":"sheet_shown"}]}"#, "field_invalid", "sample"),
            (#"{"sample":1e-320,"reports":[{"kind":"sheet_shown"}]}"#, "field_invalid", "sample"),
            (#"{"sample":2,"reports":[{"kind":"sheet_shown"}]}"#, "field_invalid", "sample"),
            (#"{"sample":"0.5","reports":[{"kind":"sheet_shown"}]}"#, "field_invalid", "sample"),
            (#"{"sentAt":"now","reports":[{"kind":"sheet_shown"}]}"#, "field_invalid", "sentAt"),
            (
                #"{"sample":0.01,"reports":[{"kind":"sheet_shown","count":11}]}"#, "telemetry_too_much", "reports"
            ),
        ]
    )
    func mistakes(body: String, code: String, field: String) async throws {
        let stage = try AuthenticationStage()
        let answer = try await self.send(stage, body, key: try await stage.key(.publishable))
        #expect(answer.status == .unprocessableContent, "\(body): \(answer.text)")
        #expect(answer.code == code && answer["field"] == .string(field), "\(body): \(answer.text)")
        #expect(!answer.text.contains("ada@") && !answer.text.contains("iPhone"), "\(answer.text)")
    }

    @Test(
        "A request has a hundred reports and a bounded body, and a secret key may represent more events than an app's"
    )
    func bounds() async throws {
        let stage = try AuthenticationStage()
        let key = try await stage.key(.publishable)
        func many(_ count: Int) -> String {
            Self.batch(Array(repeating: #"{"kind":"purchase_begun"}"#, count: count).joined(separator: ","))
        }
        let most = try await self.send(stage, many(100), key: key)
        #expect(most.text == #"{"counted":100,"late":0}"#, "\(most.text)")
        #expect(try await self.send(stage, many(101), key: key).code == "field_invalid")
        #expect(try await self.send(stage, many(10_000), key: key).status == .contentTooLarge)
        let heavy = Self.batch(#"{"kind":"sheet_shown","count":100}"#, #","sample":0.01"#)
        #expect(try await self.send(stage, heavy, key: key).code == "telemetry_too_much")
        #expect(try await self.send(stage, heavy, key: TestServer.key).status == .accepted)
        let full = Self.batch(#"{"kind":"sheet_shown","count":100}"#, #","sample":0.1"#)
        #expect(try await self.send(stage, full, key: key).status == .accepted)
    }

    @Test("What comes from the future counts as of now, what is older than an hour not, by the device's own clock")
    func times() async throws {
        let stage = try AuthenticationStage()
        let key = try await stage.key(.publishable)
        let now = stage.wall.now()
        func report(_ instant: Instant) -> String { #"{"kind":"sheet_shown","at":"\#(instant.rfc3339)"}"# }
        let instants = [now + .days(30_000), now, now - .minutes(60), now - .minutes(61), now - .days(10_000)]
        let plain = Self.batch(instants.map(report).joined(separator: ","))
        let answer = try await self.send(stage, plain, key: key)
        #expect(answer.text == #"{"counted":3,"late":2}"#, "\(answer.text)")
        // A device whose clock is years behind says how old its reports are all the same.
        let wrong = now - .days(3000)
        let behind = [wrong - .minutes(5), wrong - .minutes(90)].map(report).joined(separator: ",")
        let aged = try await self.send(stage, Self.batch(behind, #","sentAt":"\#(wrong.rfc3339)""#), key: key)
        #expect(aged.text == #"{"counted":1,"late":1}"#, "\(aged.text)")
        let epoch = Self.batch(
            #"{"kind":"sheet_shown","at":"1970-01-01T00:00:00Z"}"#,
            #","sentAt":"9999-12-31T23:59:59Z""#
        )
        #expect(try await self.send(stage, epoch, key: key).text == #"{"counted":0,"late":1}"#)
    }

    @Test("A hundred clients with an app's key are counted by address, and a backend is not")
    func flood() async throws {
        let stage = try AuthenticationStage(
            limits: RateLimits(telemetry: RateLimit(perSecond: 1, burst: 2)),
            proxies: TrustedProxies(ranges: [try #require(AddressRange("127.0.0.0/8"))])
        )
        let (app, backend) = (try await stage.key(.publishable), try await stage.key(.secret([.write])))
        let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
        let body = Array(Self.batch(#"{"kind":"products_loaded","code":"networkError"}"#).utf8)
        try await stage.live { client async throws in
            func send(_ key: String, from address: String) async throws -> TestServer.TestResponse {
                try await client.send(.post, Self.path, key: key, headers: [forwarded: address], body: body)
            }
            for stranger in 0..<100 {
                let address = "198.51.100.\(stranger)"
                for _ in 0..<2 { #expect(try await send(app, from: address).status == .accepted) }
                let refused = try await send(app, from: address)
                #expect(refused.status == .tooManyRequests && refused.code == "rate_limited", "\(refused.text)")
                #expect(refused.headers[.retryAfter] != nil)
            }
            for _ in 0..<5 { #expect(try await send(backend, from: "198.51.100.1").status == .accepted) }
        }
        stage.pass(.seconds(1))
        try await stage.live { client async throws in
            let later = try await client.send(
                .post,
                Self.path,
                key: app,
                headers: [forwarded: "198.51.100.1"],
                body: body
            )
            #expect(later.status == .accepted)
        }
        // After all of their reports the ledger is empty.
        #expect(try await stage.shop.repository.read { view in try view.alarmRecords() } == AlarmRecords())
        #expect(
            try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }.allSatisfy {
                $0.action == .keyCreate
            }
        )
    }
}
