import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct UnclaimedSeatsTests {
    private let shop: TestShop
    private let original = OriginalTransactionID("2000000000000001")

    init() throws {
        self.shop = try TestShop()
    }

    @Test(
        "UNCLAIM_SEATS takes a member's access away, whether it arrives before or after the answer to the claim",
        arguments: [true, false]
    )
    func unclaimed(isEarly: Bool) async throws {
        try await self.buySeats()
        let id = SeatID("5a0f4d86-8f0b-4b44-b5a1-4f3f0c5a9d10")
        let member = SeatRequest.Member(Sample.customer("ben"))
        try await self.carryOut(.assign(id, member))
        #expect(try await self.shop.entitlements(of: "ben").map(\.isActive) == [true])
        // Apple may spell a claim in either case.
        let claim = SeatClaimID("0b1f7c2a-0000-4000-8000-00000000000a")
        if !isEarly { try await self.carryOut(.recordClaim(id, claim, nil)) }
        // Apple sends the same bytes again; signed anew they would be another piece of evidence.
        let notification = try self.unclaim(["0B1F7C2A-0000-4000-8000-00000000000A"])
        for isRepeated in [false, true] {
            let outcome = try await self.shop.ingest.notification(notification, for: self.shop.app)
            guard case .recorded(let result) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(result.isNew != isRepeated)
        }
        if isEarly { try await self.carryOut(.recordClaim(id, claim, nil)) }
        #expect(try await self.shop.entitlements(of: "ben").allSatisfy { !$0.isActive })
        #expect(try await self.shop.entitlements(of: "anna").map(\.isActive) == [true], "The purchaser keeps access.")
        let seats = try await self.shop.repository.read { [app = self.shop.app.name] view in
            try view.seats(of: Sample.customer("ben"), app: app, environment: .production)
        }
        #expect(seats.map(\.end?.reason) == [.unclaimed])
    }

    @Test("UNCLAIM_SEATS of another app is refused, and ends nothing")
    func otherApp() async throws {
        try await self.buySeats()
        let id = SeatID("5a0f4d86-8f0b-4b44-b5a1-4f3f0c5a9d10")
        let claim = "0b1f7c2a-0000-4000-8000-00000000000a"
        try await self.carryOut(.assign(id, SeatRequest.Member(Sample.customer("ben"))))
        try await self.carryOut(.recordClaim(id, SeatClaimID(claim), nil))
        let foreign = try self.unclaim([claim], bundleID: "com.example.other")
        await #expect(throws: IngestError.self) {
            try await self.shop.ingest.notification(foreign, for: self.shop.app)
        }
        #expect(try await self.shop.entitlements(of: "ben").map(\.isActive) == [true])
    }

    @Test(
        "Tiers that do not add up to the quantity count the seats, and leave what was paid unknown",
        arguments: [[2], [3, 1], [Int32.max, Int32.max], [0, 3], []] as [[Int32]]
    )
    func oddTiers(quantities: [Int32]) async throws {
        var payload = SamplePayloads.transaction()
        payload.quantity = 3
        payload.price = 5000
        payload.multiSeatInfo = TransactionMultiSeatInfo.with {
            $0.invitationManagement = .developer
            $0.priceTiers = quantities.enumerated().map { place, quantity in
                MultiSeatPriceTier.with {
                    $0.price = 5000 + Int64(place)
                    $0.quantity = quantity
                }
            }
        }
        let notification = try self.shop.notification(transaction: payload)
        _ = try await self.shop.ingest.notification(notification, for: self.shop.app)
        let owned = try await self.shop.repository.read { [app = self.shop.app.name, original = self.original] view in
            try view.chain(of: TransactionID(original.rawValue), app: app, environment: .production)
        }
        let chain = try #require(owned?.chain)
        let state = chain.state(at: self.shop.ambient.now(), environment: .production, gracePolicy: GracePolicy())
        #expect(state.seats?.count == 3)
        #expect(state.hasAccess)
        let sales = chain.sales(in: .production)
        // Without any tier Apple's price is the average of a seat.
        #expect(sales.map(\.price?.amountMilliunits) == [quantities.isEmpty ? 15_000 : nil])
        #expect(sales.map(\.unitsThousandths) == [3000])
    }

    private func buySeats() async throws {
        var payload = SamplePayloads.transaction()
        payload.quantity = 3
        payload.multiSeatInfo = TransactionMultiSeatInfo.with {
            $0.invitationManagement = .developer
            $0.priceTiers = [
                MultiSeatPriceTier.with {
                    $0.price = 9990
                    $0.quantity = 3
                }
            ]
        }
        let notification = try self.shop.notification(transaction: payload)
        _ = try await self.shop.ingest.notification(notification, for: self.shop.app)
        let submission = Submission(
            customer: Sample.customer("anna"),
            transactionID: TransactionID(self.original.rawValue),
            intent: .purchase,
            submittedAt: self.shop.ambient.now()
        )
        var intake = Sample.facts(submission: submission, app: self.shop.app.name)
        intake.receivedAt = self.shop.ambient.now()
        intake.catalog = self.shop.app.catalog
        _ = try await self.shop.repository.record(intake)
    }

    private func carryOut(_ kind: SeatRequest.Kind) async throws {
        let request = SeatRequest(kind, at: self.shop.ambient.now(), by: "shop")
        let result = try await self.shop.repository.write { [app = self.shop.app, original = self.original] unit in
            try unit.carryOut(
                request,
                on: original,
                app: app.name,
                environment: .production,
                catalog: app.catalog,
                isPreview: false
            )
        }
        _ = try result.get()
    }

    private func unclaim(_ claims: [String], bundleID: String = SamplePayloads.bundleID) throws -> [UInt8] {
        let payload = NotificationPayload.with {
            $0.notificationType = .unclaimSeats
            $0.notificationUUID = "9b2f0f52-51f5-4503-b5a8-c3a1af68eb99"
            $0.version = "2.0"
            $0.signedDate = SamplePayloads.signedAt
            $0.unclaimInfo = UnclaimInfo.with {
                $0.bundleId = bundleID
                $0.appAppleId = SamplePayloads.appAppleID
                $0.environment = .production
                $0.unclaimSeatIds = claims
            }
        }
        return try self.shop.authority.sign(payload).bytes
    }
}
