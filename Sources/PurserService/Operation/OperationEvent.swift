/// What a long piece of an operator's work says while it runs.
///
/// It says how far it is and what it finds, and ends with a result or a failure. The same words go to a terminal and
/// through the server's socket.
package enum OperationEvent: Hashable, Sendable {
    /// How far it is.
    case progress(OperationProgress)
    /// Something that is not as it should be.
    case finding(OperationFinding)
    /// One line of a list that was asked for.
    case line(OperationLine)
    /// It is done; nothing follows.
    case result(OperationResult)
    /// It could not be done; nothing follows.
    case failure(OperationFailure)

    /// Whether nothing follows.
    package var isLast: Bool {
        switch self {
        case .progress, .finding, .line: false
        case .result, .failure: true
        }
    }
}
