/// A request to App Store Connect.
///
/// You create a request with a static method, which is named after what it requests. The description of each method
/// says what Apple returns when you send the request.
public struct ConnectRequest<Response: Sendable>: Sendable {
    /// The path and query; `nil` if one of its parts cannot be part of an address.
    let target: ConnectTarget?
    /// The value of the header field `Accept`.
    let accept: String
    /// The maximum size of the body, in bytes.
    let maximumByteCount: Int
    /// Decodes the response from its body, or throws ``ConnectError/unreadable``.
    let read: @Sendable (_ body: [UInt8]) throws(ConnectError) -> Response

    /// Creates a request whose response is JSON.
    init(
        _ target: ConnectTarget?,
        read: @escaping @Sendable (_ body: [UInt8]) throws(ConnectError) -> Response
    ) {
        self.target = target
        self.accept = "application/json"
        self.maximumByteCount = ConnectClient.maximumJSONByteCount
        self.read = read
    }

    /// Creates a request whose response is a file.
    init(
        file target: ConnectTarget?,
        maximumByteCount: Int,
        read: @escaping @Sendable (_ body: [UInt8]) throws(ConnectError) -> Response
    ) {
        self.target = target
        self.accept = "application/a-gzip"
        self.maximumByteCount = maximumByteCount
        self.read = read
    }
}
