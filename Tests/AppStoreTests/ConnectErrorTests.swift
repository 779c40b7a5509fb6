import AppStore
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConnectErrorTests {
    static let errors: [(ConnectError, String, canRetry: Bool)] = [
        (.noSales, "connect_no_sales", false), (.notYetAvailable, "connect_not_yet_available", true),
        (.gone, "connect_gone", false), (.notFound(ConnectErrorResponse(status: 404)), "connect_not_found", false),
        (.refused(ConnectErrorResponse(status: 400)), "connect_refused", false),
        (.unauthorized(ConnectErrorResponse(status: 401)), "connect_unauthorized", false),
        (.forbidden(ConnectErrorResponse(status: 403)), "connect_forbidden", false),
        (.agreementMissing(ConnectErrorResponse(status: 403)), "connect_agreement_missing", false),
        (.rateLimited(until: 1), "connect_rate_limited", true),
        (.failed(ConnectErrorResponse(status: 500)), "connect_failed", true),
        (.unreachable, "connect_unreachable", true),
        (.interrupted, "connect_interrupted", true), (.timedOut(.seconds(1)), "connect_timed_out", true),
        (.unreadable, "connect_unreadable", false), (.tooLarge, "connect_too_large", false),
        (.redirected, "connect_redirected", false), (.foreignLink, "connect_foreign_link", false),
        (.canceled, "connect_canceled", true), (.budgetUnavailable, "connect_budget_unavailable", true),
        (.requestInvalid, "connect_request_invalid", false), (.signingFailed, "connect_signing_failed", false),
    ]

    static func error(_ turn: Result<AppStoreHTTPResponse, AppStoreTransportError>) async throws -> ConnectError? {
        let stage = ConnectStage([turn])
        guard case .failure(let error) = try await ConnectClientTests.send(stage) else { return nil }
        #expect(stage.calls.count == 1)
        return error
    }

    @Test("Each error has its own code and states whether a repetition may succeed")
    func codes() {
        for (error, code, canRetry) in Self.errors {
            #expect(error.code == code && error.canRetry == canRetry)
        }
        #expect(Set(Self.errors.map(\.1)).count == Self.errors.count)
    }

    @Test("Apple's message distinguishes a day without sales from a report that is not available yet or no longer")
    func absence() async throws {
        let sentences: [(Int, String, ConnectError)] = [
            (404, "There were no sales for the date specified.", .noSales),
            (404, "THERE WERE NO SALES FOR THE DATE SPECIFIED", .noSales),
            (404, "Report is not available yet. Daily reports are available by 8 am Pacific Time.", .notYetAvailable),
            (404, "The report is not yet available.", .notYetAvailable),
            (400, "Report is not available yet.", .notYetAvailable),
            (410, "Report is no longer available. Daily reports are available for a year.", .gone), (410, "", .gone),
            (404, "Report is no longer available.", .gone),
        ]
        for (status, detail, error) in sentences {
            #expect(try await Self.error(.refusal(status, "NOT_FOUND", detail)) == error, "\(detail)")
        }
    }

    @Test("A 404 with another message or none is not a day without sales")
    func notFound() async throws {
        let unknown = try #require(try await Self.error(.refusal(404, "NOT_FOUND", "There is no resource.")))
        #expect(
            unknown
                == .notFound(
                    ConnectErrorResponse(status: 404, name: "NOT_FOUND", title: "T.", detail: "There is no resource.")
                )
        )
        for body in ["", "<html>no sales</html>", #"{"errors":{}}"#, #"{"errors":[]}"#, #"{"errors":[7]}"#] {
            #expect(try await Self.error(.reply(404, body)) == .notFound(ConnectErrorResponse(status: 404)))
        }
    }

    @Test("A refusal contains Apple's error name and messages, shortened and with control characters escaped")
    func refused() async throws {
        let detail = "The version parameter you have specified is invalid. The latest version for this report is 1_4."
        let refused = try #require(try await Self.error(.refusal(400, "PARAMETER_ERROR.INVALID", detail)))
        let answer = try #require(refused.answer)
        #expect(refused == .refused(answer) && answer.name == "PARAMETER_ERROR.INVALID" && answer.detail == detail)
        #expect(answer.status == 400 && answer.title == "T." && answer.latestVersion == "1_4")
        let long = try #require(
            try await Self.error(.refusal(409, "A", "\\u0007\\n" + String(repeating: "x", count: 5000)))
        )
        #expect(long.code == "connect_refused")
        let kept = String(repeating: "x", count: ConnectErrorResponse.maximumTextLength - 2)
        #expect(long.answer?.detail == "\\u{7}\\u{A}" + kept)
        let hostile = ConnectErrorResponse(
            status: 400,
            title: "a\u{9B}2J\u{202E}b",
            detail: "e" + String(repeating: "\u{301}", count: 9000)
        )
        #expect(hostile.title == "a\\u{9B}2J\\u{202E}b")
        #expect(hostile.detail.unicodeScalars.count == ConnectErrorResponse.maximumTextLength)
        // A withdrawn version is not a withdrawn report.
        let withdrawn = try await Self.error(.refusal(400, "A", "Version 1_2 is no longer available."))
        #expect(withdrawn?.code == "connect_refused")
    }

    @Test("The body of an error is read up to a maximum size")
    func hostileError() async throws {
        let pad = String(repeating: " ", count: 70_000)
        let text = #"{"errors":[{"code":"NOT_FOUND","detail":"There were no sales for the date specified."}]}"#
        #expect(try await Self.error(.reply(404, text)) == .noSales)
        #expect(try await Self.error(.reply(404, text + pad)) == .notFound(ConnectErrorResponse(status: 404)))
    }

    @Test("A revoked key, a lost permission, a missing agreement, and a failure are different errors")
    func permanent() async throws {
        let codes: [(Int, String, String)] = [
            (401, "NOT_AUTHORIZED", "connect_unauthorized"), (403, "FORBIDDEN_ERROR", "connect_forbidden"),
            (403, "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED", "connect_agreement_missing"),
            (500, "UNEXPECTED_ERROR", "connect_failed"), (503, "", "connect_failed"), (405, "", "connect_refused"),
        ]
        for (status, name, code) in codes {
            let error = try #require(try await Self.error(.refusal(status, name, "Words.")))
            #expect(error.code == code && error.answer?.status == status && error.answer?.name == name)
        }
        #expect(try await Self.error(.reply(301, "")) == .redirected)
        #expect(try await Self.error(.reply(204, "")) == .unreadable)
        #expect(try await Self.error(.reply(100, "")) == .unreadable)
    }
}
