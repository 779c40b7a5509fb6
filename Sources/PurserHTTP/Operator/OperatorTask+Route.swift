package import PurserService

extension OperatorTask {
    /// The route of the running server that does such tasks.
    package static var route: String { "/operator/v1/\(self.noun)-tasks" }
}
