import AppStore
import Foundation
import PurserTesting
import Testing

/// `purser orders` through the running server and on the file, and orders that are not made.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct OrderCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
        let path = self.shop.folder.path + "/shop/catalog.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing(
            "  pass.30days:",
            with: """
                  old.gems: { kind: consumable, retired: true }
                  local.gems: { kind: consumable, storefronts: [CHN] }
                  pass.30days:
                """
        )
        try #require(text != changed)
        _ = try self.shop.folder.write(
            "shop/catalog.yaml",
            Array((changed + "\nfulfillment: { from: 2020-01-01T00:00:00Z }\n").utf8)
        )
        #expect(try self.shop.run(["migrate"]).status == 0)
    }

    private func orders(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(["orders"] + arguments)
    }

    private func create(_ json: String, _ calls: ServerCalls) async throws -> (status: Int, body: JSONValue) {
        let answer = try await calls.send("/v1/orders", body: Array(json.utf8))
        return (answer.status, try JSONValue(json: Array(answer.text.utf8)))
    }

    private static func text(_ value: JSONValue?) throws -> String {
        guard case .string(let text)? = value else { throw CocoaError(.coderValueNotFound) }
        return text
    }

    @Test("An order is listed, shown, noted and called off, through the server and without one")
    func life() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let made = try await self.create(
            #"{"customer":"anna","product":"gems.600","reference":"shop-1"}"#,
            server.calls
        )
        #expect(made.status == 201, "\(made.body)")
        let id = try Self.text(made.body["id"])
        let other = try Self.text(
            try await self.create(#"{"customer":"bert","product":"gems.600"}"#, server.calls).body["id"]
        )
        #expect(try self.orders("list").output.contains(id))
        #expect(try self.orders("list", "--customer", "bert").lines.map { $0.contains(other) } == [false, true])
        let rows = try self.orders("list", "--json").lines.map { try JSONValue(json: Array($0.utf8)) }
        #expect(rows.map { $0["id"] } == [.string(id), .string(other)], "\(rows)")
        #expect(try self.orders("list", "--queue", "paid_not_fulfilled").output.isEmpty)
        let noted = try self.orders("note", id, "They called.")
        #expect(noted.status == 0 && noted.output.contains("They called."), "\(noted.complaints)")
        #expect(server.end(SIGTERM) == 0)

        let shown = try self.orders("show", id, "--json")
        #expect(shown.status == 0 && shown.output.contains("shop-1"), "\(shown.output)")
        #expect(shown.output.contains(#""createdBy":"#) && shown.output.contains(#""environment":"#), "\(shown.output)")
        #expect(try self.orders("cancel", id).status == 77, "The prompt was not confirmed.")
        let canceled = try self.orders("cancel", id, "--reason", "a mistake", "--yes")
        #expect(canceled.status == 0 && canceled.output.contains("a mistake"), "\(canceled.complaints)")
        #expect(canceled.output.contains("canceledBy"), "\(canceled.output)")
        #expect(try self.orders("list").lines.count == 2, "Below its heading one is left.")
        let again = try self.orders("cancel", id, "--yes")
        #expect(again.status == 3 && again.complaints.contains("order_already_canceled"), "\(again.complaints)")
    }

    @Test("A second block reports that nothing was done, and the audit log has the outcome of each action")
    func noChange() throws {
        func customers(_ word: String) throws -> Binary.Run {
            try self.shop.run(["customers", word, "anna", "--reason", "sells refunds", "--yes"])
        }
        #expect(try customers("unblock").status == 3)
        #expect(try customers("block").status == 0)
        let again = try customers("block")
        #expect(again.status == 3 && again.output.contains("yes"), "\(again.output)")
        #expect(again.complaints.contains("Nothing was done: the customer is blocked already"), "\(again.complaints)")
        #expect(again.complaints.contains("customer_already_blocked"))
        #expect(try customers("unblock").status == 0)
        let log = try self.shop.run(["audit", "list"]).lines.filter { $0.contains("customer.") }
        let actions = [
            "nothing customer.unblock", "done customer.block", "nothing customer.block", "done customer.unblock",
        ]
        #expect(log.count == actions.count)
        let words = log.map { $0.split(separator: " ").joined(separator: " ") }
        for (line, action) in zip(words, actions) { #expect(line.contains(" \(action) "), "\(line)") }
    }

    @Test(
        "A payment is found by its token, fulfilled by a confirmation, and a confirmation that comes again changes nothing"
    )
    func paid() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let made = try await self.create(#"{"customer":"anna","product":"pass.30days"}"#, server.calls)
        let id = try Self.text(made.body["id"])
        #expect(try self.orders("show", id).output.contains("created"))
        let gems = try await self.create(
            #"{"customer":"anna","product":"local.gems","storefront":"CHN"}"#,
            server.calls
        )
        #expect(gems.status == 201, "\(gems.body)")
        let order = try Self.text(gems.body["id"])
        var payload = SamplePayloads.consumable(id: "2000000000077001")
        payload.productId = "local.gems"
        payload.appAccountToken = try Self.text(gems.body["appAccountToken"])
        let signed = String(decoding: try self.shop.authority.sign(payload).bytes, as: UTF8.self)
        let body = Array(#"{"customer":"anna","signedTransaction":"\#(signed)"}"#.utf8)
        #expect(try await server.calls.send("/v1/purchases", body: body).status == 200)
        #expect(try self.orders("list", "--queue", "paid_not_fulfilled").output.contains(order))
        let path = "/v1/fulfillments/ful_Production_2000000000077001/confirm"
        let first = try await server.calls.send(path, body: Array("{}".utf8))
        let second = try await server.calls.send(path, body: Array("{}".utf8))
        #expect(first.status == 200 && second.status == 200, "\(second.text)")
        #expect(
            try JSONValue(json: Array(first.text.utf8))["confirmedAt"]
                == (try JSONValue(json: Array(second.text.utf8))["confirmedAt"])
        )
        for said in [["--yes"], []] {
            let late = try self.shop.run(["orders", "cancel", order] + said)
            #expect(late.status == 1 && late.complaints.contains("order_paid"), "\(late.complaints)")
        }
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("An order that cannot be is refused with its code and field, and none is made")
    func refused() async throws {
        let server = try RunningServer(in: self.shop.folder)
        for (json, code, field) in [
            (#"{"customer":"anna","product":"old.gems"}"#, "product_retired", "product"),
            (#"{"customer":"anna","product":"local.gems","storefront":"USA"}"#, "product_not_sold_here", "storefront"),
            (#"{"customer":"anna","product":"nothing"}"#, "product_unknown", "product"),
            (#"{"customer":"anna","product":"gems.600","quantity":0}"#, "order_quantity_invalid", "quantity"),
            (#"{"customer":"anna","product":"gems.600","quantity":-1}"#, "order_quantity_invalid", "quantity"),
            (#"{"customer":"anna","product":"gems.600","quantity":11}"#, "order_quantity_invalid", "quantity"),
            (#"{"customer":"anna","product":"pro.monthly","quantity":2}"#, "order_quantity_invalid", "quantity"),
            (
                #"{"customer":"anna","product":"gems.600","quantity":9223372036854775807}"#, "order_quantity_invalid",
                "quantity"
            ),
            (
                #"{"customer":"anna","product":"gems.600","price":{"amountMilliunits":-1,"currency":"USD"}}"#,
                "order_price_invalid", "price"
            ),
            (
                #"{"customer":"anna","product":"gems.600","lifetimeSeconds":1}"#, "order_lifetime_invalid",
                "lifetimeSeconds"
            ),
        ] {
            let answer = try await self.create(json, server.calls)
            #expect(answer.status == 422, "\(json): \(answer.body)")
            #expect(answer.body["code"] == .string(code) && answer.body["field"] == .string(field), "\(answer.body)")
        }
        #expect(try self.orders("list").output.isEmpty)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test(
        "A failed command gives an exit status and a sentence",
        arguments: [
            (["show", "order_0"], 1, "order_unknown"), (["cancel", "order_0", "--yes"], 1, "order_unknown"),
            (["note", "order_0", "x"], 1, "order_unknown"), (["cancel", "order_0"], 1, "order_unknown"),
            (["list", "--queue", "all"], 64, "--queue"),
            (["show", ""], 64, "orders list"), (["list", "--limit", "0"], 64, "--limit"),
            (["list", "--customer", ""], 64, "customer id"),
            (["recover", "MMTVJ1W3L4"], 64, "--customer"),
            (["recover", "12", "--customer", "anna"], 64, "order number"),
            (["recover", "MMTVJ1W3L4", "--customer", "anna", "--yes"], 78, "appstore_not_configured"),
        ] as [([String], Int32, String)]
    )
    func wrong(arguments: [String], status: Int32, part: String) throws {
        let run = try self.shop.run(["orders"] + arguments)
        #expect(run.status == status, "\(run.complaints)\(run.output)")
        #expect((run.complaints + run.output).contains(part), "\(run.complaints)\(run.output)")
    }
}
