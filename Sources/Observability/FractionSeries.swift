import Metrics

/// A sum of fractions that only goes up.
final class FractionSeries: FloatingPointCounterHandler {
    private let sum = AtomicNumber()

    /// The sum.
    var value: Double { self.sum.value }

    /// Adds some; what is below nothing, or no number, is nothing.
    func increment(by amount: Double) {
        if amount > 0 { self.sum.add(amount) }
    }

    /// Begins anew.
    func reset() {
        self.sum.set(0)
    }
}
