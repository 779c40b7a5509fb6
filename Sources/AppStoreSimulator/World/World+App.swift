extension World {
    /// The key with which an app's server calls the store and signs offers.
    ///
    /// `bundleId` is needed only where the world sells for several apps.
    public func apiKey(of bundleId: String? = nil) throws(WorldError) -> APIKey {
        try self.change { state throws(WorldError) in state.keys[try state.place(ofApp: bundleId)] }
    }

    /// Sets where an app's notifications are posted from now on, as in App Store Connect; `nil` for nowhere.
    ///
    /// `bundleId` is needed only where the world sells for several apps.
    public func setNotificationURL(_ url: String?, for bundleId: String? = nil) throws(WorldError) {
        var action = WorldAction(.setNotificationURL)
        action.app = bundleId
        action.url = url
        try self.perform(action)
    }

    /// Says what customers are like who come from now on.
    public func setNewCustomers(_ customers: NewCustomers) {
        self.update { $0.newCustomers = customers }
    }
}
