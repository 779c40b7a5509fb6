package import Ledger

/// What another catalog changes, and what customers lose by it.
package struct CatalogComparison: Hashable, Sendable {
    /// An entitlement that products unlock no longer.
    package struct Loss: Hashable, Sendable {
        /// The entitlement.
        package let entitlement: EntitlementName
        /// The products that unlocked it and do not any longer, sorted.
        package let products: [ProductID]

        /// The loss of an entitlement by those who own these products.
        package init(entitlement: EntitlementName, products: [ProductID]) {
            self.entitlement = entitlement
            self.products = products
        }
    }

    /// What changes, section by section.
    package let changes: [CatalogChange]
    /// The entitlements that customers lose who have them from these products; how many they are is not counted.
    package let losses: [Loss]

    /// What a catalog changes that takes the place of another.
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

    /// The changes and losses in words, one a line.
    package var summary: [String] {
        self.changes.map(\.summary)
            + self.losses.map { loss in
                let products = loss.products.map(\.rawValue).joined(separator: ", ")
                return "Who has \(loss.entitlement) from \(products) loses it; how many they are is not counted."
            }
    }

    private static func fields(from old: [String: String], to new: [String: String]) -> [CatalogChange.Field] {
        Set(old.keys).union(new.keys).sorted().compactMap { name in
            guard old[name] != new[name] else { return nil }
            return CatalogChange.Field(name: name, before: old[name], after: new[name])
        }
    }
}

/// What would happen if a catalog was applied.
package struct CatalogPreview: Sendable {
    /// The catalog.
    package let file: CatalogFile
    /// Whether it is byte for byte the one that counts now: applying it does nothing.
    package let isSame: Bool
    /// The version that counts now; `nil` before any was applied.
    package let current: CatalogVersion?
    /// What it changes.
    package let comparison: CatalogComparison

    /// The preview in words, one thing a line.
    package var summary: [String] {
        if self.isSame { return ["Nothing changes: this is what counts now."] }
        let summary = self.comparison.summary
        return summary.isEmpty ? ["Nothing that the server reads changes, only the text."] : summary
    }
}
