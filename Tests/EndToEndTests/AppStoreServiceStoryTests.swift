import AppStore
import Foundation
import NIOHTTP1
import Testing

/// Calls to Apple through the real server, beside the real simulated store.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct AppStoreServiceStoryTests {
    private static let token = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"

    let shop: ShopBesideStore
    let server: RunningServer

    init() throws {
        self.shop = try ShopBesideStore()
        self.server = try RunningServer(in: self.shop.folder)
    }

    /// Sends a request and returns the status and the JSON of the answer.
    private func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ json: String? = nil
    ) async throws -> (status: Int, body: JSONValue) {
        let answer = try await self.server.calls.send(path, body: json.map { Array($0.utf8) }, method: method)
        return (answer.status, (try? JSONValue(json: Array(answer.text.utf8))) ?? .null)
    }

    @Test("A subscription is looked at, put off and named, and its order number leads back to it")
    func subscription() async throws {
        let (id, order) = try await self.shop.buy("pro.monthly")
        let status = try await self.ask(.GET, "/v1/subscriptions/\(id)/status")
        #expect(status.status == 200)
        #expect(status.body["recorded"] == .bool(true))
        guard case .array(let subscriptions)? = status.body["subscriptions"] else {
            Issue.record("\(status.body)")
            return
        }
        #expect(subscriptions.first?["name"] == .string("active"))

        let extend = #"{"days":7,"reasonCode":"outage","reason":"an evening without servers"}"#
        let preview = try await self.ask(.POST, "/v1/subscriptions/\(id)/extend?dryRun=true", extend)
        #expect(preview.body["dryRun"] == .bool(true))
        let done = try await self.ask(.POST, "/v1/subscriptions/\(id)/extend", extend)
        #expect(done.status == 202, "\(done.body)")
        #expect(done.body["transaction"] == .string(id))
        guard case .string(let extended)? = done.body["id"] else {
            Issue.record("\(done.body)")
            return
        }
        // Asking about an order gives it to Apple, where the server has not done so already.
        let given = try await self.ask(.GET, "/v1/extensions/\(extended)")
        #expect(given.body["state"] == .string("complete"), "\(given.body)")
        #expect(given.body["renewsAt"] != nil)

        let token = try await self.ask(
            .PUT,
            "/v1/transactions/\(id)/token",
            #"{"appAccountToken":"\#(Self.token)"}"#
        )
        #expect(token.status == 200, "\(token.body)")
        #expect(try await self.ask(.POST, "/v1/transactions/\(id)/finish").status == 200)
        let app = try await self.ask(.GET, "/v1/transactions/\(id)/app")
        #expect(app.status == 200, "\(app.body)")
        #expect(app.body["appTransactionId"] != nil)
        let unknown = try await self.ask(.POST, "/v1/transactions/999999999/finish")
        #expect(unknown.status == 404)
        #expect(unknown.body["code"] == .string("appstore_not_found"))

        let found = try await self.ask(.GET, "/v1/apple-orders/\(order)")
        #expect(found.status == 200)
        #expect(found.body["valid"] != nil)
        let none = try await self.ask(.GET, "/v1/apple-orders/NONE")
        #expect(none.body["valid"] == .bool(false))

        let audit = try self.shop.run(["audit", "list"])
        for action in ["subscription.extend", "transaction.set_token", "transaction.finish", "order.look_up"] {
            #expect(audit.output.contains(action), "\(action) is missing in \(audit.output)")
        }
        #expect(audit.output.contains("an evening without servers"), "\(audit.output)")
    }

    @Test("An operator's commands do the same, through the server and without one")
    func commands() async throws {
        let (id, order) = try await self.shop.buy("pro.monthly")
        let extend = [
            "subscriptions", "extend", id, "--days", "7", "--reason-code", "outage", "--key", "ticket-1", "--reason",
            "an evening without servers",
        ]
        let asked = try self.shop.run(extend)
        #expect(asked.status == 77 && asked.output.contains("outage"), "\(asked.output)\(asked.complaints)")
        let extended = try self.shop.run(extend + ["--yes", "--json"])
        #expect(extended.status == 0, "\(extended.complaints)")
        let kept = try JSONValue(json: Array(extended.output.utf8))
        guard case .string(let extensionID)? = kept["id"], case .string(let environment)? = kept["environment"] else {
            Issue.record("\(extended.output)")
            return
        }
        #expect(kept["state"] == .string("complete") && kept["renewsAt"] != nil, "\(extended.output)")
        let again = try self.shop.run(extend + ["--yes"])
        #expect(again.status == 0 && again.output.contains(extensionID), "\(again.output)\(again.complaints)")
        #expect(self.server.end(SIGTERM) == 0)

        let list = try self.shop.run(["subscriptions", "extensions", "--environment", environment])
        #expect(list.status == 0 && list.output.contains(extensionID), "\(list.output)\(list.complaints)")
        #expect(list.lines.count == 2 && list.output.contains("complete"), "\(list.output)")
        let finished = try self.shop.run(["transactions", "finish", id, "--yes"])
        #expect(finished.status == 0 && finished.output.contains(id), "\(finished.output)\(finished.complaints)")
        let unknown = try self.shop.run(["transactions", "finish", "999999999", "--yes"])
        #expect(unknown.status == 1 && unknown.complaints.contains("appstore_not_found"), "\(unknown.complaints)")
        let token = try self.shop.run(["transactions", "set-token", id, Self.token, "--yes"])
        #expect(token.status == 0, "\(token.complaints)")
        let download = try self.shop.run(["transactions", "download", id])
        #expect(download.status == 0 && download.output.contains("appTransactionId"), "\(download.complaints)")
        let found = try self.shop.run(["orders", "lookup", order])
        #expect(found.status == 0 && found.output.contains(id), "\(found.output)\(found.complaints)")
        #expect(try self.shop.run(["orders", "lookup", "NONE"]).status == 1)
        #expect(try self.shop.run(["orders", "lookup", "no number"]).status == 64)
        let audit = try self.shop.run(["audit", "list"])
        for action in [
            "subscription.extend", "subscription.extensions", "transaction.finish", "transaction.set_token",
            "transaction.download", "order.look_up", "an evening without servers",
        ] {
            #expect(audit.output.contains(action), "\(action) is missing in \(audit.output)")
        }
    }

    @Test("An order number gives its customer, and no other, the missing purchase through the server, once")
    func recovery() async throws {
        let (_, order) = try await self.shop.buy("frame.gold")
        let recover = ["orders", "recover", order.lowercased(), "--customer"]
        let asked = try self.shop.run(recover + ["anna"])
        #expect(asked.status == 77 && asked.output.contains(order.lowercased()), "\(asked.complaints)")
        let found = try self.shop.run(recover + ["anna", "--yes", "--language", "zh-CN", "--reason", "she wrote"])
        #expect(found.status == 0 && found.output.contains("recovered"), "\(found.output)\(found.complaints)")
        #expect(found.output.contains("金色头像框 现已到账"), "\(found.output)")
        let again = try self.shop.run(recover + ["anna", "--yes"])
        #expect(again.status == 0 && again.output.contains("already"), "\(again.output)")
        let other = try self.shop.run(recover + ["bert", "--yes"])
        #expect(other.status == 1 && other.complaints.contains("order_number_of_another"), "\(other.complaints)")
        let unknown = try self.shop.run(["orders", "recover", "MZZZZZZZ99", "--customer", "anna", "--yes"])
        #expect(unknown.status == 1 && unknown.complaints.contains("order_number_unknown"), "\(unknown.complaints)")
        let body = #"{"customer":"anna","orderNumber":"\#(order)","language":"zh-Hans"}"#
        let answer = try await self.ask(.POST, "/v1/recoveries", body)
        #expect(answer.status == 200 && answer.body["language"] == .string("zh-Hans"), "\(answer.body)")
        let entitlements = try await self.ask(.GET, "/v1/customers/anna/entitlements")
        #expect("\(entitlements.body)".contains("frame.gold"))
        let audit = try self.shop.run(["audit", "list"])
        #expect(audit.output.contains("order.recover") && audit.output.contains("she wrote"), "\(audit.output)")
    }

    @Test("All subscribers of a product are put off by one order, which says how far it is")
    func everybody() async throws {
        _ = try await self.shop.buy("pro.monthly")
        let order = try await self.ask(
            .POST,
            "/v1/extensions",
            #"{"product":"pro.monthly","days":3,"reasonCode":"outage","environment":"Sandbox"}"#
        )
        #expect(order.status == 202, "\(order.body)")
        guard case .string(let id)? = order.body["id"] else {
            Issue.record("\(order.body)")
            return
        }
        let list = try await self.ask(.GET, "/v1/extensions?environment=Sandbox")
        guard case .array(let orders)? = list.body["extensions"] else {
            Issue.record("\(list.body)")
            return
        }
        #expect(orders.map { $0["id"] } == [.string(id)])
        let given = try await self.ask(.GET, "/v1/extensions/\(id)")
        #expect(given.body["state"] == .string("working"), "\(given.body)")
        _ = try await self.shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"P1D"}"#.utf8))
        let now = try await self.ask(.GET, "/v1/extensions/\(id)")
        #expect(now.body["state"] == .string("complete"), "\(now.body)")
        #expect(try await self.ask(.GET, "/v1/extensions/none").status == 404)
    }

    @Test("Offers are signed for those who may have them")
    func offers() async throws {
        let (id, _) = try await self.shop.buy("pro.monthly")
        let introductory = try await self.ask(
            .POST,
            "/v1/offers/introductory",
            #"{"product":"pro.monthly","transaction":"\#(id)","allow":false}"#
        )
        #expect(introductory.status == 200, "\(introductory.body)")
        guard case .string(let jws)? = introductory.body["jws"] else {
            Issue.record("\(introductory.body)")
            return
        }
        #expect(jws.split(separator: ".").count == 3)
        let refused = try await self.ask(
            .POST,
            "/v1/offers/promotional",
            #"{"customer":"nobody","product":"pro.monthly","offer":"none"}"#
        )
        #expect(refused.status == 422)
        #expect(refused.body["code"] == .string("offer_unknown"))
        let request = #"{"operation":"CREATE_ONE_TIME_CHARGE","currency":"USD"}"#
        let commerce = try await self.ask(.POST, "/v1/offers/advanced-commerce", request)
        #expect(commerce.body["jws"] != nil, "\(commerce.body)")
    }

    @Test("Messages go to Apple and come back; what Apple refuses comes with Apple's number")
    func retention() async throws {
        let message = "/v1/retention/messages/\(Self.token)?environment=Sandbox"
        let text = #"{"header":"Before you go","body":"A year costs less than ten months."}"#
        let put = try await self.ask(.PUT, message, text)
        #expect(put.status == 204, "\(put.body)")
        let again = try await self.ask(.PUT, message, text)
        #expect(again.status == 409, "\(again.body)")
        let list = try await self.ask(.GET, "/v1/retention/messages?environment=Sandbox")
        #expect("\(list.body)".contains(Self.token), "\(list.body)")
        // The world's Apple reviews a message for a day.
        _ = try await self.shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"P2D"}"#.utf8))
        let fallback = "/v1/retention/defaults/pro.monthly/en-US?environment=Sandbox"
        let set = try await self.ask(.PUT, fallback, #"{"messageIdentifier":"\#(Self.token)"}"#)
        #expect(set.status == 204, "\(set.body)")
        #expect(try await self.ask(.GET, fallback).body["messageIdentifier"] == .string(Self.token))
        #expect(try await self.ask(.DELETE, fallback).status == 204)
        #expect(try await self.ask(.GET, fallback).status == 404)
        let address = "/v1/retention/realtime-url?environment=Sandbox"
        let url = self.server.calls.url + "/apple/shop/retention"
        let untested = try await self.ask(.PUT, address, #"{"realtimeURL":"\#(url)"}"#)
        #expect(untested.status == 422)
        #expect(untested.body["code"] == .string("appstore_forbidden"))
        #expect("\(untested.body)".contains("4030026"), "\(untested.body)")
        #expect(try await self.ask(.GET, address).status == 404)
        #expect(try await self.ask(.DELETE, message).status == 204)
    }
}
