import AppStore
import Ledger
import PurserService
import Testing
import purser

@Suite struct CommissionConfigurationTests {
    private func terms(_ lines: [String], environment: [String: String] = [:]) throws -> ProceedsTerms {
        let folder = try ConfigurationSample.folder(configuration: ConfigurationSample.app(lines: lines))
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
        return configuration.apps[0].proceedsTerms
    }

    @Test("The platform and the programs of an app are written, or the platform is given by a variable")
    func given() throws {
        let written = try self.terms([
            "smallBusinessFrom: 2026-03-15",
            "commission: { platform: other, programs: [{ program: videoPartner, from: 2026-04-01, "
                + "until: 2026-05-01, products: [film] }, { program: smallBusiness, from: 2025-01-01, "
                + "until: 2026-01-01 }] }",
        ])
        #expect(written.platform == .other)
        #expect(written.memberships.map(\.program) == [.smallBusiness, .videoPartner, .smallBusiness])
        #expect(written.memberships.map(\.from.text) == ["2026-03-15", "2026-04-01", "2025-01-01"])
        #expect(written.memberships[1].until?.text == "2026-05-01")
        #expect(written.memberships[1].products == [ProductID("film")])
        #expect(try self.terms([]).platform == nil)
        let environment = ["PURSER_APPS_SHOP_COMMISSION_PLATFORM": "iOS"]
        #expect(try self.terms([], environment: environment).platform == .iOS)
    }

    @Test(
        "An unknown word, an end before the beginning, and a program twice on the same day are refused",
        arguments: [
            "platform: macOS", "programs: [{ program: standard, from: 2026-01-01 }]",
            "programs: [{ program: videoPartner }]", "programs: [{ program: miniApps, from: 2026-02-30 }]",
            "programs: [{ program: miniApps, from: 2026-02-01, until: 2026-02-01 }]",
            "programs: [{ program: smallBusiness, from: 2026-04-01 }]", "rate: 12",
        ]
    )
    func mistakes(text: String) throws {
        let messages = try ConfigurationSample.messages(
            ConfigurationSample.app(lines: ["smallBusinessFrom: 2026-03-15", "commission: { \(text) }"])
        )
        #expect(messages.count == 1, "\(messages)")
        #expect(messages.allSatisfy { $0.contains("apps.shop.commission") }, "\(messages)")
    }

    @Test("The limits of price increases are both or either")
    func limits() throws {
        func limits(_ lines: [String]) throws -> PriceIncreaseRule.Limits? {
            let folder = try ConfigurationSample.folder(configuration: ConfigurationSample.app(lines: lines))
            return try Configuration.load(file: folder.path + "/purser.yaml", environment: [:]).apps[0]
                .priceConsentLimits
        }
        #expect(try limits([]) == nil)
        #expect(try limits(["priceConsentLimits: either"]) == .either)
        let messages = try ConfigurationSample.messages(
            ConfigurationSample.app(lines: ["priceConsentLimits: neither"])
        )
        #expect(messages.count == 1 && messages.allSatisfy { $0.contains("apps.shop.priceConsentLimits") })
    }
}
