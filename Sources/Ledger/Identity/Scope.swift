/// An app and environment in which something was recorded, with the numbers that the repository gave them.
package struct Scope: Sendable {
    /// The number of the app and environment together.
    package let number: Int64
    /// The number of the app.
    package let app: Int64
    /// The names of the app and environment.
    package let name: ScopeName

    /// Creates a scope with these numbers.
    package init(number: Int64, app: Int64, name: ScopeName) {
        self.number = number
        self.app = app
        self.name = name
    }

    /// The environment.
    package var environment: StoreEnvironment { self.name.environment }
}

extension Scope: Hashable {
    /// Returns whether both are the same app and environment of one repository.
    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    /// Hashes the number, which identifies the scope.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.number) }
}

/// One environment of one app, within which Apple's ids are unique.
package struct ScopeName: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment

    /// Creates the name of an app and environment.
    package init(app: AppName, environment: StoreEnvironment) {
        self.app = app
        self.environment = environment
    }
}
