/// What one budget of requests is about: an operation of Apple's interface, for one app and environment.
package struct BudgetName: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The operation.
    package let operation: String

    /// The budget of an operation.
    package init(app: AppName, environment: StoreEnvironment, operation: String) {
        self.app = app
        self.environment = environment
        self.operation = operation
    }
}
