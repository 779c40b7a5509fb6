package import Ledger

/// What another catalogue changes, and what customers lose by it.
package struct CatalogueComparison: Hashable, Sendable {
    /// A right that products unlock no longer.
    package struct Loss: Hashable, Sendable {
        /// The right.
        package let right: RightName
        /// The products that unlocked it and do not any longer, sorted.
        package let products: [ProductID]

        /// The loss of a right by those who own these products.
        package init(right: RightName, products: [ProductID]) {
            self.right = right
            self.products = products
        }
    }

    /// What changes, section by section.
    package let changes: [CatalogueChange]
    /// The rights that customers lose who have them from these products; how many they are is not counted.
    package let losses: [Loss]

    /// What a catalogue changes that takes the place of another.
    package init(from old: Catalogue, to new: Catalogue) {
        var changes: [CatalogueChange] = []
        let (before, after) = (CatalogueListing(old), CatalogueListing(new))
        for section in CatalogueListing.sections {
            let (left, right) = (before.entries[section] ?? [:], after.entries[section] ?? [:])
            for name in Set(left.keys).union(right.keys).sorted() {
                let fields = Self.fields(from: left[name] ?? [:], to: right[name] ?? [:])
                if left[name] == nil {
                    changes.append(CatalogueChange(.added, section: section, name: name, fields: fields))
                } else if right[name] == nil {
                    changes.append(CatalogueChange(.removed, section: section, name: name, fields: fields))
                } else if !fields.isEmpty {
                    changes.append(CatalogueChange(.changed, section: section, name: name, fields: fields))
                }
            }
        }
        self.changes = changes
        var lost: [RightName: Set<ProductID>] = [:]
        for (id, product) in old.products {
            let kept = Set(new.products[id]?.unlocks ?? [])
            for right in product.unlocks where !kept.contains(right) { lost[right, default: []].insert(id) }
        }
        self.losses = lost.keys.sorted().map { Loss(right: $0, products: (lost[$0] ?? []).sorted()) }
    }

    /// The changes and losses in words, one a line.
    package var words: [String] {
        self.changes.map(\.words)
            + self.losses.map { loss in
                let products = loss.products.map(\.rawValue).joined(separator: ", ")
                return "Who has \(loss.right) from \(products) loses it; how many they are is not counted."
            }
    }

    private static func fields(from old: [String: String], to new: [String: String]) -> [CatalogueChange.Field] {
        Set(old.keys).union(new.keys).sorted().compactMap { name in
            guard old[name] != new[name] else { return nil }
            return CatalogueChange.Field(name: name, before: old[name], after: new[name])
        }
    }
}

/// What would happen if a catalogue was applied.
package struct CataloguePreview: Sendable {
    /// The catalogue.
    package let file: CatalogueFile
    /// Whether it is byte for byte the one that counts now: applying it does nothing.
    package let isSame: Bool
    /// The version that counts now; `nil` before any was applied.
    package let current: CatalogueVersion?
    /// What it changes.
    package let comparison: CatalogueComparison

    /// The preview in words, one thing a line.
    package var words: [String] {
        if self.isSame { return ["Nothing changes: this is what counts now."] }
        let words = self.comparison.words
        return words.isEmpty ? ["Nothing that the server reads changes, only the text."] : words
    }
}
