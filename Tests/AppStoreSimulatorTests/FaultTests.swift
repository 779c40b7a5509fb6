import AppStore
import AppStoreSimulator
import Synchronization
import Testing

@Suite struct FaultTests {
    private static func fault(_ effect: WorldFault.Effect, _ fill: (inout WorldFault) -> Void = { _ in }) -> WorldAction
    {
        var fault = WorldFault(effect)
        fill(&fault)
        var action = WorldAction(.addFault)
        action.fault = fault
        return action
    }

    /// Delivers waiting notifications and returns what a receiver without faults got.
    private static func received(_ world: World) async -> [WorldNotification] {
        let got = Mutex<[WorldNotification]>([])
        await world.deliver { notification in
            got.withLock { $0.append(notification) }
            return .answered(status: 200)
        }
        return got.withLock { $0 }
    }

    @Test("Duplicate, late and lost notifications leave the notification history correct")
    func onTheWay() async throws {
        let world = try RichShop.world()
        try world.perform(Self.fault(.double) { $0.match = "ONE_TIME_CHARGE" })
        try world.shop("anna", "coins.100")
        try world.shop("anna", "basic.monthly")
        #expect(
            await Self.received(world).map(\.name) == [
                "ONE_TIME_CHARGE/-", "ONE_TIME_CHARGE/-", "SUBSCRIBED/INITIAL_BUY",
            ]
        )
        try world.act(.clearFaults)

        try world.perform(Self.fault(.delay) { $0.milliseconds = 60_000 })
        try world.shop("bert", "coins.100")
        #expect(await Self.received(world).isEmpty)
        try world.advance(by: .seconds(60))
        #expect(await Self.received(world).count == 1)
        try world.act(.clearFaults)

