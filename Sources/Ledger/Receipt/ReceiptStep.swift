/// What becomes of a kept receipt after Apple was asked about it.
package enum ReceiptStep: Hashable, Sendable {
    /// Apple is asked again at an instant, having given no answer so often in a row.
    case later(Instant, failures: Int)
    /// It is forgotten: the chain is long over, or Apple will never answer about it.
    case forget
}
