package import AppStore
package import Ledger

/// One app that this server keeps the ledger of.
package struct ServedApp: Sendable {
    /// Its short name in the configuration and in paths.
    package let name: AppName
    /// Verifies what Apple signs for it.
    package private(set) var verifier: SignedDataVerifier
    /// What it sells, as it was applied last.
    package let live: LiveCatalog
    /// Asks Apple about it; `nil` where there is no key for that.
    package let appStore: AppStoreClient?
    /// Signs its offers; `nil` where there is no key for that.
    package let offerSigner: OfferSigner?
    /// What guards its orders; `nil` where none are configured.
    package let guards: RuleSet?
    /// How many orders its customers may have.
    package let orderLimits: OrderLimits
    /// What its players are told.
    package let messages: PlayerMessages
    /// The secrets that it shares with Apple for the old interfaces.
    package let sharedSecrets: SharedSecrets
    /// Asks Apple about receipts; `nil` where there is a key, or nothing to ask with.
    package let receiptClient: ReceiptClient?

    /// An app of this name.
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

    /// The same app, with unknown signers admitted as said; `nil` admits all.
    package func admitting(_ admission: UnknownSignerAdmission?) -> Self {
        var app = self
        app.verifier.admission = admission
        return app
    }

    /// What it sells.
    package var catalog: Catalog { self.live.catalog }

    /// Whether a notification of version 1 has one of its secrets, found out in a time that says nothing of them.
    package func hasSecret(_ old: NotificationV1) -> Bool { old.password.map(self.sharedSecrets.contains) ?? false }

    /// Whether its purchases of Production are taken.
    package var takesProduction: Bool { self.verifier.app.environments.contains(.production) }

    /// Whether its purchases of the Sandbox are taken.
    package var takesSandbox: Bool { self.verifier.app.environments.contains(.sandbox) }

    /// Where Apple can be asked about it: the environments that it takes purchases of and that Apple has servers for.
    package var askable: [StoreEnvironment] {
        guard self.appStore != nil else { return [] }
        return [.production, .sandbox].filter { environment in
            self.verifier.app.environments.contains(AppStoreEnvironment(environment))
        }
    }
}

extension AppStoreEnvironment {
    /// The environment by Apple's name.
    package init(_ environment: StoreEnvironment) {
        self.init(rawValue: environment.rawValue)
    }
}
