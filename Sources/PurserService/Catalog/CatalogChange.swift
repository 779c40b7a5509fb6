/// One thing that another catalog changes.
package struct CatalogChange: Hashable, Sendable {
    /// What happens to it.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It is new.
        case added
        /// It is there no longer.
        case removed
        /// It says something else.
        case changed
    }

    /// A value before and after.
    package struct Field: Hashable, Sendable {
        /// The key, as in the file.
        package let name: String
        /// The value before, as in the file; `nil` where there was none.
        package let before: String?
        /// The value after, as in the file; `nil` where there is none.
        package let after: String?

        /// A value before and after.
        package init(name: String, before: String?, after: String?) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    /// What happens to it.
    package let kind: Kind
    /// Where it stands: `products`, `entitlements`, `coins`, `pricePoints`, `sandbox`, `transfer`, `fulfillment`,
    /// `refundTerms`, `risk`, `consent`, `dollarRates`, `gracePolicy` or `timeZone`.
    package let section: String
    /// Its name there; empty where the section is one thing.
    package let name: String
    /// The values that differ.
    package let fields: [Field]

    /// A change of these parts.
    package init(_ kind: Kind, section: String, name: String, fields: [Field]) {
        self.kind = kind
        self.section = section
        self.name = name
        self.fields = fields
    }

    /// The change in a line: `products.gems.600: grants.gems: 600 -> 660`.
    package var summary: String {
        let subject = self.name.isEmpty ? self.section : "\(self.section).\(self.name)"
        let values = self.fields.map { field -> String in
            switch (field.before, field.after) {
            case (let before?, let after?): "\(field.name): \(before) -> \(after)"
            case (nil, let after?): "\(field.name): \(after)"
            case (let before?, nil): "\(field.name): \(before) -> nothing"
            case (nil, nil): field.name
            }
        }
        switch self.kind {
        case .added: return "+ \(subject)" + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))
        case .removed: return "- \(subject)"
        case .changed: return "~ \(subject): " + values.joined(separator: ", ")
        }
    }
}
