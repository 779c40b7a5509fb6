package import Ledger

/// The differences between two catalogs, and what customers lose by them.
package struct CatalogComparison: Hashable, Sendable {
    /// An entitlement that products no longer unlock.
    package struct Loss: Hashable, Sendable {
        /// The entitlement.
        package let entitlement: EntitlementName
        /// The products that unlocked the entitlement and no longer do, sorted.
        package let products: [ProductID]

        /// Creates the loss of an entitlement by the owners of these products.
        package init(entitlement: EntitlementName, products: [ProductID]) {
            self.entitlement = entitlement
            self.products = products
        }
    }

    /// The differences, section by section.
    package let changes: [CatalogChange]
    /// The entitlements that customers lose who have them from these products; the customers are not counted.
    package let losses: [Loss]

    /// Compares a catalog with the one that it replaces.
    package init(from old: Catalog, to new: Catalog) {
        var changes: [CatalogChange] = []
        let (before, after) = (CatalogListing(old), CatalogListing(new))
        for section in CatalogListing.sections {
            let (left, right) = (before.entries[section] ?? [:], after.entries[section] ?? [:])
            for name in Set(left.keys).union(right.keys).sorted() {
                let fields = Self.fields(from: left[name] ?? [:], to: right[name] ?? [:])
                if left[name] == nil {
                    changes.append(CatalogChange(.added, section: section, name: name, fields: fields))
                } else if right[name] == nil {
                    changes.append(CatalogChange(.removed, section: section, name: name, fields: fields))
                } else if !fields.isEmpty {
                    changes.append(CatalogChange(.changed, section: section, name: name, fields: fields))
                }
            }
        }
        self.changes = changes
        var lost: [EntitlementName: Set<ProductID>] = [:]
        for (id, product) in old.products {
            let kept = Set(new.products[id]?.unlocks ?? [])
            for entitlement in product.unlocks where !kept.contains(entitlement) {
                lost[entitlement, default: []].insert(id)
            }
        }
        self.losses = lost.keys.sorted().map { Loss(entitlement: $0, products: (lost[$0] ?? []).sorted()) }
    }

    /// The differences and losses as text, one per line.
    package var summary: [String] {
        self.changes.map(\.summary)
            + self.losses.map { loss in
                let products = loss.products.map(\.rawValue).joined(separator: ", ")
                return "Customers who have \(loss.entitlement) from \(products) lose it; they are not counted."
            }
    }

    private static func fields(from old: [String: String], to new: [String: String]) -> [CatalogChange.Field] {
        Set(old.keys).union(new.keys).sorted().compactMap { name in
            guard old[name] != new[name] else { return nil }
            return CatalogChange.Field(name: name, before: old[name], after: new[name])
        }
    }
}

/// The result that applying a catalog would have.
package struct CatalogPreview: Sendable {
    /// The catalog.
    package let file: CatalogFile
    /// Whether the catalog is byte for byte the current one, so that applying it changes nothing.
    package let isSame: Bool
    /// The current version; `nil` before a catalog was applied.
    package let current: CatalogVersion?
    /// The differences from the current catalog.
    package let comparison: CatalogComparison

    /// The preview as text, one item per line.
    package var summary: [String] {
        if self.isSame { return ["Nothing changes: this is the current catalog."] }
        let summary = self.comparison.summary
        return summary.isEmpty ? ["Only the text changes; no value that the server reads changes."] : summary
    }
}
