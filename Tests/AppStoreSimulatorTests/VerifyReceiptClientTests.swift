import AppStore
import AppStoreSimulator
import Foundation
import Synchronization
import Testing

@Suite struct VerifyReceiptClientTests {
    private let world: World
    private let anna: WorldCustomer

    init() throws {
        self.world = try Shop.world(environment: .sandbox)
        self.anna = try self.world.customer("anna")
        try self.world.buy(Shop.monthly, by: self.anna)
    }

    /// A client of the world; how often it asked is counted.
    private func client(_ asked: Counter) -> VerifyReceiptClient {
        let world = self.world
        let transport = AppStoreTransport { call, _ throws(AppStoreTransportError) in
            asked.add(call.url)
            let isSandbox = call.url == "sandbox"
            return AppStoreHTTPResponse(status: 200, body: world.verifyReceipt(call.body ?? [], inSandbox: isSandbox))
        }
        return VerifyReceiptClient(production: "production", sandbox: "sandbox", transport: transport) { _ in }
    }

    private final class Counter: Sendable {
        private let urls = Mutex<[String]>([])
        var all: [String] { self.urls.withLock { $0 } }
        func add(_ url: String) { self.urls.withLock { $0.append(url) } }
    }

    private func request(secret: String? = nil) throws -> VerifyReceiptRequest {
        VerifyReceiptRequest(
            receipt: Data(try self.world.receipt(of: self.anna).bytes).base64EncodedString(),
            password: try secret ?? self.world.sharedSecret()
        )
    }

    @Test("Production is asked first, and the Sandbox when Apple says so")
    func hop() async throws {
        let asked = Counter()
        let answer = try await self.client(asked).verify(self.request())
        #expect(asked.all == ["production", "sandbox"])
        #expect(answer.environment == .sandbox)
        #expect(answer.latestRows.map(\.productID) == [Shop.monthly])
        #expect(answer.renewals.first?.autoRenews == true)
        #expect(answer.latestReceipt != nil)
    }

    @Test("Retryable statuses are retried, and others are not", arguments: [21005, 21009, 21150])
    func passing(status: Int64) async throws {
        var fault = WorldFault(.error)
        fault.match = "verifyReceipt"
        fault.errorCode = status
        fault.status = 503
        fault.count = 2
        try self.world.perform(.addFault(fault))
        let asked = Counter()
        _ = try await self.client(asked).verify(self.request())
        #expect(asked.all.count == 4)
    }

    @Test("A permanent refusal is returned immediately", arguments: [21003, 21010, 21150])
    func refused(status: Int64) async throws {
        var fault = WorldFault(.error)
        fault.match = "verifyReceipt"
        fault.errorCode = status
        try self.world.perform(.addFault(fault))
        let asked = Counter()
        await #expect(throws: VerifyReceiptClient.Failure.refused(VerifyReceiptStatus(rawValue: status))) {
            try await self.client(asked).verify(self.request())
        }
        #expect(asked.all.count == 1)
    }

    @Test("A fault that stays is unavailable, and a wrong secret is a refusal")
    func staying() async throws {
        let asked = Counter()
        await #expect(throws: VerifyReceiptClient.Failure.refused(.wrongSecret)) {
            try await self.client(asked).verify(self.request(secret: "wrong"))
        }
        var fault = WorldFault(.error)
        fault.match = "verifyReceipt"
        fault.errorCode = 21005
        try self.world.perform(.addFault(fault))
        await #expect(throws: VerifyReceiptClient.Failure.unavailable(.unavailable)) {
            try await self.client(asked).verify(self.request())
        }
    }
}
