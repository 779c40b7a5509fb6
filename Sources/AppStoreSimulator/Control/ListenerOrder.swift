/// An order to open a port for a world.
struct ListenerOrder: Sendable {
    let hosted: HostedWorld
    let port: Int
    /// Told when the port is open, or why it is not.
    let answer: CheckedContinuation<Void, any Error>
}
