/// The methods that the API uses.
package enum APIMethod: String, CaseIterable, Sendable {
    /// Reads.
    case get
    /// Does something, or makes something.
    case post
    /// Sets something as a whole.
    case put
    /// Changes parts of something.
    case patch
    /// Takes something away.
    case delete
}
