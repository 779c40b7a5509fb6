extension Delivery {
    /// Whether it waits until Apple has said that what an app showed still stands.
    package var awaitsApple: Bool { self.state == .waiting && self.reason == .unconfirmed }
}
