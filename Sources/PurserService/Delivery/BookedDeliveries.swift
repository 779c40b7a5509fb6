package import Ledger

/// What was handed over by being booked into wallets, on its way from whoever took the purchase in to whoever tells Apple.
///
/// Taking a purchase in does not wait for Apple. What lies here when the process ends is not told; the app that submits the
/// transaction later is told to finish it itself.
package struct BookedDeliveries: Sendable {
    /// The most that wait; beyond it the oldest are forgotten.
    private static let capacity = 10_000

    /// What was booked, in the order in which it was.
    package let stream: AsyncStream<Delivery>
    private let continuation: AsyncStream<Delivery>.Continuation

    /// Nothing booked yet.
    package init() {
        (self.stream, self.continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
    }

    /// Ends the stream after what it holds.
    package func end() { self.continuation.finish() }

    /// Takes note of what was booked.
    func note(_ delivery: Delivery) { self.continuation.yield(delivery) }
}
