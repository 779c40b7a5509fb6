import Foundation
import Ledger
import Testing
import purser

@Suite struct OrderConfigurationTests {
    private func limits(_ lines: [String], environment: [String: String] = [:]) throws -> OrderLimits {
        let folder = try ConfigurationSample.folder(configuration: ConfigurationSample.app(lines: lines))
        return try Configuration.load(file: folder.path + "/purser.yaml", environment: environment).apps[0].orderLimits
    }

    @Test("What is not written is bounded as documented")
    func defaults() throws {
        let limits = try self.limits([])
        #expect(limits == OrderLimits())
        #expect(limits.open == 50)
        #expect(limits.perHour == 60)
        #expect(limits.perDay == 300)
        #expect(limits.retention == .days(180))
    }

    @Test("Each limit can be written, or given by a variable")
    func given() throws {
        let limits = try self.limits(
            ["orders: { open: 5, perHour: 6, retentionDays: 30 }"],
            environment: ["PURSER_APPS_SHOP_ORDERS_PER_DAY": "7"]
        )
        #expect(limits.open == 5)
        #expect(limits.perHour == 6)
        #expect(limits.perDay == 7)
        #expect(limits.retention == .days(30))
    }

    @Test(
        "No limit can be left out by a number that is none",
        arguments: [
            "open: 0", "open: 5001", "perHour: -1", "perDay: none", "retentionDays: 29",
            "retentionDays: 3651", "days: 1",
        ]
    )
    func mistakes(limit: String) throws {
        let messages = try ConfigurationSample.messages(ConfigurationSample.app(lines: ["orders: { \(limit) }"]))
        #expect(messages.count == 1, "\(messages)")
        #expect(messages.allSatisfy { $0.contains("apps.shop.orders") })
    }
}
