import AppStore
import Foundation
import PurserTesting
import Testing

/// Programs of others judge the real server by what it says of itself.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(30)))
struct ContractJudgeTests {
    /// The number of generated requests for each operation.
    private static let examples = TestScale.factor > 1 ? 12 : 4
    /// The seed of the judge.
    private static let seed = 20_261_121
    /// The checks of an answer.
    private static let checks = [
        "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
        "response_schema_conformance", "negative_data_rejection", "unsupported_method", "missing_required_header",
        "ignored_auth",
    ]

    let shop: ShopBesideStore
    let server: RunningServer

    init() async throws {
        self.shop = try ShopBesideStore()
        for product in ["pro.monthly", "gems.600"] { _ = try await self.shop.buy(product) }
        self.server = try RunningServer(in: self.shop.folder)
    }

    @Test(
        "The description is a valid OpenAPI document",
        .enabled(
            if: JudgeInstallation.has(JudgeInstallation.description),
            "openapi-spec-validator is not in .build/judge-description: run scripts/setup --tests"
        )
    )
    func description() async throws {
        let document = try await self.server.calls.send("/openapi.json")
        #expect(document.status == 200)
        _ = try self.shop.folder.write("openapi.json", Array(document.text.utf8))
        let (status, text) = try self.judge(JudgeInstallation.description, ["openapi.json"])
        #expect(status == 0, "\(text)")
    }

    @Test(
        "The server conforms to its OpenAPI document for any request",
        .enabled(
            if: JudgeInstallation.has(JudgeInstallation.contract),
            "schemathesis is not in .build/judge-contract: run scripts/setup --tests where python3 and an index are"
        )
    )
    func contract() throws {
        let (status, text) = try self.judge(
            JudgeInstallation.contract,
            [
                "--config-file", try self.settings(), "run", self.server.calls.url + "/openapi.json", "-H",
                "Authorization: Bearer \(self.server.calls.key)",
                "--checks", Self.checks.joined(separator: ","), "--max-examples", String(Self.examples),
                "--seed", String(Self.seed), "--phases", "examples,coverage,fuzzing",
                "--generation-database", "none", "--workers", "1", "--no-color",
            ]
        )
        #expect(status == 0, "seed \(Self.seed):\n\(text)")
        #expect(text.contains("generated"), "\(text)")
        let line = text.split(separator: "\n").last { $0.contains("generated") }
        FileHandle.standardError.write(Data("schemathesis:\(line ?? "")\n".utf8))
        #expect(self.server.end(SIGTERM) == 0)
    }

    @Test(
        "The server does what its description says for an app in the field too",
        .enabled(
            if: JudgeInstallation.has(JudgeInstallation.contract),
            "schemathesis is not in .build/judge-contract: run scripts/setup --tests where python3 and an index are"
        )
    )
    func contractOfApps() async throws {
        let made = try await self.server.calls.send(
            "/v1/keys",
            body: Array(#"{"kind":"publishable","name":"judged"}"#.utf8)
        )
        guard made.status == 201, case .string(let key)? = try JSONValue(json: Array(made.text.utf8))["key"] else {
            return #expect(Bool(false), "\(made.text)")
        }
        let app = ServerCalls(url: self.server.calls.url, key: key)
        let minted = try await app.send("/v1/customers/anonymous", body: Array("{}".utf8))
        guard minted.status == 201, case .string(let token)? = try JSONValue(json: Array(minted.text.utf8))["token"]
        else { return #expect(Bool(false), "\(minted.text)") }
        // The document itself is not for apps.
        let document = try await self.server.calls.send("/openapi.json")
        let file = try self.shop.folder.write("openapi.json", Array(document.text.utf8))
        let (status, text) = try self.judge(
            JudgeInstallation.contract,
            [
                "--config-file", try self.settings(), "run", file, "--url", self.server.calls.url, "-H",
                "Authorization: Bearer \(key)",
                "-H", "Purser-Customer-Token: \(token)", "--checks", Self.checks.joined(separator: ","),
                "--max-examples", "3", "--seed", String(Self.seed), "--phases", "fuzzing", "--generation-database",
                "none", "--workers", "1", "--no-color",
            ]
        )
        #expect(status == 0, "seed \(Self.seed):\n\(text)")
        #expect(text.contains("generated"), "\(text)")
    }

    /// Too large is a refusal of what does not fit the schema, too; and Apple's old endpoints refuse with a status in
    /// the body.
    private func settings() throws -> String {
        let statuses = #"400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, 431, "5xx""#
        let text = """
            [checks.negative_data_rejection]
            expected-statuses = [\(statuses)]

            [[operations]]
            include-path-regex = "verifyReceipt$"
            checks.negative_data_rejection.expected-statuses = [200, \(statuses)]

            """
        return try self.shop.folder.write("schemathesis.toml", Array(text.utf8))
    }

    @Test(
        "Prometheus reads the metrics and finds nothing to complain of",
        .enabled(
            if: JudgeInstallation.has(JudgeInstallation.metrics),
            "promtool is not in .build/judge-metrics: run scripts/setup --tests where Debian's packages are"
        )
    )
    func metrics() async throws {
        for path in ["/v1/customers/anna/entitlements", "/v1/customers/anna/transactions", "/nowhere", "/health/ready"]
        {
            _ = try await self.server.calls.send(path)
        }
        let metrics = try await self.server.calls.send("/metrics")
        #expect(metrics.status == 200)
        let name = try self.shop.folder.write("metrics", Array(metrics.text.utf8))
        let (status, text) = try self.judge(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", "exec \"$0\" check metrics <\"$1\"", JudgeInstallation.metrics.path, name]
        )
        #expect(status == 0, "\(text)")
    }

    @Test("The counts match the requests, and every metric has a help text")
    func counts() async throws {
        for _ in 0..<3 { _ = try await self.server.calls.send("/v1/customers/anna/entitlements") }
        _ = try await self.server.calls.send("/nowhere")
        let metrics = try await self.server.calls.send("/metrics")
        let text = metrics.text
        let route = "/v1/customers/{customer}/entitlements"
        for line in [
            #"purser_http_requests_total{method="GET",route="\#(route)",status="200"} 3"#,
            #"purser_http_request_seconds_count{method="GET",route="\#(route)"} 3"#,
            #"purser_http_requests_total{method="GET",route="none",status="404"} 1"#,
            #"purser_refusals_total{code="not_found"} 1"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line) is missing in \(text)")
        }
        let lines = text.split(separator: "\n")
        let named = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        let explained = lines.filter { $0.hasPrefix("# HELP ") }.map { $0.split(separator: " ")[2] }
        #expect(named == explained)
        #expect(named.contains("process_resident_memory_bytes"))
    }

    /// Runs a program to its end, and returns its status and all that it wrote.
    private func judge(_ program: URL, _ arguments: [String]) throws -> (Int32, String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: self.shop.folder.path)
        process.environment = [
            "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin", "HOME": self.shop.folder.path, "LANG": "C.UTF-8",
        ]
        let name = try self.shop.folder.write("judgment", [])
        let output = FileHandle(forWritingAtPath: name)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOfFile: name, encoding: .utf8))
    }
}
