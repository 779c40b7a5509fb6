package import Ledger

extension Session {
    /// Makes a failed event stream due at once.
    package func retry(_ stream: EventStream, of sink: SinkName, app: AppName) throws -> Bool {
        try self.retry(stream, of: sink)
    }

    /// Skips the first event of an event stream that has not arrived.
    package func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) throws -> Bool {
        try self.skip(stream, number: number, of: sink, at: now)
    }

    /// Returns the number of the first event of an event stream that a sink has not received.
    package func pendingNumber(of stream: EventStream, _ sink: SinkName, app: AppName) throws -> Int64? {
        try self.pendingNumber(of: stream, sink)
    }
}
