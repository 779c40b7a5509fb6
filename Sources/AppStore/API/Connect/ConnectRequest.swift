/// One question to App Store Connect, made by a function named after what it asks for.
public struct ConnectRequest<Answer: Sendable>: Sendable {
    /// Where it goes; `nil` when one of its parts cannot stand in an address.
    let target: ConnectTarget?
    /// What kind of body is wanted.
    let accept: String
    /// The longest body that is read, in bytes.
    let maximumByteCount: Int
    /// Makes the answer of a body, or throws ``ConnectError/unreadable``.
    let read: @Sendable (_ body: [UInt8]) throws(ConnectError) -> Answer

    /// A question whose answer is JSON.
    init(
        _ target: ConnectTarget?,
        read: @escaping @Sendable (_ body: [UInt8]) throws(ConnectError) -> Answer
    ) {
        self.target = target
        self.accept = "application/json"
        self.maximumByteCount = ConnectClient.maximumJSONByteCount
        self.read = read
    }

    /// A question whose answer is a file.
    init(
        file target: ConnectTarget?,
        maximumByteCount: Int,
        read: @escaping @Sendable (_ body: [UInt8]) throws(ConnectError) -> Answer
    ) {
        self.target = target
        self.accept = "application/a-gzip"
        self.maximumByteCount = maximumByteCount
        self.read = read
    }
}
