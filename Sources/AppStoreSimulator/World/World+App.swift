extension World {
    /// Sets where an app's notifications are posted from now on, as in App Store Connect; `nil` for nowhere.
    ///
    /// `bundleId` is needed only where the world sells for several apps.
    public func setNotificationURL(_ url: String?, for bundleId: String? = nil) throws(WorldError) {
        var action = WorldAction(.setNotificationURL)
        action.app = bundleId
        action.url = url
        try self.perform(action)
    }
}
