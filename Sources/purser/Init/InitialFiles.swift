import AppStoreSimulator

/// The content of the files that `purser init` writes.
package struct InitialFiles: Sendable {
    /// The address in the first configuration.
    static let address = "127.0.0.1:8080"
    /// The app's Apple ID in the first configuration, an example to replace.
    static let appAppleID = "1234567890"
    /// The address of the simulated store's clock, with its default port.
    static let clock = "http://127.0.0.1:8090/_sim/v1/clock"
    /// The folder for the simulator's key and root certificate.
    static let simulator = "simulator"
    /// The address of the simulator's App Store Server API, with its default port.
    static let store = "http://127.0.0.1:8090"
    /// The key of the first app of a simulated store with the default seed.
    static let key = APIKey(seed: 1, app: 0)
    /// The developer's account in the App Store Connect of such a store.
    static let account = ReportAccount(seed: 1)

    private let messages: InitMessages

    /// Creates files with comments in one language.
    package init(messages: InitMessages) {
        self.messages = messages
    }

    /// Returns the configuration of an app; `asksStore` says whether the server asks the simulated store for missed
    /// data.
    package func configuration(name: String, bundleID: String, asksStore: Bool = true) -> String {
        self.app(name: name, bundleID: bundleID)
            + (asksStore ? self.appStore + self.appStoreConnect(sku: bundleID) : "")
    }

    /// The section with the key for the store's API.
    private var appStore: String {
        """
            \(self.messages.appStore.map { "# " + $0 }.joined(separator: "\n    "))
            appStore:
              issuerId: \(Self.key.issuerId)
              keyId: \(Self.key.keyId)
              privateKey: \(Self.simulator)/\(Self.key.keyId).p8
              production: \(Self.store)
              sandbox: \(Self.store)

        """
    }

    /// Returns the section with the team's key for reports; the simulated app's SKU is its bundle id.
    private func appStoreConnect(sku: String) -> String {
        """
            \(self.messages.appStoreConnect.map { "# " + $0 }.joined(separator: "\n    "))
            appStoreConnect:
              issuerId: \(Self.account.key.issuerId)
              keyId: \(Self.account.key.keyId)
              privateKey: \(Self.simulator)/\(Self.account.key.keyId).p8
              vendorNumber: \(Self.account.vendorNumber)
              sku: \(sku)
              address: \(Self.store)

        """
    }

    private func app(name: String, bundleID: String) -> String {
        """
        \(Self.comment(self.messages.configuration))

        server:
          \(Self.comment([self.messages.address]))
          address: \(Self.address)

        \(Self.comment([self.messages.storage]))
        storage: sqlite:data/purser.db

        \(Self.comment(self.messages.trust))
        trust: { simulator: \(Self.simulator)/root.der }

        apps:
          \(name):
            \(Self.comment([self.messages.bundleID]))
            bundleId: \(bundleID)
            \(Self.comment([self.messages.appAppleID]))
            appAppleId: \(Self.appAppleID)
            catalog: catalog.yaml
            \(Self.comment([self.messages.secretKey]))
            secretKey: { file: secret.key }

        """
    }

    /// Returns the catalog of an example app.
    package func catalog() -> String {
        """
        \(Self.comment(self.messages.catalog))

        \(Self.comment([self.messages.entitlements]))
        entitlements:
          pro:        { name: { en: Pro, zh-Hans: 专业版 } }
          frame.gold: { name: { en: Golden frame, zh-Hans: 金色头像框 } }

        \(Self.comment([self.messages.coins]))
        coins:
          gems: {}

        \(Self.comment(self.messages.products))
        products:
          pro.monthly: { kind: auto-renewable, group: pro, level: 2, unlocks: pro, price: USD 9.99, period: P1M }
          pro.yearly:  { kind: auto-renewable, group: pro, level: 1, unlocks: pro, price: USD 99.99, period: P1Y }
          gems.600:    { kind: consumable, grants: { gems: 600 }, price: USD 9.99 }
          pass.30days: { kind: non-renewing, unlocks: pro, lasts: P30D, price: USD 4.99 }
          frame.gold:  { kind: non-consumable, unlocks: frame.gold, price: USD 2.99 }

        \(Self.comment(self.messages.gracePolicy))
        gracePolicy: { grace: keep, retry: none, overdue: keep, leeway: 1h }

        \(Self.comment([self.messages.timeZone]))
        timeZone: UTC

        \(Self.comment(self.messages.sandbox))
        # sandbox: { consumable: capped 20 fulfillments 6000 gems, rest: testers, testers: [anna] }

        \(Self.comment(self.messages.fulfillment))
        fulfillment: { from: 2026-01-01T00:00:00Z }

        \(Self.comment(self.messages.transfer))
        # transfer: { non-consumable: transfer, auto-renewable: keep-while-renewing }

        \(Self.comment(self.messages.shopPrices))
        # pricePoints: { USD: [0.99, 1.99, 2.99, 4.99, 9.99] }

        """
    }

    private static func comment(_ lines: [String]) -> String {
        lines.map { "# " + $0 }.joined(separator: "\n")
    }
}
