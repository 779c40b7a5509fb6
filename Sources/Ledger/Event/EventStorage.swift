/// Saves events.
package protocol EventStorage: CustomerStorage {
    /// Numbers events in their event streams, saves them, and adds them to the pending events of the sinks.
    ///
    /// An event without a recipient belongs to the event stream of the chain that the original `root` represents.
    func write(
        _ drafts: [EventDerivation.Draft],
        about root: Int64,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws
}
