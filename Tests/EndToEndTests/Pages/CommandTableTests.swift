import AppStoreSimulator
import Foundation
import Testing

/// The tables of the page of commands: their commands, one after another, in one shop.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: PageSession.arePresent, "curl or jq is not there: run scripts/setup --tests")
)
struct CommandTableTests {
    /// A command of a table, and how it is typed.
    struct Row {
        /// The command in the table.
        let shown: String
        /// The values of its placeholders in capitals.
        ///
        /// Optional ones without a value are left out.
        var words: [String: String] = [:]
        /// The arguments that are appended.
        var more = ""
        /// How it may end.
        var statuses: Set<Int32> = [0]

        /// The command as it is typed.
        var typed: String {
            let words = self.shown.split(separator: " ").map(String.init)
            let kept = words.compactMap { self.words[$0] ?? ($0.hasPrefix("[") ? nil : $0) }
            return (kept + [self.more]).joined(separator: " ").trimmingCharacters(in: .whitespaces)
        }
    }

    private static let catalog = [
        Row(shown: "purser catalog check FILE", words: ["FILE": "shop/catalog.yaml"]),
        // It would change something.
        Row(shown: "purser catalog diff FILE", words: ["FILE": "more.yaml"], statuses: [1]),
        Row(shown: "purser catalog apply FILE", words: ["FILE": "more.yaml"], more: "--reason more"),
        Row(shown: "purser catalog show"),
        Row(shown: "purser catalog versions"),
        Row(
            shown: "purser catalog import FILE.storekit",
            words: ["FILE.storekit": "Shop.storekit"],
            more: "-o made.yaml"
        ),
        Row(
            shown: "purser prices nearest CURRENCY AMOUNT",
            words: ["CURRENCY": "CNY", "AMOUNT": "6.66"],
            more: "--file points.csv --coins-per CNY=66"
        ),
        Row(shown: "purser prices tiers [LEVEL]", words: ["[LEVEL]": "1"], more: "--file tiers.csv"),
        // Apple keeps the reports of a day for a year.
        Row(shown: "purser reports fetch", more: "--kind SALES --day 2026-03-01", statuses: [0, 1]),
        Row(shown: "purser reports schedule"),
        Row(shown: "purser reports commissions"),
        Row(shown: "purser reports import FILE...", words: ["FILE...": "$report"]),
        Row(shown: "purser reports list"),
        Row(shown: "purser reports show NUMBER", words: ["NUMBER": "1"]),
        Row(shown: "purser reports download NUMBER", words: ["NUMBER": "1"], more: "--output kept.txt"),
        // What the report has was not bought here; what the store reports of the day depends on its clock.
        Row(shown: "purser reconcile", more: "--day 2026-03-01", statuses: [0, 1, 69]),
        Row(
            shown: "purser reconcile --day DAY --accept --reason TEXT",
            words: ["DAY": "2026-03-01", "TEXT": "known"],
            statuses: [0, 69]
        ),
        Row(shown: "purser reconcile --day DAY --withdraw", words: ["DAY": "2026-03-01"], statuses: [0, 3]),
        Row(shown: "purser reports proceeds --month MONTH", words: ["MONTH": "2026-03"]),
        Row(shown: "purser reports close --month MONTH", words: ["MONTH": "2026-03"]),
        Row(
            shown: "purser reports export --form FORM --month MONTH",
            words: ["FORM": "journal", "MONTH": "2026-03"],
            more: "--output journal.csv"
        ),
        Row(shown: "purser policy check FILE", words: ["FILE": "guards.yaml"]),
        Row(shown: "purser policy publish FILE", words: ["FILE": "guards.yaml"]),
        Row(shown: "purser policy publish FILE", words: ["FILE": "guards.yaml"], more: "--try-on 20"),
        Row(shown: "purser policy show [VERSION]", words: ["[VERSION]": "1"]),
        Row(shown: "purser policy end-trial VERSION", words: ["VERSION": "2"]),
        Row(shown: "purser policy preset [NAME]"),
        Row(shown: "purser policy preset [NAME]", words: ["[NAME]": "facts-only"]),
    ]

    private static let administration = [
        Row(shown: "purser sync"),
        Row(shown: "purser db backup FILE", words: ["FILE": "copy.db"]),
        Row(shown: "purser db check [FILE]", words: ["[FILE]": "copy.db"]),
        Row(shown: "purser db check [FILE]"),
        Row(shown: "purser db figures"),
        Row(shown: "purser evidence verify"),
        Row(shown: "purser audit list"),
        Row(shown: "purser keys create KIND", words: ["KIND": "secret"], more: "--name backend --scope read"),
        Row(shown: "purser keys list"),
        Row(shown: "purser keys revoke ID", words: ["ID": "$(purser keys list --json | jq -r .id)"]),
        Row(shown: "purser operators invite NAME --role ROLE", words: ["NAME": "ada", "ROLE": "support"]),
        Row(shown: "purser operators list"),
        Row(shown: "purser operators role NAME ROLE", words: ["NAME": "ada", "ROLE": "finance"]),
        Row(shown: "purser operators end-sessions NAME", words: ["NAME": "ada"]),
        Row(shown: "purser operators remove NAME", words: ["NAME": "ada"]),
    ]

