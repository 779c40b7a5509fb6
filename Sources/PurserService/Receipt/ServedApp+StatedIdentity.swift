package import AppStore
import Ledger
import Metrics

extension ServedApp {
    /// Checks that a receipt or a version 1 notification states this app's ids and the product ids of its catalog.
    ///
    /// A missing id is accepted, as is 0 in the Sandbox. An id that the configuration or the catalog lacks is counted
    /// in `purser_unknown_item_ids_total`, once for each product.
    ///
    /// - Parameters:
    ///   - identities: The ids that the object and its purchases state.
    ///   - environment: The environment of the object; 0 is an ordinary id only in Production.
    ///   - part: The kind of object.
    /// - Throws: `bundleMismatch`, `appAppleIDMismatch` or `productItemIDMismatch`.
    package func check(
        _ identities: some Sequence<StatedIdentity>,
        in environment: AppStoreEnvironment?,
        part: VerificationError.Part
    ) throws(VerificationError) {
        let app = self.verifier.app
        let products = self.catalog.products
        func stated(_ number: Int64?) -> Int64? { number == 0 && environment != .production ? nil : number }
        // The products of the ids are looked up only where a product has none.
        var numbers: Set<Int64>?
        var isAppUnknown = false
        var unknownProducts: Set<ProductID> = []
        for identity in identities {
            if let bundleID = identity.bundleID, !bundleID.hasSameBytes(as: app.bundleID) {
                throw VerificationError(.bundleMismatch, in: part, expected: app.bundleID, found: bundleID)
            }
            if let number = stated(identity.appAppleID) {
                if let expected = app.appAppleID {
                    guard number == expected else {
                        throw VerificationError(
                            .appAppleIDMismatch,
                            in: part,
                            expected: "\(expected)",
                            found: "\(number)"
                        )
                    }
                } else {
                    isAppUnknown = true
                }
            }
            guard let number = stated(identity.productItemID), let id = identity.productID else { continue }
            let product = ProductID(id)
            if let expected = products[product]?.appStoreID {
                guard number == expected else {
                    throw VerificationError(
                        .productItemIDMismatch,
                        in: part,
                        expected: "\(expected) for the product \(id)",
                        found: "\(number)"
                    )
                }
                continue
            }
            let known = numbers ?? Set(products.values.compactMap(\.appStoreID))
            numbers = known
            guard !known.contains(number) else {
                throw VerificationError(
                    .productItemIDMismatch,
                    in: part,
                    expected: "an id of the product \(id)",
                    found: "\(number), the id of another product"
                )
            }
            unknownProducts.insert(product)
        }
        self.count(unknown: isAppUnknown ? 1 : 0, of: "app")
        self.count(unknown: unknownProducts.count, of: "product")
    }

    private func count(unknown count: Int, of subject: String) {
        guard count > 0 else { return }
        Counter(
            label: "purser_unknown_item_ids_total",
            dimensions: [("app", self.name.rawValue), ("of", subject)]
        ).increment(by: count)
    }
}
