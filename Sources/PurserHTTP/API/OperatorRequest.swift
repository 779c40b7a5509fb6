/// The former name of `RequestFields`.
typealias OperatorRequest = RequestFields

extension RequestFields {
    /// A text that has to be there.
    func requiredText(_ field: String) throws -> String { try self.required(field) }
}
