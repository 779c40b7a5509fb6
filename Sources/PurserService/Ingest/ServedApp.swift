package import AppStore
package import Ledger

/// One app whose ledger this server keeps.
package struct ServedApp: Sendable {
    /// The short name in the configuration and in paths.
    package let name: AppName
    /// Verifies what Apple signs for the app.
    package private(set) var verifier: SignedDataVerifier
    /// The app's current catalog.
    package let live: LiveCatalog
    /// The client of Apple's server API; `nil` without a key.
    package let appStore: AppStoreClient?
    /// The signer of offers; `nil` without a key.
    package let offerSigner: OfferSigner?
    /// The rules that guard orders; `nil` if none are configured.
    package let guards: RuleSet?
    /// The maximum number of orders per customer.
    package let orderLimits: OrderLimits
    /// The messages to players.
    package let messages: PlayerMessages
    /// The secrets that the app shares with Apple for the legacy interfaces.
    package let sharedSecrets: SharedSecrets
    /// The client that asks Apple about receipts; `nil` if there is a key for the server API, or no secret.
    package let receiptClient: ReceiptClient?

    /// Creates an app of these values.
    package init(
        name: AppName,
        verifier: SignedDataVerifier,
        catalog: Catalog,
        appStore: AppStoreClient? = nil,
        offerSigner: OfferSigner? = nil,
        guards: RuleSet? = nil,
        orderLimits: OrderLimits = OrderLimits(),
        messages: PlayerMessages = .standard,
        sharedSecrets: SharedSecrets = SharedSecrets(),
        receiptClient: ReceiptClient? = nil
    ) {
        self.name = name
        self.verifier = verifier
        self.live = LiveCatalog(catalog)
        self.appStore = appStore
        self.offerSigner = offerSigner
        self.guards = guards
        self.orderLimits = orderLimits
        self.messages = messages
        self.sharedSecrets = sharedSecrets
        self.receiptClient = appStore == nil ? receiptClient : nil
    }

    /// Returns the same app with another admission of unknown signers; `nil` admits all.
    package func admitting(_ admission: UnknownSignerAdmission?) -> Self {
        var app = self
        app.verifier.admission = admission
        return app
    }

    /// The current catalog.
    package var catalog: Catalog { self.live.catalog }

    /// Returns whether a version 1 notification has one of the app's secrets, in a time that does not depend on them.
    package func hasSecret(_ old: NotificationV1) -> Bool { old.password.map(self.sharedSecrets.contains) ?? false }

    /// Whether the app accepts Production purchases.
    package var takesProduction: Bool { self.verifier.app.environments.contains(.production) }

    /// Whether the app accepts Sandbox purchases.
    package var takesSandbox: Bool { self.verifier.app.environments.contains(.sandbox) }

    /// The environments in which Apple can be asked: those whose purchases the app accepts and for which Apple has
    /// servers.
    package var askable: [StoreEnvironment] {
        guard self.appStore != nil else { return [] }
        return [.production, .sandbox].filter { environment in
            self.verifier.app.environments.contains(AppStoreEnvironment(environment))
        }
    }
}

extension AppStoreEnvironment {
    /// Returns the environment with Apple's name.
    package init(_ environment: StoreEnvironment) {
        self.init(rawValue: environment.rawValue)
    }
}
