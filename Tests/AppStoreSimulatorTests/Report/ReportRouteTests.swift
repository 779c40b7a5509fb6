import AppStore
import AppStoreSimulator
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PurserTesting
import Testing

@Suite struct ReportRouteTests {
    @Test("The account from the control interface gives access to reports over HTTP, in every world")
    func download() async throws {
        let world = try RichShop.world()
        try world.shop("anna", "coins.100")
        try world.advance(by: .days(2))
        let token = world.reportAccount.key.teamToken(issuedAtSeconds: ReportClient.wallClock)
        try await SimulatorServerTests.during { ready in
            SimulatorServer(
                worlds: Worlds(main: world) { ReportClient.wallClock * 1000 },
                receiver: nil,
                logger: SimulatorServerTests.quiet,
                onReady: ready
            )
        } _: { caller in
            let vendor = try await caller.get("/_sim/v1/account").field("vendorNumber", as: String.self)
            #expect(vendor == world.reportAccount.vendorNumber)
            for prefix in ["", "/w/main"] {
                // As clients write it whose addresses know no brackets.
                let query = [
                    "vendorNumber": vendor, "reportType": "SALES", "reportSubType": "SUMMARY", "frequency": "DAILY",
                    "reportDate": "2026-01-31",
                ]
                let path =
                    "\(prefix)/v1/salesReports?"
                    + query.map { "filter%5B\($0.key)%5D=\($0.value)" }.joined(separator: "&")
                var request = HTTPClientRequest(url: caller.base + path)
                request.headers.add(name: "Authorization", value: "Bearer \(token)")
                request.headers.add(name: "Accept", value: "application/a-gzip")
                let response = try await caller.client.execute(request, timeout: .seconds(TestTimeout.seconds))
                #expect(response.status.code == 200)
                #expect(response.headers.first(name: "Content-Type") == "application/a-gzip")
                #expect(response.headers.first(name: "X-Rate-Limit") != nil)
                let body = try await response.body.collect(upTo: 1 << 20)
                let report = try SalesReport(
                    try ReportTable(try StoredGzip.content(Array(body.readableBytesView)))
                )
                var units: [Int64] = []
                try report.forEachRow { row throws(ReportError) in units.append(row.unitsThousandths) }
                #expect(units == [1000])
                #expect(try await caller.get(path).status == 401)
            }
        }
    }
}
