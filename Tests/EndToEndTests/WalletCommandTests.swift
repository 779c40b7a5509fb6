import AppStore
import Foundation
import Testing

/// `purser wallets` through the running server and on the file, and what no wallet takes.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct WalletCommandTests {
    private static let largest: Int64 = 9_007_199_254_740_991

    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
        #expect(try self.shop.run(["migrate"]).status == 0)
    }

    private func wallets(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(["wallets"] + arguments)
    }

    private static func field(_ name: String, _ run: Binary.Run) -> String? {
        run.lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").last.map(String.init)
    }

    /// Books something over HTTP: the status, and the code of a refusal.
    private func book(
        _ action: String,
        _ quantity: String,
        key: String,
        _ calls: ServerCalls
    ) async throws -> (status: Int, code: JSONValue?) {
        let answer = try await calls.send(
            "/v1/customers/anna/wallets/gems/\(action)",
            body: Array(#"{"quantity":\#(quantity),"reason":"a test"}"#.utf8),
            headers: [("idempotency-key", key)]
        )
        return (answer.status, try JSONValue(json: Array(answer.text.utf8))["code"])
    }

    @Test(
        "Coins are granted, spent and listed, through the server and without one, each key once",
        arguments: [true, false]
    )
    func support(isServed: Bool) throws {
        let server = isServed ? try RunningServer(in: self.shop.folder) : nil
        let empty = try self.wallets("list", "anna")
        #expect(empty.status == 0 && empty.lines.map { $0.split(separator: " ").first } == ["COIN", "gems"])
        #expect(empty.lines.last?.split(separator: " ").dropFirst() == ["0", "0", "0", "0"], "\(empty.output)")
        for status: Int32 in [0, 3] {
            let given = try self.wallets("grant", "anna", "gems", "50", "--key", "k1", "--reason", "sorry", "--yes")
            #expect(given.status == status && Self.field("balance", given) == "50", "\(given.complaints)")
        }
        let taken = try self.wallets("adjust", "anna", "gems", "--take", "20", "--reason", "too much", "--yes")
        #expect(taken.status == 0 && Self.field("balance", taken) == "30", "\(taken.complaints)")
        let shown = try self.wallets("show", "anna", "gems", "--json")
        #expect(shown.status == 0 && shown.output.contains(#""available":30"#), "\(shown.output)")
        let page = try self.wallets("statement", "anna", "gems", "--limit", "1")
        #expect(page.lines.count == 2 && page.lines[0].contains("REASON"), "\(page.output)")
        #expect(page.lines[1].hasSuffix("too much") && page.complaints.contains("More: --cursor 2"), "\(page.output)")
        let movements = try self.wallets("statement", "anna", "gems", "--json").lines
        #expect(movements.count == 2 && movements.allSatisfy { $0.contains(#""balance":"#) }, "\(movements)")
        let other = try self.wallets("show", "anna", "gems", "--environment", "Sandbox", "--json")
        #expect(other.output.contains(#""available":0"#), "Each environment has wallets of its own.")
        if let server { #expect(server.end(SIGTERM) == 0) }
    }

    @Test(
        "A refused wallet request gives an exit status and a sentence, and books nothing",
        arguments: [
            (["grant", "anna", "gems", "0", "--reason", "x", "--yes"], 64, "at least one coin"),
            (["grant", "anna", "gems", "--reason", "x", "--yes", "--", "-5"], 64, "at least one coin"),
            (["grant", "anna", "gems", "9223372036854775808", "--reason", "x", "--yes"], 64, "invalid"),
            (["grant", "anna", "gems", "9007199254740992", "--reason", "x", "--yes"], 64, "wallet_overflow"),
            (["grant", "anna", "gold", "1", "--reason", "x", "--yes"], 64, "unknown_coin"),
            (["grant", "anna", "gems", "1", "--yes"], 64, "--reason"),
            (["grant", "anna", "gems", "1", "--reason", "x", "--yes", "--expires", "soon"], 64, "--expires"),
            (
                ["grant", "anna", "gems", "1", "--reason", "x", "--yes", "--expires", "2001-01-01T00:00:00Z"], 64,
                "bad_expiry"
            ),
            (["grant", "", "gems", "1", "--reason", "x", "--yes"], 64, "customer"),
            (["adjust", "anna", "gems", "--take", "1", "--reason", "x", "--yes"], 1, "balance_insufficient"),
            (["adjust", "anna", "gems", "--take", "0", "--reason", "x", "--yes"], 64, "at least one coin"),
            (["adjust", "anna", "gems", "--add", "1", "--take", "1", "--reason", "x"], 64, "either"),
            (["adjust", "anna", "gems", "--reason", "x", "--yes"], 64, "either"),
            (["grant", "anna", "gems", "1", "--reason", "x"], 77, "--yes"),
            (["statement", "anna", "gems", "--limit", "501"], 64, "--limit"),
            (["grant", "anna", "gems", "1", "--reason", "x", "--yes", "--key", ""], 64, "--key"),
            (["grant", "anna", "gems", "1", "--reason", "x", "--yes", "--key", "a b"], 64, "--key"),
            (["adjust", "anna", "gems", "--add", "1", "--reason", "x", "--yes", "--key", "ä"], 64, "--key"),
            (["show", "anna", ""], 64, "coin"),
            (["show", "anna", "gold"], 64, "unknown_coin"),
        ] as [([String], Int32, String)]
    )
    func refused(arguments: [String], status: Int32, part: String) throws {
        let run = try self.shop.run(["wallets"] + Self.beforeTerminator(arguments))
        #expect(run.status == status, "\(run.complaints)\(run.output)")
        #expect((run.complaints + run.output).contains(part), "\(run.complaints)\(run.output)")
        let shown = try self.wallets("show", "anna", "gems", "--json")
        #expect(shown.output.contains(#""movements":0"#), "\(shown.output)")
    }

    /// The arguments with the shop's configuration where an option may stand.
    private static func beforeTerminator(_ arguments: [String]) -> [String] {
        guard let place = arguments.firstIndex(of: "--") else { return arguments }
        return arguments[..<place] + ["--config", "shop/purser.yaml"] + arguments[place...]
    }

    @Test(
        "A spend beyond the balance, of nothing, and beyond counting is refused over HTTP; a repeated one is booked once"
    )
    func spending() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let calls = server.calls
        #expect(try self.wallets("grant", "anna", "gems", "10", "--reason", "a gift", "--yes").status == 0)
        for (action, quantity, status, code) in [
            ("spend", "11", 409, "balance_insufficient"), ("spend", "0", 422, "quantity_not_positive"),
            ("spend", "-1", 422, "quantity_not_positive"), ("grant", "0", 422, "quantity_not_positive"),
            ("grant", "\(Self.largest)", 422, "wallet_overflow"), ("spend", "1.5", 422, "field_wrong_type"),
            ("spend", "9223372036854775808", 422, "field_wrong_type"), ("adjust", "-11", 409, "balance_insufficient"),
            ("adjust", "\(Int64.min)", 422, "wallet_overflow"), ("adjust", "0", 422, "quantity_not_positive"),
        ] {
            let answer = try await self.book(action, quantity, key: "bad-\(action)-\(quantity)", calls)
            #expect(answer.status == status && answer.code == .string(code), "\(action) \(quantity): \(answer)")
        }
        for _ in 0..<3 { #expect(try await self.book("spend", "7", key: "one", calls).status == 201) }
        let shown = try self.wallets("show", "anna", "gems", "--json")
        #expect(shown.output.contains(#""available":3"#) && shown.output.contains(#""movements":2"#), "\(shown.output)")
        let reused = try await self.book("spend", "1", key: "one", calls)
        #expect(reused.status == 409, "\(reused)")
        #expect(server.end(SIGTERM) == 0)
    }
}
