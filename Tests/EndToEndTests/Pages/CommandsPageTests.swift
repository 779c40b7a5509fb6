import AppStore
import Foundation
import Testing

/// The page of commands: its examples, one after another, in one shop.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: PageSession.arePresent, "curl or jq is not there: run scripts/setup --tests")
)
struct CommandsPageTests {
    /// The commands that do not end with 0 in the shop of the session.
    private static let statuses: [(command: String, status: Int32)] = [
        // The store sells in Production only, so there is nothing to retire.
        ("purser customers retire ", 3),
        // The shop sells no seats, so there is no such subscription and no such seat.
        ("purser seats ", 1),
    ]

    @Test("Every example of the page of commands does what it says")
    func examples() throws {
        let page = try Page("docs/reference/commands.md")
        let program = try CommandTree.program()
        let session = try PageSession()
        try session.openShop()
        try self.prepare(session)
        // The first block lists the commands.
        let steps = page.blocks.dropFirst().flatMap(\.steps)
        #expect(steps.count >= 29)
        for step in steps {
            let run = try session.run(program.agreeing(to: step.command))
            let status = Self.statuses.first { step.command.hasPrefix($0.command) }?.status ?? 0
            #expect(run.status == status, "\(step.command)\n\(run.output)\(run.complaints)")
            let last = run.lines.first { $0.hasPrefix("change ") || $0.hasPrefix("id ") }?.split(separator: " ").last
            guard let last else { continue }
            if step.command.hasPrefix("purser customers transfer ") {
                session.put(String(last), for: "5f0c8a1be2d349775f0c8a1be2d34977")
            } else if step.command.hasPrefix("purser grants create ") {
                session.put(String(last), for: "grant_5f0c2a9d1e7b3c4d11223344")
            }
        }
    }

    @Test("The first lines of a store and a server are as the page of commands shows them")
    func firstLines() throws {
        let blocks = try Page("docs/reference/commands.md").blocks.filter { $0.lines.first?.hasPrefix("{") == true }
        try #require(blocks.count == 2)
        let session = try PageSession()
        try session.openShop()
        for (block, line) in zip(blocks, [session.store?.readyLine, session.server?.readyLine]) {
            let printed = session.shown(line ?? "")
            #expect(ShownOutput.agrees(block.lines.joined(separator: "\n"), with: printed), "\(printed)")
        }
    }

    /// Makes the objects of the examples: purchases, an order, a customer without a name, files.
    private func prepare(_ session: PageSession) throws {
        let subscription = try session.buy("pro.monthly", for: "bert").text("transactionId")
        let gems = try session.buy("gems.600", for: "user-42")
        session.put("extend \(subscription)", for: "extend ORIGINAL")
        session.put("set-token \(subscription)", for: "set-token ORIGINAL")
        session.put("finish \(gems.text("transactionId"))", for: "finish ID")
        session.put("download \(gems.text("transactionId"))", for: "download ID")
        session.put(try session.rescindConsent(of: "bert"), for: "704897469903179")
        session.put(gems.text("orderId"), for: "MMTVJ1W3L4")
        session.put(subscription, for: "230000000000042")
        // Entitlements and coins that end have to end in the future.
        session.put("2099-12-31T00:00:00Z", for: "2026-12-31T00:00:00Z")
        let order = try session.call("POST", "/v1/orders", #"{"customer":"anna","product":"gems.600"}"#)
        session.put(order.text("id"), for: "order_5f0c2a9d1e7b3c4d11223344")
        let key = try session.run("purser keys create publishable --app shop --name phones --json")
        let secret = try JSONValue(json: Array(key.output.utf8)).text("key")
        let nameless = try session.run(
            "curl -s -X POST -H 'Authorization: Bearer \(secret)' http://127.0.0.1:8080/v1/customers/anonymous"
        )
        session.put(try JSONValue(json: Array(nameless.output.utf8)).text("customer"), for: "anonymous:5f0c8a1b")
        let yearly = try session.act(#"{"action":"buy","customer":"eve","product":"pro.yearly"}"#)
        guard case .array(let bought)? = yearly["transactions"] else { throw PageSession.Ended() }
        let row = "\(bought.first?.text("originalTransactionId") ?? ""),eve"
        _ = try session.folder.write("purchases.csv", Array("originalTransactionId,owner\n\(row)\n".utf8))
        let policy = try session.run("purser policy preset decline-first > shop/guards.yaml")
        #expect(policy.status == 0)
    }
}
