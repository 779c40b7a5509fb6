/// One difference between two catalogs.
package struct CatalogChange: Hashable, Sendable {
    /// The kind of the difference.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The entry is new.
        case added
        /// The entry was removed.
        case removed
        /// The entry has different values.
        case changed
    }

    /// A value before and after.
    package struct Field: Hashable, Sendable {
        /// The key, as in the file.
        package let name: String
        /// The value before, as in the file; `nil` if there was none.
        package let before: String?
        /// The value after, as in the file; `nil` if there is none.
        package let after: String?

        /// Creates a field with its value before and after.
        package init(name: String, before: String?, after: String?) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    /// The kind of the difference.
    package let kind: Kind
    /// The section of the entry: `products`, `entitlements`, `coins`, `pricePoints`, `sandbox`, `transfer`,
    /// `fulfillment`, `refundTerms`, `risk`, `consent`, `consentRescissions`, `dollarRates`, `gracePolicy` or `timeZone`.
    package let section: String
    /// The name of the entry in its section; empty if the section is a single entry.
    package let name: String
    /// The values that differ.
    package let fields: [Field]

    /// Creates a change of these values.
    package init(_ kind: Kind, section: String, name: String, fields: [Field]) {
        self.kind = kind
        self.section = section
        self.name = name
        self.fields = fields
    }

    /// The change on one line: `products.gems.600: grants.gems: 600 -> 660`.
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
