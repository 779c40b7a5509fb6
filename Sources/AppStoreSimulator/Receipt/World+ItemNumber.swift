/// The numbers of apps and products that the old interfaces state: in the Sandbox 0, as Apple states them there.
extension World {
    /// Returns the number of an app.
    func itemNumber(of app: WorldApp) -> Int64 { app.environment == .production ? app.appAppleId : 0 }

    /// Returns the number of a product: the catalog's, or else ten digits that follow from the world's seed, the app and the
    /// product's id.
    func itemNumber(of product: WorldProduct, in app: WorldApp) -> Int64 {
        Self.itemNumber(of: product, in: app, seed: self.seed)
    }

    /// Returns the number of a product in a world of a seed.
    static func itemNumber(of product: WorldProduct, in app: WorldApp, seed: UInt64) -> Int64 {
        app.environment == .production ? Self.storeNumber(of: product, in: app, seed: seed) : 0
    }

    /// Returns the number of a product in App Store Connect, which it has whatever the environment.
    static func storeNumber(of product: WorldProduct, in app: WorldApp, seed: UInt64) -> Int64 {
        if let number = product.appStoreId { return number }
        var generator = SeededGenerator(seed: seed, purpose: "number of \(product.id) in \(app.bundleId)")
        return 1_000_000_000 + Int64(generator.number(below: 9_000_000_000))
    }
}
