import AppStore
import Foundation
import PurserTesting
import Testing

/// A real browser opens the pages of the real server.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(60)),
    .enabled(
        if: JudgeInstallation.hasBrowser,
        "Chromium and playwright are not installed: run scripts/setup --tests as root where Debian's packages are"
    )
)
struct DashboardJudgeTests {
    @Test(
        """
        Every page is whole in a browser: no error, nothing cut, nothing that axe finds serious, by keyboard alone, \
        without JavaScript, and for each role
        """
    )
    func pages() async throws {
        let shop = try ShopBesideStore(fulfillsFrom: "2020-01-01T00:00:00Z")
        let server = try RunningServer(in: shop.folder, options: shop.clock)
        let bought = try await Self.fill(shop, server)
        let extent = TestScale.factor > 1 ? "matrix" : "pass"
        var arguments = ["dashboard.py", JudgeInstallation.pictures.path, extent]
        try arguments.append(Self.invite("ada", "admin", shop))
        arguments.append("rfd_Production_\(bought["customer-3"] ?? "")")
        arguments.append("customer-1/\(bought["customer-1"] ?? "")")
        for role in ["viewer", "support", "finance"] {
            try arguments.append("\(role)=\(Self.invite("\(role)-1", role, shop))")
        }
        // The store ends with its object, and the pages may ask it.
        let judgment = try withExtendedLifetime(shop) { try Self.judge(arguments, shop.folder) }
        let problems = judgment.lines.filter { $0.hasPrefix("problem: ") }
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        #expect(judgment.status == 0, "\(judgment.lines.joined(separator: "\n"))")
        let summary = try #require(judgment.lines.last { $0.contains(" pages found") }, "\(judgment.lines)")
        FileHandle.standardError.write(Data("Dashboard in Chromium: \(summary)\n".utf8))
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("The browser's judge finds deliberate flaws of a page")
    func flaws() throws {
        let folder = try TemporaryFolder()
        let judgment = try withExtendedLifetime(folder) { try Self.judge(["flaws.py"], folder) }
        #expect(judgment.status == 0, "\(judgment.lines.joined(separator: "\n"))")
        #expect(judgment.lines.last?.hasSuffix("flaws found") == true)
    }

    /// Fills the ledger with customers in different states, and returns what each bought first.
    private static func fill(_ shop: ShopBesideStore, _ server: RunningServer) async throws -> [String: String] {
        let hook = "\(server.calls.url)/apple/shop/notifications"
        try await shop.act(#"{"action":"setNotificationURL","url":"\#(hook)"}"#)
        var bought: [String: String] = [:]
        for (number, product) in [
            "pro.monthly", "pro.monthly", "pro.yearly", "gems.600", "gems.600", "pass.30days", "frame.gold",
            "pro.monthly", "pro.monthly",
        ].enumerated() {
            let customer = "customer-\(number + 1)"
            let order = try await server.calls.send(
                "/v1/orders",
                body: Array(#"{"customer":"\#(customer)","product":"\#(product)"}"#.utf8)
            )
            guard case .string(let token)? = try JSONValue(json: Array(order.text.utf8))["appAccountToken"] else {
                Issue.record("\(order.text)")
                continue
            }
            let action = #"{"action":"buy","customer":"\#(customer)","product":"\#(product)","token":"\#(token)"}"#
            let answer = try await shop.act(action)
            guard case .array(let transactions)? = answer["transactions"],
                case .string(let id)? = transactions.first?["transactionId"]
            else { throw RunningSimulator.NotReady(status: 0) }
            bought[customer] = id
            let purchase = #"{"customer":"\#(customer)","transactionId":"\#(id)"}"#
            let taken = try await server.calls.send("/v1/purchases", body: Array(purchase.utf8))
            #expect(taken.status == 200, "\(taken.text)")
        }
        // A request about a year waits for a person, if the customer agreed that it is answered.
        for (path, body) in [
            (
                "/v1/refund-policies",
                #"{"policy":"policy: refunds\nrules:\n  - name: a year\n    when: { product: pro.yearly }\n"#
                    + #"    answer: hold, 10h, then: none\notherwise: none\n"}"#
            ),
            (
                "/v1/customers/customer-3/consents",
                #"{"textHash":"\#(String(repeating: "a", count: 64))","version":"1","locale":"en","#
                    + #""storefront":"USA","givenAt":"2020-01-01T00:00:00Z","source":"settings"}"#
            ),
        ] {
            let answer = try await server.calls.send(path, body: Array(body.utf8))
            #expect((200..<300).contains(answer.status), "\(answer.text)")
        }
        // A name and a reason in which a script would run, if a page did not escape them.
        try await shop.act(
            #"{"action":"requestRefund","transaction":"\#(bought["customer-4"] ?? "")","reason":"OTHER","#
                + #""text":"<script>throw new Error('ran')</script>"}"#
        )
        try await shop.act(#"{"action":"refund","transaction":"\#(bought["customer-5"] ?? "")"}"#)
        try await shop.act(#"{"action":"cancel","customer":"customer-2","product":"pro.monthly"}"#)
        try await shop.act(#"{"action":"declineCard","customer":"customer-8"}"#)
        _ = try await shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"P32D"}"#.utf8))
        try await shop.act(#"{"action":"buy","customer":"customer-9","product":"pro.yearly"}"#)
        // A pending refund request is one of the last hours.
        try await shop.act(#"{"action":"requestRefund","transaction":"\#(bought["customer-7"] ?? "")"}"#)
        try await shop.act(#"{"action":"requestRefund","transaction":"\#(bought["customer-3"] ?? "")"}"#)
        return bought
    }

    /// Returns the link by which an operator sets their password.
    private static func invite(_ name: String, _ role: String, _ shop: ShopBesideStore) throws -> String {
        let run = try shop.run(["operators", "invite", name, "--role", role])
        return try #require(run.lines.first, "\(run.complaints)")
    }

    /// Runs one of the programs that drive the browser; returns its status and what it wrote.
    private static func judge(
        _ arguments: [String],
        _ folder: TemporaryFolder
    ) throws -> (status: Int32, lines: [String]) {
        let process = Process()
        process.executableURL = JudgeInstallation.browser
        process.arguments = arguments
        process.currentDirectoryURL = JudgeInstallation.programs
        process.environment = [
            "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8",
        ]
        let name = try folder.write("judgment", [])
        let output = FileHandle(forWritingAtPath: name)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        let judgment = try String(contentsOfFile: name, encoding: .utf8)
        return (process.terminationStatus, judgment.split(separator: "\n").map(String.init))
    }
}
