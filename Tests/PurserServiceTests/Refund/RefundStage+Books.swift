import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// The state of the ledger after a test, and requests that the simulated store does not send by itself.
extension RefundStage {
    /// The responder of the server: it sends answers to Apple, and fetches transactions that the ledger does not know.
    func live(requester: ConsumptionRequester? = nil) throws -> RefundResponder {
        let service = AppStoreService(
            repository: self.shop.repository,
            ingest: self.shop.ingest,
            apps: [self.shop.app],
            ambient: self.shop.ambient
        )
        let responder = RefundResponder(
            for: self.shop.app,
            service: service,
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            workers: self.shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            requester: requester
        )
        return try #require(responder)
    }

    /// Runs the server's automatic work.
    func serve() async throws {
        let responder = try self.live()
        try await self.work(responder)
        await self.shop.publishDue()
    }

    /// The active entitlements of a customer.
    func entitlements(of customer: String = "anna") async throws -> [String] {
        try await self.shop.entitlements(of: customer).filter(\.isActive).map(\.name.rawValue).sorted()
    }

    /// The refunded share of the price of a transaction in the ledger; `nil` for none.
    func moneyBack(_ id: String, of customer: String = "anna") async throws -> Int? {
        guard let customer = CustomerID(customer) else { return nil }
        let ledger = try await self.shop.repository.read { view in
            try view.ledger(
                of: customer,
                app: self.shop.app.name,
                environment: self.shop.environment
            )
        }
        let lines = ledger.purchases(at: self.shop.ambient.now(), catalog: self.shop.app.catalog)
        let line = lines.first { $0.transactionIDs.contains(TransactionID(id)) }
        return try #require(line).refundedPercentageMilliunits
    }

    /// The state of a refund, and its refunded money.
    func outcome(_ id: String) async throws -> RefundCase.State? { try await self.record(id)?.refundCase.state }

    /// The requests that sent an answer to Apple, as method and path.
    var answers: [String] { self.shop.asked.filter { $0.contains("/transactions/consumption/") } }

    /// Records the request among the store's pending notifications, with its transaction changed in one place; drops
    /// the others.
    func hearRequest(replacing text: String, with other: String) async throws {
        for notification in self.shop.world.drainOutbox() where notification.type == .consumptionRequest {
            let whole = try Self.payload(notification.signedPayload)
            let start = try #require(whole.range(of: "\"signedTransactionInfo\":\"")?.upperBound)
            let end = try #require(whole[start...].firstIndex(of: "\""))
            let inner = try Self.payload(Array(whole[start..<end].utf8))
            #expect(inner.contains(text))
            let signer = self.shop.world.signer
            let changed = signer.sign(Array(inner.replacing(text, with: other).utf8))
            let request = whole.replacingCharacters(in: start..<end, with: String(decoding: changed, as: UTF8.self))
            _ = try await self.shop.ingest.notification(signer.sign(Array(request.utf8)), for: self.shop.app)
        }
    }

    private static func payload(_ signed: [UInt8]) throws -> String {
        let parts = signed.split(separator: UInt8(ascii: "."))
        return String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
    }
}
