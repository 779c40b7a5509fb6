import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct SeatControllerTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private func buy(seats count: Int?, of id: String = "100", daysAgo: Int64 = 1) async throws {
        let (app, now) = (self.stage.shop.app, self.stage.shop.ambient.now())
        let product = try #require(
            app.catalog.products.values.first { !$0.unlocks.isEmpty && $0.kind == .autoRenewable }
        )
        var period = Sample.period(id, of: id, at: now - .days(daysAgo))
        period.productID = product.id
        if let count {
            period.quantity = count
            period.seats = Seats(invitations: .developer, tiers: [Seats.Tier(priceMilliunits: 1000, quantity: count)])
        }
        var intake = Sample.facts(
            [period],
            submission: Sample.submission("anna", id, at: now),
            app: app.name
        )
        intake.receivedAt = now
        intake.catalog = app.catalog
        _ = try await self.stage.shop.repository.record(intake)
    }

    @Test("A seat is reserved, accepted, listed, previewed and released")
    func life() async throws {
        let key = try await self.stage.key(.secret([.read, .write]))
        try await self.buy(seats: 2)
        let invited = try await self.stage.send(
            .post,
            "/v1/seats",
            key: key,
            body: #"{"originalTransaction":"100"}"#
        )
        #expect(invited.status == .created, "\(invited.text)")
        #expect(invited["seat"]?["state"] == .string("invited") && invited["free"] == .number("1"))
        guard case .string(let id)? = invited["seat"]?["id"] else {
            Issue.record("\(invited.text)")
            return
        }
        let accepted = try await self.stage.send(
            .post,
            "/v1/seats/\(id)/accept",
            key: key,
            body: #"{"customer":"ben","appTransaction":"77"}"#
        )
        #expect(accepted["seat"]?["customer"] == .string("ben"), "\(accepted.text)")
        #expect(accepted["pending"] == nil, "Apple offers no seats in Production.")
        let entitlements = try await self.stage.shop.entitlements(of: "ben")
        #expect(entitlements.contains { $0.isActive })
        let listed = try await self.stage.send(.get, "/v1/seats?originalTransaction=100", key: key)
        #expect(listed["count"] == .number("2") && listed["purchaser"] == .string("anna"), "\(listed.text)")
        let preview = try await self.stage.send(.delete, "/v1/seats/\(id)?dryRun=true", key: key)
        #expect(preview["seat"]?["state"] == .string("ended") && preview["lost"] != .array([]), "\(preview.text)")
        #expect(try await self.stage.shop.entitlements(of: "ben").contains { $0.isActive })
        let released = try await self.stage.send(.delete, "/v1/seats/\(id)", key: key)
        #expect(released["seat"]?["reason"] == .string("released"), "\(released.text)")
        #expect(try await self.stage.shop.entitlements(of: "ben").allSatisfy { !$0.isActive })
        let audit = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
            .map(\.action)
        #expect(audit.contains(.seatInvite) && audit.contains(.seatAccept) && audit.contains(.seatRelease))
    }

    @Test("Requests that cannot be carried out are refused with their codes")
    func refused() async throws {
        let key = try await self.stage.key(.secret([.read, .write]))
        let unknown = try await self.stage.send(.get, "/v1/seats?originalTransaction=9", key: key)
        #expect(unknown.status == .notFound && unknown.code == "seat_subscription_unknown")
        let missing = try await self.stage.send(.get, "/v1/seats", key: key)
        #expect(missing.code == "field_missing")
        try await self.buy(seats: 1)
        let body = #"{"originalTransaction":"100","customer":"anna"}"#
        let purchaser = try await self.stage.send(.post, "/v1/seats", key: key, body: body)
        #expect(purchaser.status == .unprocessableContent && purchaser.code == "seat_purchaser", "\(purchaser.text)")
        _ = try await self.stage.send(.post, "/v1/seats", key: key, body: #"{"originalTransaction":"100"}"#)
        let full = try await self.stage.send(.post, "/v1/seats", key: key, body: #"{"originalTransaction":"100"}"#)
        #expect(full.status == .conflict && full.code == "seat_none_free", "\(full.text)")
        let gone = try await self.stage.send(.delete, "/v1/seats/nothing", key: key)
        #expect(gone.status == .notFound && gone.code == "seat_unknown")
    }

    @Test("No seat is given of a subscription without seats, of an ended period, or of another environment")
    func withoutSeats() async throws {
        let key = try await self.stage.key(.secret([.read, .write]))
        try await self.buy(seats: nil, of: "200")
        try await self.buy(seats: 3, of: "300", daysAgo: 120)
        try await self.buy(seats: 3)
        for (id, code) in [("200", "seat_not_multiseat"), ("300", "seat_subscription_ended")] {
            for customer in ["", #","customer":"ben""#] {
                let body = #"{"originalTransaction":"\#(id)"\#(customer)}"#
                let answer = try await self.stage.send(.post, "/v1/seats", key: key, body: body)
                #expect(answer.code == code, "\(answer.text)")
                #expect((400..<500).contains(answer.status.code))
            }
        }
        let sandbox = try await self.stage.send(
            .post,
            "/v1/seats",
            key: key,
            body: #"{"originalTransaction":"100","environment":"Sandbox"}"#
        )
        #expect(sandbox.status.code >= 400, "\(sandbox.text)")
        let entitlements = try await self.stage.shop.entitlements(of: "ben")
        #expect(!entitlements.contains { $0.isActive })
        let audit = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
        #expect(!audit.contains { $0.action == .seatInvite && $0.outcome?.word == "done" })
    }
}
