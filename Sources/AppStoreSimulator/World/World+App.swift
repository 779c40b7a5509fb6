extension World {
    /// Sets where an app's notifications are posted from now on, as in App Store Connect; `nil` for nowhere.
    ///
    /// `bundleId` is needed only where the world sells for several apps.
    public func setNotificationURL(_ url: String?, for bundleId: String? = nil) throws(WorldError) {
        try self.change { state throws(WorldError) in
            let named = state.apps.indices.filter { bundleId == nil || state.apps[$0].bundleId == bundleId }
            guard named.count == 1 else { throw WorldError.unknownApp }
            state.apps[named[0]].notificationURL = url
        }
    }
}
