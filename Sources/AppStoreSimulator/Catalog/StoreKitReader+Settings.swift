extension StoreKitReader {
    /// Reads the settings of the store.
    mutating func settings(_ fields: CatalogFields) -> CatalogSettings {
        fields.warnOfUnknown(besides: Self.settingKeys, of: "settings", &self.notes)
        var settings = CatalogSettings()
        if let node = fields["_storefront"], let code = fields.text("_storefront", &self.notes) {
            settings.storefront = WorldStorefront(code: code)
            if settings.storefront == nil {
                self.notes.warn(
                    node,
                    about: "_storefront",
                    "is \"\(CatalogIssue.shown(code))\", which is not a storefront of the App Store",
                    "Prices are taken as US dollars. Write an ISO 3166-1 alpha-3 code such as USA."
                )
            }
        }
        if let node = fields["_timeRate"], let rate = fields.number("_timeRate", in: 0...1_000_000, &self.notes) {
            settings.profile = WorldProfile(timeRate: Int(rate))
            if settings.profile == nil {
                self.notes.warn(
                    node,
                    about: "_timeRate",
                    "is \(rate), a rate that the simulator does not support",
                    "Choose one of the renewal rates in Xcode, or name a profile when you create the world."
                )
            }
        }
        settings.appAppleId = self.appNumber(fields)
        settings.asksToBuy = fields.flag("_askToBuyEnabled", &self.notes) ?? false
        settings.interruptsPurchases = fields.flag("_billingIssuesEnabled", &self.notes) ?? false
        settings.failsRenewals = fields.flag("_renewalBillingIssuesEnabled", &self.notes) ?? false
        if fields.flag("_billingGracePeriodEnabled", &self.notes) == true {
            settings.gracePeriodDays = 16
        }
        self.warnOfFailures(fields)
        return settings
    }

    private static let settingKeys = [
        "_timeRate", "_compatibilityTimeRate", "_locale", "_storefront", "_failTransactionsEnabled", "_storeKitError",
        "_storeKitErrors", "_askToBuyEnabled", "_billingIssuesEnabled", "_renewalBillingIssuesEnabled",
        "_billingGracePeriodEnabled", "_disableDialogs", "_applicationInternalID", "_developerTeamID",
        "_lastSynchronizedDate",
    ]

    private mutating func appNumber(_ fields: CatalogFields) -> Int64? {
        guard let node = fields["_applicationInternalID"],
            let text = fields.text("_applicationInternalID", &self.notes)
        else { return nil }
        guard let number = Int64(text), number > 0 else {
            self.notes.refuse(
                node,
                "is \"\(CatalogIssue.shown(text))\", which is not an Apple ID",
                "Write the app's Apple ID of App Store Connect, such as \"1234567890\"."
            )
            return nil
        }
        return number
    }

    /// Warns that the simulator ignores errors inside the app, which the file can switch on: they do not reach any
    /// server.
    private mutating func warnOfFailures(_ fields: CatalogFields) {
        let remedy = "Only an app sees such an error. Decline the customer's card instead."
        if fields.flag("_failTransactionsEnabled", &self.notes) == true, let node = fields["_failTransactionsEnabled"] {
            self.notes.warn(node, about: "_failTransactionsEnabled", "is on and was ignored", remedy)
        }
        for entry in fields.objects("_storeKitErrors", &self.notes) {
            if entry.flag("enabled", &self.notes) == true {
                self.notes.warn(entry.node, about: "_storeKitErrors", "is on and was ignored", remedy)
            }
        }
    }
}
