import AppStore
import Foundation
import NIOHTTP1
import PurserTesting
import Testing

/// A server and an App Store as two processes: a customer requests a refund, and the server answers by itself.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct RefundStoryTests {
    let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore(fulfillsFrom: "2020-01-01T00:00:00Z")
    }

    private func ask(
        _ server: RunningServer,
        _ path: String,
        _ json: String? = nil,
        method: HTTPMethod? = nil
    ) async throws -> JSONValue {
        let answer = try await server.calls.send(path, body: json.map { Array($0.utf8) }, method: method)
        #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
        return (try? JSONValue(json: Array(answer.text.utf8))) ?? .null
    }

    /// A policy meets the ledger, and an export of it, alike.
    private func tryOnThePast() throws {
        _ = try self.shop.folder.write("refunds.yaml", Array("policy: refunds\notherwise: DECLINE\n".utf8))
        let export = try self.shop.run(["refunds", "export", "--output", "cases.jsonl"])
        #expect(export.status == 0 && export.complaints.contains("1 request of 1 refund"), "\(export.complaints)")
        let again = try self.shop.run(["refunds", "export", "--output", "cases.jsonl"])
        #expect(again.status == 73 && again.complaints.contains("cannot be created"), "The command overwrites no file.")
        let streamed = try self.shop.run(["refunds", "export", "--since", "2020-01-01T00:00:00Z"])
        let lines = try String(contentsOfFile: self.shop.folder.path + "/cases.jsonl", encoding: .utf8)
        #expect(streamed.output == lines && !lines.contains("anna"), "\(streamed.output)")
        let none = try self.shop.run(["refunds", "export", "--until", "2020-01-01T00:00:00Z"])
        #expect(none.status == 0 && none.output.isEmpty)

        let dryRun = ["refunds", "dry-run", "refunds.yaml", "--differences"]
        for options in [[], ["--json"], ["--since", "2020-01-01T00:00:00Z"]] {
            let report = try self.shop.run(dryRun + options)
            #expect(report.status == 0 && report.output.contains("DECLINE"), "\(report.complaints)")
            let file = try Binary.run(dryRun + ["--export", "cases.jsonl"] + options, in: self.shop.folder)
            #expect(file.status == 0 && file.output == report.output, "\(file.complaints)\(file.output)")
        }
        _ = try self.shop.folder.write("bad.jsonl", Array((lines + "{}\n").utf8))
        let bad = try Binary.run(dryRun + ["--export", "bad.jsonl"], in: self.shop.folder)
        #expect(bad.status == 65 && bad.complaints.contains("bad.jsonl:2: request is missing."), "\(bad.complaints)")
        #expect(bad.output.contains("1 request,"), "\(bad.output)")
    }

    /// Checks that the list of refunds is aligned, and is in Chinese in a Chinese locale.
    private func list(_ id: String) throws {
        let plain = try self.shop.run(["refunds", "list"])
        #expect(plain.lines.count == 2 && plain.lines[0].hasPrefix("REFUND "), "\(plain.output)")
        let places = plain.lines.map { $0.range(of: $0.hasPrefix("REFUND") ? "STATE" : "refunded")?.lowerBound }
        #expect(places[0] == places[1] && places[0] != nil, "\(plain.output)")
        let config = ["--config", "shop/purser.yaml"]
        let environment = ["env", "LC_ALL=zh_CN.UTF-8"]
        func speaking(_ arguments: [String]) throws -> Binary.Run {
            try Binary.run(
                arguments + config,
                in: self.shop.folder,
                through: ["/usr/bin/env"] + environment.dropFirst()
            )
        }
        let chinese = try speaking(["refunds", "list"])
        #expect(chinese.output.hasPrefix("退款 ") && chinese.output.contains(id), "\(chinese.output)")
        let none = try speaking(["refunds", "list", "--state", "held"])
        #expect(none.complaints.contains("没有符合条件的退款。") && none.output.isEmpty)
        for limit in ["0", "-1"] {
            let refused = try self.shop.run(["refunds", "list", "--state", "held", "--limit=\(limit)"])
            #expect(refused.status == 64 && refused.complaints.contains("--limit: "), "\(refused.complaints)")
        }
        let misspelled = try self.shop.run(["refunds", "report", "--environment", "Sandbx"])
        #expect(misspelled.complaints.contains("--environment: ") && misspelled.complaints.contains("mean Sandbox?"))
        let run = try speaking(["refunds", "dry-run", "refunds.yaml"])
        #expect(run.output.contains("共 1 个请求"), "\(run.output)")
        let policies = try speaking(["policy", "show"])
        #expect(policies.output.hasPrefix("版本 "), "\(policies.output)")
        let presets = try Binary.run(
            ["policy", "preset"],
            in: self.shop.folder,
            through: ["/usr/bin/env"] + environment.dropFirst()
        )
        #expect(presets.output.hasPrefix("预设 ") && presets.output.contains("只陈述事实"), "\(presets.output)")
        let agent = try self.shop.run(["refunds", "show", "rfd_Production_\(id)"])
        #expect(agent.lines.first == "rfd_Production_\(id): refunded", "\(agent.output)")
        for words in ["Refunded ", "75 %", "anna", "gems.600", "Text for the customer: ", "of policy version 1"] {
            #expect(agent.output.contains(words), "\(words) is missing in \(agent.output)")
        }
        #expect(!agent.output.contains("Milli") && !agent.output.contains("{"), "\(agent.output)")
    }

    @Test("The shop's consumption report decides the share, Apple refunds the rest, and support sees when it arrives")
    func shareOfTheShop() async throws {
        let server = try RunningServer(in: self.shop.folder, options: self.shop.clock)
        let hook = "\(server.calls.url)/apple/shop/notifications"
        try await self.shop.act(#"{"action":"setNotificationURL","url":"\#(hook)"}"#)
        _ = try await self.shop.world.send("/_sim/v1/clock", body: Array(#"{"rate":1}"#.utf8))
        let order = try await self.ask(server, "/v1/orders", #"{"customer":"anna","product":"gems.600"}"#)
        guard case .string(let token)? = order["appAccountToken"] else { return #expect(Bool(false), "\(order)") }
        let (id, _) = try await self.shop.buy("gems.600", token: token)
        let bought = try await self.ask(server, "/v1/purchases", #"{"customer":"anna","transactionId":"\#(id)"}"#)
        #expect(bought["entitlements"] != nil, "\(bought)")
        let hash = String(repeating: "a", count: 64)
        _ = try await self.ask(
            server,
            "/v1/customers/anna/consents",
            #"{"textHash":"\#(hash)","version":"1","locale":"en","storefront":"USA","#
                + #""givenAt":"2020-01-01T00:00:00Z","source":"settings"}"#
        )
        _ = try await self.ask(
            server,
            "/v1/refund-policies",
            #"{"policy":"policy: refunds\notherwise: GRANT_PRORATED\n"}"#
        )
        let said = try await self.ask(
            server,
            "/v1/transactions/\(id)/consumption",
            #"{"consumedMilliunits":25000}"#,
            method: .PUT
        )
        #expect(said["consumedMilliunits"] == .number("25000"), "\(said)")
        try await self.shop.act(#"{"action":"requestRefund","transaction":"\#(id)","reason":"OTHER"}"#)

        let path = "/v1/refunds/rfd_Production_\(id)"
        #expect(
            try await TestTimeout.wait {
                let answer = try await server.calls.send(path)
                return (try? JSONValue(json: Array(answer.text.utf8)))?["state"] == .string("refunded")
            }
        )
        let shown = try self.shop.run(["refunds", "show", "rfd_Production_\(id)", "--json"])
        #expect(shown.status == 0, "\(shown.complaints)")
        let refund = try JSONValue(json: Array(shown.output.utf8))
        #expect(refund["refundedMilliunits"] == .number("75000"), "\(shown.output)")
        #expect(refund["moneyExpected"]?["hours"] == .number("36"))
        #expect(shown.output.contains(#""name":"share","value":"25 %","from":"shop""#), "\(shown.output)")
        #expect(shown.output.contains("个工作日"))
        try self.tryOnThePast()
        try self.list(id)
        #expect(server.end(SIGTERM) == 0)
    }
}
