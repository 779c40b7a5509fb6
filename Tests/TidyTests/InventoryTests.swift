import Testing

/// Each inventory finds the names it is about, and compares them with its page in both directions.
@Suite struct InventoryTests {
    private static func names(_ inventory: some Inventory, _ path: String, _ text: String) -> [String] {
        inventory.entries(in: SourceFile(path: path, text: text)).map(\.name)
    }

    @Test(
        "An error code is found in each place where one may be stated",
        arguments: [
            ("enum AError: String, Error {\n    case gone\n    case lost = \"was_lost\"\n}", ["gone", "was_lost"]),
            ("struct AError {\n    enum Code: String { case gone, lost }\n}", ["gone", "lost"]),
            ("extension AError {\n    enum Code: String {\n        case gone = \"a_gone\"\n    }\n}", ["a_gone"]),
            ("enum A: Error {}\nextension ARefusal {\n    var code: String { \"gone\" }\n}", ["gone"]),
            (
                "struct AError {\n    package var code: String {\n        switch self {\n"
                    + "        case .a(let b): \"a_b\"\n        case .c: \"c_d\"\n        }\n    }\n}", ["a_b", "c_d"]
            ),
            ("struct AProblem { static let code = \"gone\" }", ["gone"]),
            ("let a = Problem(status: 404, code: \"not_found\", detail: \"No such thing\")", ["not_found"]),
        ]
    )
    func codes(text: String, expected: [String]) {
        #expect(Self.names(ErrorCodeInventory.server, "Sources/A/A.swift", text) == expected)
    }

    @Test(
        "What is no error's code is left alone",
        arguments: [
            "enum SubscriptionPhase { var code: String { \"active\" } }",
            "enum Kind: String { case gone }",
            "enum AError: Error { case gone }",
            "struct AError { var text: String { \"gone\" } }",
            "let a = Country(code: \"CN\")",
            "let a = Problem(barcode: \"not_found\")",
            "// code: \"gone\"",
        ]
    )
    func noCodes(text: String) {
        #expect(Self.names(ErrorCodeInventory.server, "Sources/A/A.swift", text) == [])
        #expect(Self.names(ErrorCodeInventory.server, "Tests/A/A.swift", "let a = P(code: \"gone\")") == [])
    }

    @Test("The simulator's codes are its own, and those of test support are not inventoried")
    func codesByFolder() {
        let text = "let a = P(code: \"gone\")"
        let simulated = "Sources/AppStoreSimulator/A.swift"
        #expect(Self.names(ErrorCodeInventory.simulator, simulated, text) == ["gone"])
        #expect(Self.names(ErrorCodeInventory.server, simulated, text) == [])
        #expect(Self.names(ErrorCodeInventory.simulator, "Sources/Ledger/A.swift", text) == [])
        #expect(Self.names(ErrorCodeInventory.server, "Tests/Support/PurserTesting/A.swift", text) == [])
    }

    @Test("Configuration keys are found in the lists of accepted keys")
    func keys() {
        let text = """
            enum ConfigurationKey {
                static let document = ["server", "apps"]
                static let server = [
                    "address", "publicUrl",
                ]
                static let app = ["bundleId"]
                static let values = ["server.address"]
                static let lists: Set<String> = ["environments"]
                private static let other = ["no"]
            }
            """
        let names = Self.names(ConfigurationKeyInventory(), ConfigurationKeyInventory.place, text)
        #expect(
            names == [
                "server", "apps", "server.address", "server.publicUrl", "apps.{app}.bundleId", "server.address",
            ]
        )
        #expect(Self.names(ConfigurationKeyInventory(), "Sources/purser/Other.swift", text) == [])
    }

    @Test("Routes are found where they are registered, with their method")
    func routes() {
        let text = """
            router.get("/health/live") { _, _ in .ok }
            group.post("/apple/:app/notifications", use: self.take)
            router.get("/v1/customers/{id}/entitlements", use: self.read)
            router.get("openapi.json", use: self.describe)
            let a = cache.get("key")
            """
        #expect(
            Self.names(RouteInventory(), "Sources/PurserHTTP/A.swift", text) == [
                "GET /health/live", "GET /v1/customers/{id}/entitlements", "GET openapi.json",
                "POST /apple/{app}/notifications",
            ]
        )
        #expect(Self.names(RouteInventory(), "Sources/AppStoreSimulator/A.swift", text) == [])
    }

    @Test("Metrics are found where they are made")
    func metrics() {
        let text = """
            let a = Counter(label: "purser_refused_total", dimensions: [("code", code)])
            let b = Metrics.Timer(label: "purser_commit_seconds")
            let e = Gauge(
                label: "purser_waiting",
                dimensions: []
            )
            let c = MyTimer(label: "no")
            let d = Logger(label: "no")
            """
        #expect(
            Self.names(MetricInventory(), "Sources/A/A.swift", text) == [
                "purser_refused_total", "purser_waiting", "purser_commit_seconds",
            ]
        )
    }

    @Test("A name that is missing on the page, or only there, is reported once, where it stands")
    func bothDirections() {
        let sources = SourceFile(
            path: "Sources/A/A.swift",
            text: "let a = P(code: \"one\")\nlet b = P(code: \"two\")\nlet c = P(code: \"two\")"
        )
        let text = "# Codes\n\n| code | meaning |\n|---|---|\n| `one` | a |\n| `three` | `two` |\n"
        let page = SourceFile(path: "docs/reference/error-codes.md", text: text)
        let complaints = ErrorCodeInventory.server.complaints(sources: [sources], page: page)
        #expect(complaints.map(\.path) == [sources.path, page.path], "\(complaints.report)")
        #expect(complaints.map(\.line) == [2, 6], "\(complaints.report)")
    }

    @Test("A page that agrees with the sources passes")
    func agreement() {
        let sources = SourceFile(path: "Sources/A/A.swift", text: "let a = P(code: \"one\")")
        let page = SourceFile(path: "docs/reference/error-codes.md", text: "| `one` | a |\n")
        #expect(ErrorCodeInventory.server.complaints(sources: [sources], page: page).isEmpty)
    }
}
