import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

/// A server's ledger beside a year of a store, with Apple's daily reports as they appear.
struct SoldYearLedger {
    /// The number of notifications that arrive at a time; they share commits.
    private static let crowd = 128
    private static let wallClock: Int64 = 1_790_000_000

    /// The shop that receives the store's notifications.
    let shop: SimulatedShop
    /// The sums of the reports.
    private(set) var theirs = SalesTally()
    /// The days that have a report, including one without sales.
    private(set) var reported: Set<PacificDay> = []
    /// The number of notifications.
    private(set) var notificationCount = 0
    /// The number of renewals that were charged before the day on which their period begins.
    private(set) var earlyCount = 0
    /// The number of renewals that were charged after the day on which their period begins.
    private(set) var lateCount = 0

    /// Creates the ledger of a shop without reports.
    init(_ shop: SimulatedShop) {
        self.shop = shop
    }

    /// Records all pending notifications of the store.
    mutating func hear() async throws {
        let sent = self.shop.world.drainOutbox()
        let shop = self.shop
        self.notificationCount += sent.count
        for renewal in sent where renewal.type == .didRenew {
            guard let beginning = renewal.transactionPayload?.purchaseDate else { continue }
            let days = [renewal.signedAt, beginning].map { PacificDay(of: Instant(milliseconds: $0.milliseconds)) }
            if days[0] < days[1] { self.earlyCount += 1 }
            if days[0] > days[1] { self.lateCount += 1 }
        }
        let failures = await withTaskGroup(of: Bool.self) { group in
            var failures = 0
            for (place, notification) in sent.enumerated() {
                if place >= Self.crowd, await group.next() == false { failures += 1 }
                group.addTask {
                    guard case .answered(status: 200) = await shop.receive(notification) else { return false }
                    return true
                }
            }
            for await isTaken in group where !isTaken { failures += 1 }
            return failures
        }
        #expect(failures == 0)
    }

    /// Fetches the report of the last whole day in Pacific time.
    mutating func fetchReport() throws {
        let world = self.shop.world
        let day = PacificDay(of: Instant(milliseconds: world.now.milliseconds)) + -1
        let account = world.reportAccount
        let query = [
            "vendorNumber": account.vendorNumber, "reportType": "SALES", "reportSubType": "SUMMARY",
            "frequency": "DAILY", "reportDate": day.text,
        ]
        let token = account.key.teamToken(issuedAtSeconds: Self.wallClock)
        let request = AppleAPIRequest(
            "GET",
            "/v1/salesReports",
            query: query.map { (name: "filter[\($0.key)]", value: $0.value) },
            headers: ["authorization": "Bearer \(token)"]
        )
        let answer = world.answer(request, wallClockSeconds: Self.wallClock)
        self.reported.insert(day)
        if answer.status == 404 {
            let body = String(decoding: answer.body, as: UTF8.self)
            #expect(body.contains("There were no sales for the date specified."), "\(day.text)")
            return
        }
        #expect(answer.status == 200, "\(day.text)")
        let report = try SalesReport(try ReportTable(Self.unpacked(answer.body)))
        try self.theirs.add(report, of: day, appSKU: world.apps.first?.bundleId)
    }

    /// The ledger's sales in Production.
    func ours() async throws -> SalesTally {
        var tally = SalesTally()
        let last = Instant(milliseconds: self.shop.world.now.milliseconds) + Span.days(400)
        let span = Instant(milliseconds: 0)..<last
        var pages = SalePages(in: self.shop.repository, of: self.shop.app.name, within: span, limit: 10_000)
        while let sales = try await pages.next() {
            for sale in sales { tally.add(sale) }
        }
        return tally
    }

    /// The content of a gzip file whose blocks are stored, as the simulator's are.
    private static func unpacked(_ file: [UInt8]) -> [UInt8] {
        var content: [UInt8] = []
        var place = 10
        while place + 5 <= file.count {
            let isLast = file[place] == 1
            let length = Int(file[place + 1]) + Int(file[place + 2]) * 256
            content += file[(place + 5)..<min(place + 5 + length, file.count)]
            place += 5 + length
            if isLast { break }
        }
        return content
    }
}
