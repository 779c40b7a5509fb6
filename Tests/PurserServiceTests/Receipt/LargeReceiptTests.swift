import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

/// Receipts with many purchases.
@Suite struct LargeReceiptTests {
    /// A receipt with a number of purchases: consumables, or the periods of one subscription.
    private static func receipt(_ count: Int, isSubscription: Bool, by authority: ReceiptAuthority) throws -> String {
        var draft = SampleReceipts.draft(rows: 0)
        for number in 0..<count {
            var row = ReceiptDraft()
            let year = 2000 + number / 336
            let month = number / 28 % 12 + 1
            let day = number % 28 + 1
            let date = [year, month, day].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: "-")
            row.add(1702, text: isSubscription ? "pro.monthly" : "gems.600")
            row.add(1703, text: String(1_000_000 + number))
            row.add(1704, instant: "\(date)T11:00:00Z")
            row.add(1705, text: isSubscription ? "1000000" : String(1_000_000 + number))
            row.add(1707, number: isSubscription ? 3 : 1)
            row.add(1708, instant: isSubscription ? "\(date)T23:00:00Z" : "")
            if isSubscription { row.add(1711, number: Int64(5_000_000 + number)) }
            draft.add(purchase: row)
        }
        return Data(try authority.signer.receipt(draft)).base64EncodedString()
    }

    @Test("A long receipt is recorded completely, and again without a change", arguments: [false, true])
    func long(isSubscription: Bool) async throws {
        let count = isSubscription ? 1_000 : 10_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "receipts-\(getpid())-\(count)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let repository = try SQLiteRepository(path: folder.appending(path: "purser.db").path, logger: logger) { _ in }
        let authority = try ReceiptAuthority()
        let shop = try TestShop(repository: repository, receipts: authority)
        let receipt = try Self.receipt(count, isSubscription: isSubscription, by: authority)
        let anna = try #require(CustomerID("anna"))
        for isFirst in [true, false] {
            let taken = try await shop.ingest.receipt(
                receipt,
                about: nil,
                by: anna,
                intent: .restore,
                tokens: [],
                for: shop.app
            )
            guard case .recorded(let recorded) = taken.purchase.outcome else {
                Issue.record("It is held.")
                return
            }
            #expect(recorded.isNew == isFirst)
            #expect(recorded.claim?.owner == anna)
        }
        let ledger = try await shop.repository.read { view in
            try view.ledger(of: anna, app: shop.app.name, environment: .production)
        }
        #expect(ledger.chains.flatMap(\.chain.transactions).count == count)
        await repository.close()
    }
}
