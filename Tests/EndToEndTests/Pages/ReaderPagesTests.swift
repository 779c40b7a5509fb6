import AppStore
import Testing

/// The first pages of the four kinds of readers, each typed as it stands.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: PageSession.arePresent, "curl or jq is not there: run scripts/setup --tests")
)
struct ReaderPagesTests {
    @Test("The calls of the page for backend engineers are answered as it says")
    func backend() throws {
        let page = try Page("docs/for-backend-engineers.md")
        let session = try PageSession()
        try session.openShop()
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        let answer = try session.act(
            #"{"action":"buy","customer":"anna","product":"pro.monthly","token":"\#(token)"}"#
        )
        guard case .array(let bought)? = answer["transactions"] else { throw PageSession.Ended() }
        session.put(bought.first?.text("signedTransaction") ?? "", for: "eyJ...")
        let lines = try #require(page.blocks.first).lines
        let request = try #require(lines.first).split(separator: " ").map(String.init)
        try #require(request == ["POST", "/v1/purchases"])
        let body = lines.dropFirst().joined(separator: "\n")
        let submitted = try session.call(request[0], request[1], body)
        #expect(submitted["finish"] == .string("yes"))
        #expect(submitted["claim"]?["owned"] == .bool(true))
        let again = try session.call(request[0], request[1], body)
        #expect(again["finish"] == .string("already"), "Calling again is safe.")
        #expect(page.questions.count >= 3)
        for path in page.questions { try session.call("GET", path) }
        let entitlements = try session.call("GET", "/v1/customers/anna/entitlements")["entitlements"]
        guard case .array(let found)? = entitlements else { throw PageSession.Ended() }
        #expect(found.first?["active"] == .bool(true))
        #expect(page.text.contains("`?environment=Sandbox`"))
        let sandbox = try session.call("GET", "/v1/customers/anna/entitlements?environment=Sandbox")
        #expect(sandbox["entitlements"] == .array([]))
    }

    @Test("The queries of the page for finance and operations give the shown answers")
    func finance() throws {
        let page = try Page("docs/for-finance-and-operations.md")
        let session = try PageSession()
        try session.openShop()
        _ = try session.buy("pro.monthly", for: "anna")
        session.put("anna", for: "{customer}")
        #expect(page.questions.count >= 2)
        for path in page.questions { try session.call("GET", path) }
        #expect(try session.call("GET", "/health/ready")["held"] == .object([]))
        #expect(!page.namedCommands.isEmpty)
        for command in page.namedCommands {
            let run = try session.run(command)
            #expect(run.status == 0, "\(command)\n\(run.output)\(run.complaints)")
        }
    }

    @Test("The commands of the page for iOS engineers and testers work beside each other")
    func ios() throws {
        let page = try Page("docs/for-ios-engineers-and-testers.md")
        let session = try PageSession()
        #expect(page.steps.count == 4)
        for step in page.steps {
            if step.command.hasPrefix("purser serve ") {
                // A root is that of the year in which a world begins, and scenarios have a year of their own.
                try session.run("purser simulate scenario run 1 --root shop/simulator/root.der")
            }
            let isVerified = step.command.hasPrefix("purser verify ")
            if isVerified {
                let json = #"{"action":"buy","customer":"anna","product":"pro.monthly"}"#
                guard case .array(let bought)? = try session.act(json)["transactions"] else {
                    throw PageSession.Ended()
                }
                let signed = bought.first?.text("signedTransaction") ?? ""
                _ = try session.folder.write("transaction.jws", Array(signed.utf8))
            }
            // What a simulated store signed, Apple did not.
            try session.follow(step, status: isVerified ? 1 : 0)
        }
        #expect(session.server != nil)
        session.put(session.typed("http://127.0.0.1:8080/apple/shop/notifications"), for: "URL")
        #expect(page.namedCommands.count >= 2)
        for command in page.namedCommands {
            let run = try session.run(command)
            #expect(run.status == 0, "\(command)\n\(run.output.suffix(4000))\(run.complaints)")
        }
    }

    @Test("The commands and calls of the page for support find, move, merge and erase as it says")
    func support() throws {
        let page = try Page("docs/for-support.md")
        let program = try CommandTree.program()
        let session = try PageSession()
        try session.openShop()
        let gems = try session.buy("gems.600", for: "anna")
        let subscription = try session.buy("pro.monthly", for: "bert")
        _ = try session.buy("frame.gold", for: "carl")
        let refunded = try session.buy("gems.600", for: "dora").text("transactionId")
        // A decision of an operator waits for one, and may be sent.
        let policy = "policy: refunds\notherwise: hold, 10min, then: none\n"
        _ = try session.folder.write("hold.yaml", Array(policy.utf8))
        #expect(try session.run("purser policy publish hold.yaml --yes").status == 0)
        try session.call("POST", "/v1/customers/dora/consents", "{}")
        try session.act(#"{"action":"requestRefund","transaction":"\#(refunded)"}"#)
        session.put(try session.rescindConsent(of: "bert"), for: "704897469903179")
        session.put(gems.text("orderId"), for: "MMTVJ1W3L4")
        session.put(subscription.text("transactionId"), for: "230000000000042")
        session.put("anna", for: "{customer}")
        session.put("merge carl --into anna", for: "merge OLD --into NEW")
        session.put("retire dora", for: "retire TESTER")
        session.put("refunds show rfd_Production_\(refunded)", for: "refunds show ID")
        session.put("refunds answer rfd_Production_\(refunded) DECLINE", for: "refunds answer ID DECLINE")
        #expect(page.questions.count >= 3)
        for path in page.questions { try session.call("GET", path) }
        // What is shown in blocks comes before what the text says of it.
        let commands = page.steps.map(\.command) + page.namedCommands
        #expect(commands.count >= 11)
        for command in commands {
            let run = try session.run(program.agreeing(to: command))
            // The store of the session sells in Production only, so there is nothing to retire.
            let status: Int32 = command.hasPrefix("purser customers retire ") ? 3 : 0
            #expect(run.status == status, "\(command)\n\(run.output)\(run.complaints)")
            if command.hasPrefix("purser customers transfer ") {
                let change = try #require(run.lines.first { $0.hasPrefix("change ") }?.split(separator: " ").last)
                session.put("undo \(change)", for: "undo CHANGE")
            }
        }
        let transferred = try session.run("purser customers show bert")
        #expect(
            transferred.lines.contains { $0.split(separator: " ").prefix(2) == ["Production", "1"] },
            "\(transferred.output)"
        )
    }
}
