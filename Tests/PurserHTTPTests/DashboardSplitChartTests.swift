import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// Charts that have the largest products or storefronts apart, and all others together.
@Suite struct DashboardSplitChartTests {
    private static let storefronts = ["USA", "JPN", "DEU", "FRA", "GBR", "CAN", "AUS", "BRA", nil]

    let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage()
    }

    /// Sells one subscription more in each storefront than in the next, two thirds of them of one product, on 3 days.
    private func sell(in storefronts: [String?]) async throws {
        var number: UInt64 = 0
        for (place, storefront) in storefronts.enumerated() {
            for turn in 0..<(storefronts.count - place) {
                number += 1
                let at = Sample.beginning + .days(Int64(turn % 3))
                var period = Sample.period("\(number)", of: "\(number)", at: at)
                period.storefront = storefront
                period.productID = ProductID(turn % 3 == 2 ? "pro" : "plus")
                _ = try await self.stage.services.repository.record(Sample.notification(number, about: period))
            }
        }
    }

    private func lines(_ chart: String) async throws -> [String] {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let first = CivilDay(of: Sample.beginning)
        let time = "from=\(first.text)&to=\((first + 2).text)"
        let file = try await browser.get("/dashboard/apps/shop/charts/\(chart)&\(time)&export=csv")
        return file.text.split(separator: "\r\n").map { line in
            line.split(separator: ",").dropFirst().joined(separator: ",")
        }
    }

    @Test("The five largest storefronts are apart, and the others with what has none are one series")
    func others() async throws {
        try await self.sell(in: Self.storefronts)
        #expect(
            try await self.lines("storefronts?by=day") == [
                "USA,JPN,DEU,FRA,GBR,4 others", "3,3,3,2,2,5", "3,3,2,2,2,3", "3,2,2,2,1,2",
            ]
        )
        #expect(
            try await self.lines("storefronts?by=month") == ["USA,JPN,DEU,FRA,GBR,4 others", "9,8,7,6,5,10"]
        )
    }

    @Test("Of one product, the storefronts are those in which it sells most")
    func ofProduct() async throws {
        try await self.sell(in: Self.storefronts)
        #expect(
            try await self.lines("storefronts?by=day&product=pro") == [
                "USA,DEU,FRA,JPN,AUS,2 others", "0,0,0,0,0,0", "0,0,0,0,0,0", "3,2,2,2,1,2",
            ]
        )
    }

    @Test("What sells in no known storefront has a series of its own where there is room")
    func unknown() async throws {
        try await self.sell(in: ["USA", nil])
        #expect(
            try await self.lines("storefronts?by=day") == ["USA,not known", "1,1", "1,0", "0,0"]
        )
    }

    @Test("Amounts of products add up to the revenue of the storefront")
    func ofStorefront() async throws {
        try await self.sell(in: Self.storefronts)
        let products = try await self.lines("products?by=day&storefront=JPN")
        #expect(products == ["plus,pro,currency", "29.97,0.00,USD", "29.97,0.00,USD", "0.00,19.98,USD"], "\(products)")
    }
}