    private static let supportCommands = [
        Row(shown: "purser fulfillments list"),
        Row(shown: "purser fulfillments show ID", words: ["ID": "$box"]),
        Row(shown: "purser fulfillments suspend ID", words: ["ID": "$box"]),
        Row(shown: "purser fulfillments retry ID", words: ["ID": "$box"]),
        // It is not older than the fulfillments here.
        Row(shown: "purser fulfillments release ID", words: ["ID": "$box"], statuses: [1]),
        Row(shown: "purser fulfillments confirm ID", words: ["ID": "$box"]),
        Row(shown: "purser prices list"),
        Row(shown: "purser prices history PRODUCT", words: ["PRODUCT": "gems.600"]),
        // The catalog has a product by now that the store does not have.
        Row(shown: "purser prices fetch", statuses: [0, 1]),
        Row(shown: "purser prices import FILE", words: ["FILE": "points.csv"]),
        Row(shown: "purser prices mismatches"),
        Row(shown: "purser risk list"),
        Row(shown: "purser refunds list"),
        Row(shown: "purser refunds reported"),
        Row(shown: "purser refunds show ID", words: ["ID": "$refund"]),
        // No answer may be sent without the consent of the customer.
        Row(shown: "purser refunds answer ID ANSWER", words: ["ID": "$refund", "ANSWER": "DECLINE"], statuses: [1]),
        Row(shown: "purser refunds dry-run FILE", words: ["FILE": "guards.yaml"]),
        Row(shown: "purser refunds export", more: "--output requests.jsonl"),
        Row(shown: "purser refunds report"),
        Row(
            shown: "purser refunds override CUSTOMER ANSWER",
            words: ["CUSTOMER": "dora", "ANSWER": "DECLINE"],
            more: "--reason again"
        ),
        Row(shown: "purser orders list"),
        Row(shown: "purser orders show ORDER", words: ["ORDER": "$order"]),
        Row(shown: "purser orders note ORDER TEXT", words: ["ORDER": "$order", "TEXT": "'they called'"]),
        Row(shown: "purser orders cancel ORDER", words: ["ORDER": "$order"]),
        Row(shown: "purser customers block CUSTOMER", words: ["CUSTOMER": "anna"], more: "--reason odd"),
        Row(shown: "purser customers unblock CUSTOMER", words: ["CUSTOMER": "anna"], more: "--reason settled"),
    ]

    // Nothing is wrong with the shop, and no channel is configured.
    private static let alarms = [
        Row(shown: "purser alarms list"),
        Row(shown: "purser alarms show NUMBER", words: ["NUMBER": "1"], statuses: [0, 1]),
        Row(
            shown: "purser alarms silence NAME --for TIME --reason TEXT",
            words: ["NAME": "link_down", "TIME": "2h", "TEXT": "moving"]
        ),
        Row(shown: "purser alarms silences"),
        Row(
            shown: "purser alarms end-silence NUMBER",
            words: ["NUMBER": "$(purser alarms silences --json | jq -r .number)"]
        ),
        Row(shown: "purser alarms secret"),
        Row(shown: "purser alarms test [CHANNEL]", statuses: [78]),
    ]

    // No server listens at the address, so what is sent there does not arrive.
    private static let webhooks = [
        Row(shown: "purser webhooks create URL", words: ["URL": "http://127.0.0.1:9/purchases"]),
        Row(shown: "purser webhooks list"),
        Row(
            shown: "purser webhooks test ID",
            words: ["ID": "$(purser webhooks list --json | jq -r .id)"],
            statuses: [1]
        ),
        Row(shown: "purser events tail", more: "--once --cursor beginning"),
        Row(shown: "purser webhooks deliveries ID", words: ["ID": "$endpoint"]),
        // Whether anything waits there depends on when it was tried last.
        Row(shown: "purser webhooks retry ID", words: ["ID": "$endpoint"], statuses: [0, 3]),
        Row(
            shown: "purser webhooks replay ID --from MOMENT",
            words: ["ID": "$endpoint", "MOMENT": "2026-01-01"]
        ),
        // Whether an event is waiting just then depends on when it was tried last.
        Row(
            shown: "purser webhooks skip ID EVENT --reason TEXT",
            words: ["ID": "$endpoint", "EVENT": "$event", "TEXT": "broken"],
            statuses: [0, 1]
        ),
        Row(
            shown: "purser events resend EVENT --to ID",
            words: ["EVENT": "$event", "ID": "$endpoint"],
            statuses: [0, 1]
        ),
        Row(shown: "purser webhooks pause ID", words: ["ID": "$endpoint"]),
        Row(shown: "purser webhooks rotate ID", words: ["ID": "$endpoint"]),
        Row(shown: "purser webhooks delete ID", words: ["ID": "$endpoint"]),
    ]

