/// The name of an entitlement, for example `pro`.
package typealias EntitlementName = Identifier<EntitlementDefinition>

/// A named thing a customer may do, which products unlock.
package struct EntitlementDefinition: Hashable, Sendable {
    /// Its name in the catalog and in every answer.
    package let name: EntitlementName
    /// What people call it, by language tag.
    package let displayNames: [String: String]

    /// An entitlement of this name.
    package init(name: EntitlementName, displayNames: [String: String] = [:]) {
        self.name = name
        self.displayNames = displayNames
    }
}
