/// The name of a right, for example `pro`.
package typealias RightName = Identifier<Right>

/// A named thing a customer may do, which products unlock.
package struct Right: Hashable, Sendable {
    /// Its name in the catalogue and in every answer.
    package let name: RightName
    /// What people call it, by language tag.
    package let displayNames: [String: String]

    /// A right of this name.
    package init(name: RightName, displayNames: [String: String] = [:]) {
        self.name = name
        self.displayNames = displayNames
    }
}