        try world.perform(Self.fault(.drop) { $0.count = 1 })
        try world.shop("carl", "coins.100")
        #expect(await Self.received(world).isEmpty)
        #expect(world.deliveries.last?.attempts.map(\.outcome.result) == [.noResponse])
        try world.advance(by: .seconds(3600))
        #expect(await Self.received(world).count == 1)
        #expect(world.deliveries.last?.isDelivered == true)
    }

    @Test("Held notifications come together, shuffled ones in another order")
    func order() async throws {
        let world = try RichShop.world()
        try world.perform(Self.fault(.burst) { $0.milliseconds = 3_600_000 })
        for number in 0..<5 { try world.shop("c\(number)", "coins.100") }
        #expect(await Self.received(world).isEmpty)
        try world.advance(by: .seconds(3600))
        #expect(await Self.received(world).count == 5)
        try world.act(.clearFaults)
        try world.perform(Self.fault(.shuffle) { $0.milliseconds = 1000 })
        for number in 0..<20 { try world.shop("d\(number)", "coins.100") }
        try world.advance(by: .seconds(1))
        let indices = await Self.received(world).map(\.index)
        #expect(indices.count == 20 && indices != indices.sorted())
    }

    @Test("Each signing defect is refused, and correct data is accepted", arguments: SigningDefect.allCases)
    func defects(defect: SigningDefect) async throws {
        let world = try RichShop.world()
        let verifier = SignedDataVerifier(
            signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root])),
            app: try #require(
                AppIdentity(bundleID: "com.example.shop", appAppleID: 1_234_567_890, environments: [.production])
            )
        )
        try world.shop("anna", "coins.100")
        let good = try #require(await Self.received(world).first)
        _ = try verifier.notification(good.signedPayload)
        try world.perform(Self.fault(.corrupt) { $0.defect = defect.rawValue })
        try world.shop("anna", "coins.100")
        let bad = try #require(await Self.received(world).first)
        #expect(throws: VerificationError.self) { try verifier.notification(bad.signedPayload) }
        #expect(bad.uuid != good.uuid)
    }

    @Test("A wrong environment is the only error of the notification")
    func environment() async throws {
        let world = try RichShop.world()
        try world.perform(Self.fault(.wrongEnvironment))
        try world.shop("anna", "coins.100")
        let notification = try #require(await Self.received(world).first)
        #expect(notification.payload.data?.environment == .sandbox)
    }

    @Test("Faults have time windows, counts and probabilities, and one call removes them")
    func rules() async throws {
        let world = try RichShop.world()
        try world.perform(
            Self.fault(.double) {
                $0.from = world.now.milliseconds + 1000
                $0.until = world.now.milliseconds + 2000
            }
        )
        #expect(world.activeFaults.isEmpty)
        try world.shop("anna", "coins.100")
        #expect(await Self.received(world).count == 1)
        try world.advance(by: .seconds(1))
        #expect(world.activeFaults.count == 1)
        try world.shop("anna", "coins.100")
        #expect(await Self.received(world).count == 2)
        try world.advance(by: .seconds(1))
        #expect(world.activeFaults.isEmpty)
        try world.act(.clearFaults)
        try world.perform(Self.fault(.double) { $0.probability = 50_000 })
        for _ in 0..<100 { try world.shop("anna", "coins.100") }
        let count = await Self.received(world).count
        #expect((120...180).contains(count))
        try world.act(.clearFaults)
        #expect(throws: WorldError.invalidValue(field: "fault.probability", "100001")) {
            try world.perform(Self.fault(.double) { $0.probability = 100_001 })
        }
        #expect(throws: WorldError.missingField("fault.milliseconds", action: "addFault")) {
            try world.perform(Self.fault(.delay))
        }
    }

    @Test("Apple's interface fails once by a header, or by a fault")
    func api() throws {
        let world = try RichShop.world()
        let coins = try #require(try world.shop("anna", "coins.100"))
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: 1_790_000_000)
        func call(_ path: String, fault: String? = nil) -> AppleAPIResponse {
            var headers = ["authorization": "Bearer \(token)"]
            headers["x-sim-fault"] = fault
            return world.answer(AppleAPIRequest("GET", path, headers: headers), wallClockSeconds: 1_790_000_000)
        }
        let path = "/inApps/v1/transactions/\(coins.transactionId)"
        #expect(call(path).status == 200)
        let refused = call(path, fault: "error=500/5000001")
        #expect(refused.status == 500)
        #expect(try APIErrorResponse(json: refused.body).errorCode == 5_000_001)
        #expect(call(path, fault: "error=503").body.isEmpty)
        #expect(call(path, fault: "rateLimit").headers["retry-after"] == "\(world.now.milliseconds + 60_000)")
        #expect(call(path, fault: "cut").isCut)
        #expect(call(path, fault: "latency=250").latencyMilliseconds == 250)
        let page = call(path, fault: "webPage")
        #expect(page.status == 200 && page.headers["content-type"]?.hasPrefix("text/html") == true)
        #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
        #expect(call(path, fault: "nonsense").status == 200)
        try world.perform(
            Self.fault(.error) {
                $0.match = "getTransactionInfo"
                $0.errorCode = 4_040_010
                $0.count = 1
            }
        )
        #expect(call("/inApps/v2/history/\(coins.transactionId)").status == 200)
        #expect(call(path).status == 404)
        #expect(call(path).status == 200)
    }

    @Test("A copy of a device can have a defect, such as an expired signer")
    func deviceCopy() throws {
        let world = try RichShop.world()
        let coins = try #require(try world.shop("anna", "coins.100"))
        let verifier = SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root]))
        func code(_ defect: SigningDefect?) throws -> VerificationError.Code? {
            let copy = try world.signedTransaction(for: coins.transactionId, defect: defect)
            do throws(VerificationError) {
                _ = try verifier.verify(copy, as: TransactionPayload.self)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try code(nil) == nil)
        #expect(try code(.expiredLeaf) == .signerExpired)
        #expect(try code(.changedByte) == .signatureInvalid)
    }

    @Test("A stale response shows an earlier state")
    func stale() throws {
        let world = try RichShop.world()
        try world.shop("anna", "coins.100")
        try world.perform(Self.fault(.stale) { $0.milliseconds = 60_000 })
        try world.advance(by: .seconds(100))
        let second = try #require(try world.shop("anna", "coins.100"))
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: 1_790_000_000)
        func status() -> Int {
            world.answer(
                AppleAPIRequest(
                    "GET",
                    "/inApps/v1/transactions/\(second.transactionId)",
                    headers: ["authorization": "Bearer \(token)"]
                ),
                wallClockSeconds: 1_790_000_000
            ).status
        }
        #expect(status() == 404)
        try world.advance(by: .seconds(61))
        #expect(status() == 200)
    }
}
