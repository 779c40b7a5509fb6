import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct ReportControllerTests {
    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private static let columns = [
        "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date", "Customer Currency",
        "Country Code", "Currency of Proceeds", "Customer Price",
    ]

    /// A daily sales report of a day of March.
    private static func sales(_ day: Int, units: Int = 1) -> [UInt8] {
        let date = "03/0\(day)/2026"
        let row = ["plus", "IAY", "\(units)", "7.00", date, date, "USD", "US", "USD", "9.99"]
        return Array([Self.columns, row].map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }

    private func post(
        _ bytes: [UInt8],
        _ query: String = "",
        headers: HTTPFields = [:]
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(.post, "/v1/reports\(query)", headers: headers, body: bytes)
    }

    private static func numbers(_ page: TestServer.TestResponse) -> [String] {
        guard case .array(let reports)? = page["reports"] else { return [] }
        return reports.map { report in
            if case .number(let number)? = report["number"] { number } else { "" }
        }
    }

    @Test(
        "What is to be fetched is named with its mistake, and an app without a key for App Store Connect says so",
        arguments: [
            ("", 409, "connect_not_configured", nil), (#"{"kind":"SALE"}"#, 422, "field_invalid", "kind"),
            (#"{"from":"2026-03-01"}"#, 422, "field_missing", "to"),
            (#"{"from":"2026-03-02","to":"2026-03-01"}"#, 422, "field_invalid", "to"),
            (#"{"from":"2024-03-02","to":"2026-03-01"}"#, 422, "field_invalid", "to"),
            (#"{"kind":"FINANCIAL","from":"2026-03-01","to":"2026-03-01"}"#, 422, "field_invalid", "kind"),
            (#"{"kind":"SALES","fiscalMonth":"2026-05"}"#, 422, "field_invalid", "kind"),
            (#"{"fiscalMonth":"2026"}"#, 422, "field_invalid", "fiscalMonth"),
            (#"{"day":"2026-03-01"}"#, 422, "field_unknown", "day"),
        ] as [(String, Int, String, String?)]
    )
    func fetch(body: String, status: Int, code: String, field: String?) async throws {
        let answer = try await self.server.send(.post, "/v1/report-fetches", body: Array(body.utf8))
        #expect(answer.status.code == status && answer.code == code, "\(answer.text)")
        #expect(answer["field"] == field.map { .string($0) })
    }

    @Test("A report that is submitted is kept, known again, superseded, and given back byte for byte")
    func keep() async throws {
        let first = try await self.post(Self.sales(1), "?name=S_D_85123456_20260301.txt")
        #expect(first.status == .ok)
        #expect(first["outcome"] == .string("imported"))
        #expect(first["report"]?["period"] == .string("2026-03-01"))
        #expect(first["report"]?["frequency"] == .string("DAILY"))
        #expect(first["report"]?["vendor"] == .string("85123456"))
        #expect(first["report"]?["importedBy"] == .string("secret key"))
        #expect(first["report"]?["origin"] == .string("file"))
        let again = try await self.post(Self.sales(1), "?name=S_D_85123456_20260301.txt")
        #expect(again["outcome"] == .string("known"))
        let changed = try await self.post(Self.sales(1, units: 2), "?name=S_D_85123456_20260301.txt")
        #expect(changed["outcome"] == .string("superseding"))
        #expect(changed["supersedes"] == .number("1"))
        let former = try await self.server.send(.get, "/v1/reports/1")
        #expect(former["supersededBy"] == .number("2"))
        let file = try await self.server.send(.get, "/v1/reports/1/file")
        #expect(file.status == .ok)
        #expect(file.text == String(decoding: Self.sales(1), as: UTF8.self))
        #expect(file.headers[.contentType] == "text/tab-separated-values")
    }

    @Test("A file of several parts is given back byte for byte")
    func parts() async throws {
        let date = "03/01/2026"
        let rows = (1...8000).map { ["plus\($0)", "IAY", "1", "7.00", date, date, "USD", "US", "USD", "9.99"] }
        let file = Array(([Self.columns] + rows).map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
        #expect(file.count > ReportRecord.partByteCount)
        #expect(try await self.post(file).status == .ok)
        let answer = try await self.server.send(.get, "/v1/reports/1/file")
        #expect(answer.status == .ok && Array(answer.text.utf8) == file)
    }

    @Test("Reports are listed by kind and day, page by page, and superseded ones where they are asked for")
    func list() async throws {
        for day in 1...3 { _ = try await self.post(Self.sales(day)) }
        _ = try await self.post(Self.sales(2, units: 5))
        func numbers(_ query: String) async throws -> [String] {
            Self.numbers(try await self.server.send(.get, "/v1/reports\(query)"))
        }
        #expect(try await numbers("") == ["4", "3", "1"])
        #expect(try await numbers("?superseded=true") == ["4", "3", "2", "1"])
        #expect(try await numbers("?from=2026-03-02&to=2026-03-02") == ["4"])
        #expect(try await numbers("?from=2026-03-02") == ["4", "3"])
        #expect(try await numbers("?kind=SUBSCRIBER") == [])
        let page = try await self.server.send(.get, "/v1/reports?limit=2")
        #expect(page["next"] == .string("3"))
        #expect(try await numbers("?limit=2&cursor=3") == ["1"])
    }

    @Test(
        "A question that makes no sense is refused",
        arguments: [
            ("?kind=PRE_ORDER", "field_invalid"), ("?from=yesterday", "field_invalid"),
            ("?from=2026-03-02&to=2026-03-01", "field_invalid"), ("?cursor=x", "cursor_invalid"),
            ("?superseded=maybe", "field_wrong_type"), ("?limit=0", "field_wrong_type"),
            ("?vendor=1", "parameter_unknown"),
        ]
    )
    func questions(query: String, code: String) async throws {
        let answer = try await self.server.send(.get, "/v1/reports\(query)")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == code)
    }

    @Test("A file that is no report is refused with its code, and an unknown number is not found")
    func refusals() async throws {
        let empty = try await self.post([])
        #expect(empty.status == .unprocessableContent)
        #expect(empty.code == "report_empty")
        #expect(try await self.post(Array("hello".utf8)).code == "report_no_header")
        #expect(try await self.post([0x1F, 0x8B, 8]).code == "report_gzip_cut")
        let encoded = try await self.post(Self.sales(1), headers: [.contentEncoding: "gzip"])
        #expect(encoded.status == .unsupportedMediaType)
        for path in ["/v1/reports/1", "/v1/reports/1/file", "/v1/reports/x"] {
            let answer = try await self.server.send(.get, path)
            #expect(answer.status == .notFound)
            #expect(answer.code == "report_unknown")
        }
        #expect(Self.numbers(try await self.server.send(.get, "/v1/reports")) == [])
    }
}
