import AppStore
import Foundation
import PurserTesting
import Testing

/// Every command that lists something, by the real binary: headings, the sentence for an empty list, and JSON objects.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ListingCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
        try self.shop.allowReceiversHere()
    }

    /// The commands that list nothing on a fresh installation.
    private static let empty = [
        ["audit", "list", "--cursor", "1000"], ["keys", "list"], ["orders", "list"],
        ["orders", "list", "--queue", "paid_without_order"], ["orders", "list", "--customer", "anna"],
        ["grants", "list", "anna"], ["wallets", "statement", "anna", "gems"], ["fulfillments", "list"],
        ["refunds", "list"], ["refunds", "list", "--state", "held"], ["refunds", "reported"], ["risk", "list"],
        ["webhooks", "list"], ["policy", "show"], ["import", "--list"], ["customers", "lookup", "nobody"],
        ["customers", "held-evidence", "anna"], ["customers", "rescissions"],
        ["subscriptions", "extensions"], ["reports", "list"], ["alarms", "list"], ["alarms", "silences"],
    ]

    /// The commands that list something in a used shop.
    private static let full = [
        ["audit", "list"], ["keys", "list"], ["catalog", "versions"], ["orders", "list"],
        ["orders", "list", "--customer", "anna"], ["grants", "list", "anna"], ["wallets", "list", "anna"],
        ["wallets", "statement", "anna", "gems"], ["webhooks", "list"], ["customers", "timeline", "anna"],
        ["customers", "lookup", "anna"], ["policy", "show"], ["prices", "list", "--storefront", "USA"],
        ["operators", "list"],
    ]

    /// The commands that list something without any shop.
    private static let builtIn = [["policy", "preset"], ["simulate", "scenario", "list"]]

    /// The lists that belong to one object, which they show above their rows: seats are listed in `SeatStoryTests`.
    private static let ofOneObject = [["seats", "list"]]

    /// All commands that list something.
    private static let lists = Self.empty + Self.full + Self.builtIn + Self.ofOneObject

    /// Commands that write a file, run until they are stopped, or write JSON anyway.
    private static let withoutFlag: Set<String> = [
        "alarms secret", "catalog import", "demo", "init", "listen", "refunds export", "reports download",
        "reports export", "serve", "simulate scenario run", "simulate scenario show", "simulate serve", "verify",
    ]

    /// Rows below their heading, and as many JSON objects whose members have names of their own.
    private static func check(_ people: Binary.Run, _ programs: Binary.Run, _ command: [String]) throws {
        #expect(people.status == 0 && programs.status == 0, "\(command): \(people.complaints)\(programs.complaints)")
        let heading = try #require(people.lines.first, "\(command): \(people.complaints)")
        #expect(heading == heading.uppercased() && people.lines.count > 1, "\(command): \(people.output)")
        #expect(programs.lines.count == people.lines.count - 1, "\(command): \(programs.output)")
        for line in programs.lines {
            guard case .object(let members) = try JSONValue(json: Array(line.utf8)) else {
                Issue.record("\(command): \(line)")
                continue
            }
            let areNames = members.allSatisfy { $0.key.allSatisfy { $0.isASCII && $0.isLetter } }
            #expect(members.count > 1 && areNames, "\(command): \(line)")
        }
    }

    @Test("An empty list says in a sentence what it is a list of and what to do next, and is no JSON at all")
    func nothing() throws {
        let server = try RunningServer(in: self.shop.folder)
        for command in Self.empty {
            let people = try self.shop.run(command)
            #expect(people.status == 0 && people.output.isEmpty, "\(command): \(people.output)\(people.complaints)")
            let sentences = people.complaints.split(separator: "\n")
            #expect(sentences.count == 1 && people.complaints.contains("purser "), "\(command): \(people.complaints)")
            let programs = try self.shop.run(command + ["--json"])
            #expect(programs.status == 0 && programs.output.isEmpty, "\(command): \(programs.output)")
            #expect(programs.complaints.isEmpty, "\(command): \(programs.complaints)")
        }
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Every list has headings, and its JSON is an object a line with named fields")
    func rows() async throws {
        for command in Self.builtIn {
            let programs = try Binary.run(command + ["--json"], in: self.shop.folder)
            try Self.check(try Binary.run(command, in: self.shop.folder), programs, command)
        }
        let server = try RunningServer(in: self.shop.folder)
        var payload = SamplePayloads.consumable(id: "2000000000088001")
        payload.productId = "gems.600"
        let signed = String(decoding: try self.shop.authority.sign(payload).bytes, as: UTF8.self)
        let bought = #"{"customer":"anna","signedTransaction":"\#(signed)"}"#
        #expect(try await server.calls.send("/v1/purchases", body: Array(bought.utf8)).status == 200)
        let ordered = #"{"customer":"anna","product":"gems.600"}"#
        #expect(try await server.calls.send("/v1/orders", body: Array(ordered.utf8)).status == 201)
        _ = try self.shop.folder.write("refunds.yaml", Array("policy: refunds\notherwise: none\n".utf8))
        for action in [
            ["keys", "create", "secret", "--scope", "read", "--name", "backend"],
            ["grants", "create", "anna", "pro", "--until", "90d", "--reason", "sorry", "--yes"],
            ["wallets", "grant", "anna", "gems", "600", "--reason", "sorry", "--yes"],
            ["webhooks", "create", "http://127.0.0.1:9/in"], ["policy", "publish", "refunds.yaml", "--yes"],
        ] {
            let done = try self.shop.run(action + ["--json"])
            #expect(done.status == 0 && done.lines.count == 1, "\(action): \(done.output)\(done.complaints)")
            guard case .object = try JSONValue(json: Array(done.output.utf8)) else {
                Issue.record("\(action): \(done.output)")
                continue
            }
        }
        for command in Self.full {
            try Self.check(try self.shop.run(command), try self.shop.run(command + ["--json"]), command)
        }
        let wallet = try JSONValue(
            json: Array(try self.shop.run(["wallets", "show", "anna", "gems", "--json"]).output.utf8)
        )
        guard case .array(let lots)? = wallet["lots"] else { return #expect(Bool(false), "\(wallet)") }
        #expect(lots.map { $0["left"] } == [.number("600")] && lots.first?["held"] == .bool(false), "\(wallet)")
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Every command that lists or does something takes --json, and every list is tried here")
    func flags() throws {
        let program = try CommandTree.program()
        #expect(program.leaves.count > 50)
        for leaf in program.leaves {
            let name = leaf.joined(separator: " ")
            if leaf.last == "list" {
                #expect(Self.lists.contains { $0.starts(with: leaf) }, "\(name)")
            }
            let takesFlag = program.command(leaf).command.options.contains("json")
            #expect(takesFlag || Self.withoutFlag.contains(name), "\(name)")
        }
    }

    @Test(
        "An unreadable file gives exit status 69 in every command",
        arguments: [
            ["catalog", "check", "none.yaml"], ["catalog", "import", "none.storekit"],
            ["policy", "check", "none.yaml"],
            ["catalog", "diff", "none.yaml"], ["catalog", "apply", "none.yaml"], ["refunds", "dry-run", "none.yaml"],
            ["policy", "publish", "none.yaml"], ["db", "check", "none.db"], ["simulate", "--catalog", "none.yaml"],
            ["simulate", "scenario", "run", "--file", "none.json"],
            ["verify", "none", "--bundle-id", "com.example.shop", "--environment", "Sandbox"],
        ]
    )
    func missing(arguments: [String]) throws {
        let run = try Binary.run(arguments, in: self.shop.folder)
        #expect(run.status == 69, "\(run.status): \(run.complaints)\(run.output)")
        #expect((run.complaints + run.output).contains("none"), "\(run.complaints)")
    }

    @Test("A policy with mistakes is 65 for every command but the one that looks for them")
    func mistaken() throws {
        _ = try self.shop.folder.write("mistaken.yaml", Array("policy: refunds\notherwise: PERHAPS\n".utf8))
        for (command, status) in [
            (["policy", "check"], 1), (["policy", "publish"], 65), (["refunds", "dry-run"], 65),
        ] {
            let run = try Binary.run(command + ["mistaken.yaml"], in: self.shop.folder)
            #expect(run.status == Int32(status), "\(command): \(run.complaints)")
        }
    }

    @Test("An invalid id is refused before any request")
    func ids() throws {
        for command in [
            ["subscriptions", "extend", "12x", "--days", "3"], ["transactions", "finish", "order_1"],
            ["transactions", "download", ""], ["customers", "transfer", "12x", "--to", "anna"],
            ["transactions", "set-token", "x", "7e3fb20b-4cdb-47cc-936d-99d65f608138"],
        ] {
            let run = try self.shop.run(command)
            #expect(run.status == 64 && run.complaints.contains("is not a transaction id"), "\(run.complaints)")
        }
        #expect(try self.shop.run(["migrate"]).status == 0)
        for command in [
            ["grants", "revoke", "anna", "grant_0", "--reason", "x"], ["orders", "cancel", "order_0"],
        ] {
            let run = try self.shop.run(command)
            #expect(run.status == 1 && !run.complaints.contains("--yes"), "\(command): \(run.complaints)")
        }
        let unasked = try self.shop.run(["grants", "create", "anna", "pro", "--reason", "x", "--json"])
        #expect(unasked.status == 77 && unasked.output.isEmpty, "What would be done is for people: \(unasked.output)")
        #expect(unasked.complaints.contains("pro") && unasked.complaints.contains("--yes"), "\(unasked.complaints)")
        let server = try RunningServer(in: self.shop.folder)
        for command in [
            ["refunds", "answer", "rfd_Production_1", "DECLINE"], ["fulfillments", "confirm", "ful_Production_1"],
            ["fulfillments", "release", "ful_Production_1"], ["policy", "end-trial", "7"],
            ["webhooks", "skip", "we_none", "cus_ada_7", "--reason", "x"],
        ] {
            let run = try self.shop.run(command)
            #expect(run.status == 1 && !run.complaints.contains("--yes"), "\(command): \(run.complaints)")
        }
        #expect(server.end(SIGTERM) == 0)
    }

    @Test(
        "A question at a terminal is answered with y or yes, and anything else changes nothing",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"),
            "script of util-linux is not there"
        ),
        arguments: [("y", 0), ("YES", 0), ("n", 77), ("yess", 77), ("", 77)] as [(String, Int32)]
    )
    func question(answer: String, status: Int32) throws {
        #expect(try self.shop.run(["migrate"]).status == 0)
        let terminal = #"printf '\#(answer)\n' | /usr/bin/script -qec "$0 $*" /dev/null"#
        let run = try Binary.run(
            ["grants", "create", "anna", "pro", "--reason", "sorry", "--config", "shop/purser.yaml"],
            in: self.shop.folder,
            through: ["/bin/sh", "-c", terminal]
        )
        #expect(run.status == status && run.output.contains("Grant it? [y/N]"), "\(run.output)\(run.complaints)")
        let given = try self.shop.run(["grants", "list", "anna", "--json"])
        #expect(given.lines.count == (status == 0 ? 1 : 0), "\(given.output)")
    }

    @Test("The program says its version")
    func version() throws {
        let run = try Binary.run(["--version"], in: self.shop.folder)
        let words = run.output.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ".")
        #expect(run.status == 0 && words.count == 3 && words.first.flatMap { Int($0) } != nil, "\(run.output)")
    }
}
