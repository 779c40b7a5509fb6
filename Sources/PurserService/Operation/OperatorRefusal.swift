/// Why something could not be done, as an operator is told of it.
package protocol OperatorRefusal: Error {
    /// A stable code.
    var code: String { get }
    /// What to do about it, in one sentence.
    var remedy: String { get }
}