    // Those that have tests of their own, because they need a PostgreSQL server or do not end.
    private static let elsewhere: Set = ["purser migrate --to ADDRESS", "purser listen --forward-to URL"]

    // The server is stopped before.
    private static let stopped = [
        Row(shown: "purser migrate"),
        Row(shown: "purser db restore FILE", words: ["FILE": "copy.db"]),
    ]

    @Test("Every command of a table of the page of commands does its work")
    func tables() throws {
        let page = try Page("docs/reference/commands.md")
        let program = try CommandTree.program()
        let session = try PageSession()
        try self.prepare(session)
        try self.run(
            Self.catalog + Self.administration + Self.supportCommands + Self.alarms,
            of: page,
            program,
            session
        )
        try self.run(Array(Self.webhooks.prefix(2)), of: page, program, session)
        try session.run("endpoint=$(purser webhooks list --json | jq -r .id)")
        try session.run("event=$(purser events tail --once --cursor beginning | tail -n 1 | grep -o '[^ ]*$')")
        try self.run(Array(Self.webhooks.dropFirst(2)), of: page, program, session)
        let forward = ["--forward-to", "http://127.0.0.1:9/purchases", "--config", "shop/purser.yaml"]
        _ = try RunningListener(forward, in: session.folder)
        #expect(session.stopServer() == 0)
        try self.run(Self.stopped, of: page, program, session)
    }

    @Test("No command of a table is left untyped")
    func all() throws {
        let rows = try Page("docs/reference/commands.md").rows.compactMap { Page.spans(in: $0.text).first }
        let all = Self.catalog + Self.administration + Self.supportCommands + Self.alarms + Self.webhooks + Self.stopped
        let typed = all.map(\.shown)
        for row in rows where row.hasPrefix("purser ") && !Self.elsewhere.contains(row) {
            #expect(typed.contains(row), "Say above how \(row) is typed")
        }
    }

    private func run(_ rows: [Row], of page: Page, _ program: CommandTree, _ session: PageSession) throws {
        let shown = Set(page.rows.compactMap { Page.spans(in: $0.text).first })
        for row in rows {
            #expect(shown.contains(row.shown), "\(row.shown) is no row of the page any more")
            let run = try session.run(program.agreeing(to: row.typed))
            #expect(row.statuses.contains(run.status), "\(row.typed)\n\(run.output)\(run.complaints)")
        }
    }

    /// A shop that sells boxes too, with a fulfillment, a refund request and an order, and with the files that are
    /// read.
    private func prepare(_ session: PageSession) throws {
        #expect(try session.run("purser init shop").status == 0)
        try session.folder.change("shop/catalog.yaml") { text in
            text.replacing("  pass.30days:", with: "  box: { kind: consumable, price: USD 0.99 }\n  pass.30days:")
        }
        try session.folder.change("shop/purser.yaml") { $0 + "\nwebhooks: { allow: 127.0.0.1 }\n" }
        try session.startBothSides()
        let box = try session.buy("box", for: "anna").text("transactionId")
        let gems = try session.buy("gems.600", for: "dora").text("transactionId")
        try session.act(#"{"action":"requestRefund","transaction":"\#(gems)"}"#)
        let order = try session.call("POST", "/v1/orders", #"{"customer":"anna","product":"gems.600"}"#).text("id")
        try session.run("box=ful_Production_\(box); refund=rfd_Production_\(gems); order=\(order)")
        let files = try session.run(
            "purser policy preset decline-first > guards.yaml; "
                + "sed 's/^  box:/  crate: { kind: consumable, price: USD 1.99 }\\n&/' shop/catalog.yaml > more.yaml"
        )
        #expect(files.status == 0)
        let storeKit = #"{"products": [{"productID": "a", "type": "NonConsumable", "displayPrice": "1.99"}]}"#
        _ = try session.folder.write("Shop.storekit", Array(storeKit.utf8))
        let points = "territory,currency,customerPrice\nCHN,CNY,6.00\nCHN,CNY,8.00\n"
        _ = try session.folder.write("points.csv", Array(points.utf8))
        let columns = [
            "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
            "Customer Currency", "Country Code", "Currency of Proceeds", "Customer Price",
        ]
        let row = ["gems.600", "IA1", "1.00", "0.70", "03/01/2026", "03/01/2026", "USD", "US", "USD", "0.99"]
        let report = [columns, row].map { $0.joined(separator: "\t") + "\n" }.joined()
        let name = "S_D_\(ReportAccount(seed: 1).vendorNumber)_20260301.txt"
        _ = try session.folder.write(name, Array(report.utf8))
        try session.run("report=\(name)")
        _ = try session.folder.write("tiers.csv", Array("kind,level,CNY,USD\none-off,1,6,0.99\n".utf8))
    }
}
