import AppStore
import Foundation
import PurserTesting
import Testing

/// `purser customers` through the running server and without one.
@Suite(.serialized, .onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct CustomerCommandTests {
    private static let id = "2000000000088101"

    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private func customers(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(["customers"] + arguments)
    }

    /// Buys something for anna, and returns the server if it is to go on running.
    private func buy(isServed: Bool) async throws -> RunningServer? {
        let server = try RunningServer(in: self.shop.folder)
        var payload = SamplePayloads.consumable(id: Self.id)
        payload.productId = "gems.600"
        let signed = String(decoding: try self.shop.authority.sign(payload).bytes, as: UTF8.self)
        let bought = #"{"customer":"anna","signedTransaction":"\#(signed)"}"#
        #expect(try await server.calls.send("/v1/purchases", body: Array(bought.utf8)).status == 200)
        if isServed { return server }
        #expect(server.end(SIGTERM) == 0)
        return nil
    }

    @Test("A purchase is found, moved after a question, listed, and its new customer erased", arguments: [true, false])
    func life(isServed: Bool) async throws {
        let server = try await self.buy(isServed: isServed)
        let found = try self.customers("lookup", Self.id)
        #expect(found.status == 0 && found.lines.count == 2 && found.output.contains(" anna "), "\(found.output)")
        let match = try JSONValue(json: Array(try self.customers("lookup", Self.id, "--json").output.utf8))
        #expect(match["type"] == .string("transaction") && match["customer"] == .string("anna"), "\(match)")
        let shown = try self.customers("show", "anna")
        #expect(shown.status == 0 && shown.output.contains("firstSeen"), "\(shown.output)\(shown.complaints)")
        let profile = try JSONValue(json: Array(try self.customers("show", "anna", "--json").output.utf8))
        #expect(profile["customer"] == .string("anna") && profile["firstSeenAt"] != nil, "\(profile)")

        let asked = try self.customers("transfer", Self.id, "--to", "ben")
        #expect(asked.status == 77 && asked.complaints.contains("--yes"), "\(asked.complaints)")
        #expect(asked.output.contains("customerSeenBefore") && !asked.output.contains("CHANGE"), "\(asked.output)")
        let unseen = try self.customers("transfer", Self.id, "--to", "ben", "--json")
        #expect(unseen.status == 77 && unseen.output.isEmpty && unseen.complaints.contains("ben"), "\(unseen.output)")
        let transferred = try self.customers("transfer", Self.id, "--to", "ben", "--reason", "a gift", "--yes")
        #expect(
            transferred.status == 0 && transferred.output.contains("transfer  anna  ben"),
            "\(transferred.output)\(transferred.complaints)"
        )
        #expect(transferred.output.contains("CHANGE"), "\(transferred.output)")
        let again = try self.customers("transfer", Self.id, "--to", "ben", "--yes")
        #expect(again.status == 3 && again.complaints.contains("(ownership_unchanged)"), "\(again.complaints)")

        let transfers = try self.customers("transfers", "ben")
        #expect(transfers.lines.count == 2 && transfers.lines.first?.hasPrefix("AT ") == true, "\(transfers.output)")
        let actions = try self.customers("timeline", "ben", "--type", "action")
        #expect(
            actions.output.contains("transaction.transfer") && actions.output.contains("a gift"),
            "\(actions.output)"
        )
        let first = try self.customers("timeline", "ben", "--limit", "1")
        #expect(first.lines.count == 2 && first.complaints.contains("--cursor "), "\(first.complaints)")

        let merged = try self.customers("merge", "ben", "--into", "carl", "--yes", "--json")
        let merge = try JSONValue(json: Array(merged.output.utf8))
        guard case .string(let change)? = merge["change"] else { return #expect(Bool(false), "\(merged.complaints)") }
        #expect(merge["dryRun"] == .bool(false) && merge["newCustomer"] == .bool(true), "\(merge)")
        #expect(try self.customers("undo", change, "--yes").status == 0)
        let none = try self.customers("sign-out", "ben", "--yes")
        #expect(none.status == 3 && none.complaints.contains("(customer_without_sessions)"), "\(none.complaints)")
        let erased = try self.customers("erase", "ben", "--reason", "asked by mail", "--yes")
        #expect(erased.status == 0 && erased.output.contains("purchasesKept"), "\(erased.output)\(erased.complaints)")
        let log = try self.shop.run(["audit", "list"])
        for action in [
            "transaction.transfer", "customer.merge", "ownership.undo", "customer.revoke_sessions", "customer.erase",
        ] {
            #expect(log.output.contains(action), "\(action) is missing in \(log.output)")
        }
        #expect(log.output.contains("asked by mail"), "\(log.output)")
        if let server { #expect(server.end(SIGTERM) == 0) }
    }

    @Test(
        "An unknown object gives exit status 1 and an invalid argument 64, before any prompt",
        arguments: [
            (["transfer", "77", "--to", "ben"], 1, "transaction_unknown"), (["show", "nobody"], 1, "customer_unknown"),
            (["undo", "77"], 1, "ownership_change_unknown"), (["undo", ""], 64, "purser customers transfers"),
            (["erase", "nobody"], 1, "customer_unknown"), (["timeline", "nobody"], 1, "customer_unknown"),
            (["merge", "anna", "--into", "anna"], 1, "customer_merged_into_itself"),
            (["merge", "anna", "--into", ""], 64, "1 to 255 bytes"),
            (["transfers", "anna", "--limit", "1000"], 64, "--limit"),
            (["resolve-rescission", "7001", "--reason", "x", "--yes"], 1, "rescission_unknown"),
        ] as [([String], Int32, String)]
    )
    func refused(arguments: [String], status: Int32, part: String) throws {
        #expect(try self.shop.run(["migrate"]).status == 0)
        let run = try self.shop.run(["customers"] + arguments)
        #expect(run.status == status && run.complaints.contains(part), "\(run.status): \(run.complaints)")
        #expect(!run.complaints.contains("--yes") || status == 64, "\(run.complaints)")
    }
}
