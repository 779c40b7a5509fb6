package import Ledger

/// Measures a state that nobody counts while working, such as the free space of the disk.
///
/// The leader runs every gauge once a minute, before it evaluates the alarms. A gauge records what it finds as metrics, so
/// that `/metrics`, the history and the alarms read the same figures. One that is expensive decides itself how often it
/// measures; a failure leaves its figures unknown for the minute.
package protocol MinuteGauge: Sendable {
    /// Measures and records; `now` is the time of the ledger.
    func record(at now: Instant) async
}
