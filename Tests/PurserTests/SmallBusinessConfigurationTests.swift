import Foundation
import Ledger
import Testing
import purser

@Suite struct SmallBusinessConfigurationTests {
    private func day(_ lines: [String], environment: [String: String] = [:]) throws -> PacificDay? {
        let folder = try ConfigurationSample.folder(configuration: ConfigurationSample.app(lines: lines))
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
        return configuration.apps[0].smallBusinessFrom
    }

    @Test("The day from which the reduced commission counts is written, or given by a variable, or there is none")
    func given() throws {
        #expect(try self.day([]) == nil)
        #expect(try self.day(["smallBusinessFrom: 2026-03-15"])?.text == "2026-03-15")
        let environment = ["PURSER_APPS_SHOP_SMALL_BUSINESS_FROM": "2026-04-15"]
        #expect(try self.day([], environment: environment)?.text == "2026-04-15")
    }

    @Test("What is no day is refused", arguments: ["2026-02-30", "yes", "15.03.2026"])
    func mistakes(text: String) throws {
        let messages = try ConfigurationSample.messages(
            ConfigurationSample.app(lines: ["smallBusinessFrom: \(text)"])
        )
        #expect(messages.count == 1, "\(messages)")
        #expect(messages.allSatisfy { $0.contains("apps.shop.smallBusinessFrom") })
    }
}
