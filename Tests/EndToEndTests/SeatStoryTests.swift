import AppStore
import Foundation
import PurserTesting
import Testing

/// The group of ten of `docs/concepts/seats.md`: a server, a store and the commands as processes of their own.
@Suite(.serialized, .onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct SeatStoryTests {
    private static let members = ["bob", "cleo", "dave", "eve", "finn", "gina", "hugo", "iris", "jack"]

    let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore(
            profile: "sandbox-1h",
            catalog: { text in
                let team = "{ kind: auto-renewable, group: team, unlocks: pro, price: USD 9.99, period: P1M }"
                return text.replacing("\nproducts:\n", with: "\nproducts:\n  team.monthly: \(team)\n")
            },
            products: """
                { "products": [{ "id": "team.monthly", "kind": "autoRenewable", "group": "team", "period": "P1M",
                "price": "USD 9.99", "seats": { "invitations": "DEVELOPER", "limit": 50,
                "tiers": [{ "from": 6, "price": "USD 7.99" }] } }] }
                """
        )
    }

    // MARK: What people type

    /// Starts a server, to which the store sends its notifications from now on.
    private func serve() async throws -> RunningServer {
        let server = try RunningServer(in: self.shop.folder, options: self.shop.clock)
        let hook = "\(server.calls.url)/apple/shop/notifications"
        try await self.shop.act(#"{"action":"setNotificationURL","url":"\#(hook)"}"#)
        return server
    }

    /// Changes a seat by the command, and returns the API's answer.
    private func seats(_ arguments: String...) throws -> JSONValue {
        let options = ["--environment", "Sandbox", "--reason", "the group of ten", "--yes", "--json"]
        let run = try self.shop.run(["seats"] + arguments + options)
        #expect(run.status == 0, "\(arguments): \(run.output)\(run.complaints)")
        return try JSONValue(json: Array(run.output.utf8))
    }

    /// Invites a person, who accepts; returns the answer about the accepted seat.
    private func join(_ name: String, _ subscription: String) throws -> JSONValue {
        let invited = try self.seats("invite", subscription)
        #expect(invited["seat"]?["state"] == .string("invited"), "\(invited)")
        let id = invited["seat"]?.text("id") ?? ""
        let accepted = try self.seats("accept", id, name)
        #expect(accepted["seat"]?.text("id") == id && accepted["seat"]?.text("customer") == name, "\(accepted)")
        return accepted
    }

    /// The seats as the command shows them to programs.
    private func list(_ subscription: String) throws -> JSONValue {
        let run = try self.shop.run(["seats", "list", subscription, "--environment", "Sandbox", "--json"])
        #expect(run.status == 0, "\(run.complaints)")
        return try JSONValue(json: Array(run.output.utf8))
    }

    /// The seats of a list that have not ended.
    private static func kept(_ group: JSONValue) -> [JSONValue] {
        (group["seats"]?.elements ?? []).filter { $0["state"] != .string("ended") }
    }

    /// The id of a member's seat.
    private func seat(of name: String, _ subscription: String) throws -> String {
        Self.kept(try self.list(subscription)).first { $0.text("customer") == name }?.text("id") ?? ""
    }

    // MARK: What the server answers

    /// Waits until the server has a number of paid seats, as Apple's notifications state it.
    private func wait(for count: Int, next: Int? = nil, _ subscription: String, _ server: RunningServer) async throws {
        let path = "/v1/seats?originalTransaction=\(subscription)&environment=Sandbox"
        let hasCome = try await TestTimeout.wait {
            let answer = try await server.calls.send(path)
            guard let group = try? JSONValue(json: Array(answer.text.utf8)) else { return false }
            guard group["count"] == .number("\(count)") else { return false }
            return next.map { group["nextCount"] == .number("\($0)") } ?? true
        }
        #expect(hasCome, "\(count) seats")
    }

    /// Checks who has access: the purchaser and these members.
    private func expect(
        _ members: [String],
        of people: [String] = Self.members,
        _ server: RunningServer,
        _ moment: Comment
    ) async throws {
        var found: [String] = []
        for name in ["anna"] + people {
            let answer = try await server.calls.send("/v1/customers/\(name)/entitlements?environment=Sandbox")
            let entitlements = try JSONValue(json: Array(answer.text.utf8))["entitlements"]?.elements ?? []
            if entitlements.contains(where: { $0["active"] == .bool(true) }) { found.append(name) }
        }
        #expect(found == ["anna"] + members, moment)
    }

    // MARK: The story

    @Test("Ten seats are bought and given, two refunded, three unclaimed, two added, and fewer renewed")
    func groupOfTen() async throws {
        var server = try await self.serve()
        let bought = try await self.shop.act(
            #"{"action":"buy","customer":"anna","product":"team.monthly","seats":10}"#
        )["transactions"]?.elements?.first
        let id = bought?.text("originalTransactionId") ?? ""
        let purchase = #"{"customer":"anna","signedTransaction":"\#(bought?.text("signedTransaction") ?? "")"}"#
        let submitted = try await server.calls.send("/v1/purchases", body: Array(purchase.utf8))
        #expect(submitted.status == 200, "\(submitted.text)")
        try await self.wait(for: 10, next: 10, id, server)
        let none = try self.shop.run(["seats", "list", id, "--environment", "Sandbox"])
        #expect(none.status == 0 && none.complaints.contains("purser seats assign"), "\(none.complaints)")
        try await self.expect([], server, "The purchaser needs no seat.")

        for name in Self.members.dropLast() {
            let accepted = try self.join(name, id)
            #expect(accepted["pending"] == nil && accepted["seat"]?["claim"] != nil, "\(accepted)")
        }
        server = try await self.losingAnswer(of: "jack", id, server)
        try await self.expect(Self.members, server, "Nine members have seats.")

        try await self.shop.act(#"{"action":"refund","transaction":"\#(id)","seats":2}"#)
        try await self.wait(for: 8, id, server)
        let isUnclaimed = try await TestTimeout.wait { Self.kept(try self.list(id)).count == 8 }
        #expect(isUnclaimed, "Apple ended one claim, of nine on eight seats.")
        try await self.expect(Self.members.dropLast(), server, "The latest member has lost the seat.")
        for name in ["bob", "cleo"] {
            let released = try self.seats("release", try self.seat(of: name, id))
            #expect(released["lost"] == .array([.string("pro")]) && released["pending"] == nil, "\(released)")
        }
        let left = Array(Self.members[2..<8])
        try await self.expect(left, server, "Three claims have ended.")
        let ended = (try self.list(id)["seats"]?.elements ?? []).filter { $0["state"] == .string("ended") }
        #expect(ended.map { $0.text("reason") }.sorted() == ["released", "released", "released", "unclaimed"])

        try await self.shop.act(#"{"action":"buy","customer":"anna","product":"team.monthly","seats":10}"#)
        try await self.wait(for: 10, next: 10, id, server)
        for name in ["lena", "mia"] { #expect(try self.seats("assign", id, name)["pending"] == nil) }
        let people = Self.members + ["lena", "mia"]
        try await self.expect(left + ["lena", "mia"], of: people, server, "Two seats were added.")
        try await self.renew(id, server, left + ["lena", "mia"], of: people)
        #expect(server.end(SIGTERM) == 0)
    }

    /// Lets the answer to a claim be lost, and the server die before it can ask again; returns the next server.
    private func losingAnswer(of name: String, _ id: String, _ server: RunningServer) async throws -> RunningServer {
        try await self.shop.act(#"{"action":"addFault","fault":{"effect":"cut","match":"claimSeat"}}"#)
        let accepted = try self.join(name, id)
        #expect(accepted["pending"] != nil && accepted["seat"]?["claim"] == nil, "\(accepted)")
        #expect(server.end(SIGKILL) != 0)
        try await self.shop.act(#"{"action":"clearFaults"}"#)
        let next = try await self.serve()
        let isClaimed = try await TestTimeout.wait {
            Self.kept(try self.list(id)).allSatisfy { $0["claim"] != nil }
        }
        #expect(isClaimed, "The server asked again by itself.")
        // The store would refuse a tenth claim if that one had been made twice.
        let tenth = try self.join("kate", id)
        #expect(tenth["pending"] == nil && tenth["free"] == .number("0"), "\(tenth)")
        let full = try self.shop.run(["seats", "invite", id, "--environment", "Sandbox", "--reason", "x", "--yes"])
        #expect(full.status == 1 && full.complaints.contains("seat_none_free"), "\(full.complaints)")
        #expect(try self.seats("release", tenth["seat"]?.text("id") ?? "")["pending"] == nil)
        return next
    }

    /// Renews with five seats; no member loses access until the shop releases the seats that exceed the paid ones.
    private func renew(_ id: String, _ server: RunningServer, _ members: [String], of people: [String]) async throws {
        try await self.shop.act(#"{"action":"changeSeats","customer":"anna","product":"team.monthly","seats":5}"#)
        try await self.wait(for: 10, next: 5, id, server)
        let announced = try self.list(id)
        #expect(announced["surplus"] == .array([]) && announced["nextSurplus"]?.elements?.count == 3, "\(announced)")
        _ = try await self.shop.world.send("/_sim/v1/clock/advance", body: Array(#"{"by":"PT1H"}"#.utf8))
        try await self.wait(for: 5, id, server)
        let renewed = try self.list(id)
        let surplus = renewed["surplus"]?.elements ?? []
        #expect(surplus.count == 3 && renewed["nextSurplus"] == .array(surplus), "\(renewed)")
        try await self.expect(members, of: people, server, "Fewer seats end no member's access.")
        let byID = Dictionary(uniqueKeysWithValues: Self.kept(renewed).map { ($0.text("id"), $0.text("customer")) })
        var gone: Set<String> = []
        for case .string(let seat) in surplus {
            #expect(try self.seats("release", seat)["pending"] == nil)
            gone.insert(byID[seat] ?? "")
        }
        try await self.expect(members.filter { !gone.contains($0) }, of: people, server, "The shop has decided.")
        let last = try self.list(id)
        #expect(last["surplus"] == .array([]) && last["free"] == .number("0"), "\(last)")
        let shown = try self.shop.run(["seats", "list", id, "--environment", "Sandbox"])
        #expect(shown.lines.contains { $0.hasPrefix("SEAT ") } && shown.output.contains(" dave "), "\(shown.output)")
    }
}
