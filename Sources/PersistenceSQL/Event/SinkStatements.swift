/// The statements on sinks and their event streams.
package struct SinkStatements: Sendable {
    package let sinks = SQLStatement(
        """
        SELECT id, sink.name, content, patterns, environments, percent
        FROM sink LEFT JOIN webhook ON webhook.sink = sink.id WHERE sink.app = ? ORDER BY sink.name
        """
    )
    package let sinkByName = SQLStatement("SELECT id FROM sink WHERE app = ? AND name = ?")
    package let insertSink = SQLStatement("INSERT INTO sink (app, name) VALUES (?, ?)")
    package let deletePending = SQLStatement("DELETE FROM pending_stream WHERE sink = ?")
    package let deleteSink = SQLStatement("DELETE FROM sink WHERE id = ?")
    // Due at once, oldest first: far below every instant, because leases and retries use real time, which the
    // ledger's time may not follow. Zero is due at once too, after new events.
    package let addPending = SQLStatement(
        """
        INSERT INTO pending_stream (sink, stream, next_number, due_at) VALUES (?, ?, ?, ? - 4611686018427387904)
        ON CONFLICT DO NOTHING
        """
    )
    package let pendingStreams = SQLStatement(
        """
        SELECT stream, next_number, replay_through, attempts, failing_since
        FROM pending_stream WHERE sink = ? AND due_at <= ? ORDER BY due_at LIMIT ?
        """
    )
    package let oldestUnsentEvent = SQLStatement(
        """
        SELECT min(event.occurred_at) FROM (
            SELECT stream, next_number FROM pending_stream WHERE sink = ? AND due_at IS NOT NULL ORDER BY due_at LIMIT ?
        ) AS found JOIN event ON event.stream = found.stream AND event.number = found.next_number
        """
    )
    package let countLease = SQLStatement("UPDATE counter SET leases = leases + 1 WHERE id = 1 RETURNING leases")
    package let lease = SQLStatement("UPDATE pending_stream SET due_at = ?, lease = ? WHERE \(Self.stream)")
    package let acknowledge = SQLStatement(
        """
        UPDATE pending_stream SET next_number = ?, due_at = ?, \(Self.noFailure)
        WHERE \(Self.stream) AND lease = ? RETURNING replay_through, resume_number
        """
    )
    package let resumeStream = SQLStatement(
        """
        UPDATE pending_stream SET next_number = resume_number, replay_through = NULL, resume_number = NULL
        WHERE \(Self.stream)
        """
    )
    package let finishPublishedStream = SQLStatement(
        """
        DELETE FROM pending_stream WHERE \(Self.stream) AND lease = ? AND replay_through IS NULL
        AND NOT EXISTS (SELECT 1 FROM event WHERE event.stream = ? AND event.number > ?)
        """
    )
    package let finishStream = SQLStatement("DELETE FROM pending_stream WHERE \(Self.stream)")
    package let putBack = SQLStatement(
        "UPDATE pending_stream SET due_at = ?, lease = NULL WHERE \(Self.stream) AND lease = ?"
    )
    package let putBackFailed = SQLStatement(
        """
        UPDATE pending_stream SET due_at = ?, suspended_at = ?, lease = NULL, attempts = attempts + 1,
        failing_since = ifnull(failing_since, ?), failure = ?, failure_status = ?, failed_at = ?
        WHERE \(Self.stream) AND lease = ?
        """
    )
    package let pendingStream = SQLStatement(
        """
        SELECT next_number, replay_through, resume_number FROM pending_stream WHERE \(Self.stream)
        """
    )
    package let waitingStreams = SQLStatement(
        """
        SELECT stream, next_number, attempts, failing_since, failure, failure_status, failed_at,
        CASE WHEN suspended_at IS NULL THEN due_at END, suspended_at
        FROM pending_stream WHERE sink = ? AND stream > ? AND attempts > 0 ORDER BY stream LIMIT ?
        """
    )
    package let waitingCount = SQLStatement(
        "SELECT count(*) FROM (SELECT 1 FROM pending_stream WHERE sink = ? LIMIT ?) AS found"
    )
    package let suspendedCount = SQLStatement(
        """
        SELECT count(*) FROM (
            SELECT 1 FROM pending_stream WHERE sink = ? AND suspended_at IS NOT NULL LIMIT ?
        ) AS found
        """
    )
    package let retryStream = SQLStatement(
        """
        UPDATE pending_stream SET due_at = 0, suspended_at = NULL, \(Self.noFailure)
        WHERE \(Self.stream) AND attempts > 0 AND lease IS NULL
        """
    )
    package let retryStreams = SQLStatement(
        """
        UPDATE pending_stream SET due_at = 0, suspended_at = NULL, \(Self.noFailure)
        WHERE sink = ? AND stream IN (
            SELECT stream FROM pending_stream WHERE sink = ? AND attempts > 0 AND lease IS NULL
            AND (? = 1 OR suspended_at IS NULL) ORDER BY stream LIMIT ?
        )
        """
    )
    package let recoverStreams = SQLStatement(
        """
        UPDATE pending_stream SET due_at = 0
        WHERE sink = ? AND stream IN (
            SELECT stream FROM pending_stream WHERE sink = ? AND due_at > 0 AND attempts > 0 AND lease IS NULL
            AND (failure_status IS NULL OR failure_status IN (502, 504)) ORDER BY due_at LIMIT ?
        )
        """
    )
    package let forgetPending = SQLStatement(
        """
        DELETE FROM pending_stream
        WHERE sink = ? AND stream IN (SELECT stream FROM pending_stream WHERE sink = ? ORDER BY stream LIMIT ?)
        """
    )
    package let skipEvent = SQLStatement(
        """
        UPDATE pending_stream SET next_number = next_number + 1, due_at = 0, suspended_at = NULL, \(Self.noFailure)
        WHERE \(Self.stream) AND (lease IS NULL OR due_at <= ?)
        """
    )
    package let putReplay = SQLStatement(
        """
        INSERT INTO pending_stream (sink, stream, next_number, due_at, replay_through, resume_number)
        VALUES (?, ?, ?, 0, ?, ?)
        ON CONFLICT (sink, stream) DO UPDATE SET next_number = excluded.next_number,
        replay_through = excluded.replay_through, resume_number = excluded.resume_number, lease = NULL,
        due_at = CASE WHEN pending_stream.suspended_at IS NOT NULL THEN NULL
            WHEN pending_stream.lease IS NOT NULL THEN pending_stream.due_at ELSE 0 END,
        attempts = CASE WHEN pending_stream.suspended_at IS NULL THEN 0 ELSE pending_stream.attempts END,
        failing_since = \(Self.ofSuspended("failing_since")), failure = \(Self.ofSuspended("failure")),
        failed_at = \(Self.ofSuspended("failed_at")), failure_status = \(Self.ofSuspended("failure_status"))
        """
    )
    package let customerEventCount = SQLStatement("SELECT events FROM customer WHERE id = ?")
    package let chainEventCount = SQLStatement("SELECT events FROM original WHERE id = ?")

    private static let stream = "sink = ? AND stream = ?"
    private static let noFailure =
        "attempts = 0, failing_since = NULL, failure = NULL, failure_status = NULL, failed_at = NULL"

    private static func ofSuspended(_ column: String) -> String {
        "CASE WHEN pending_stream.suspended_at IS NOT NULL THEN pending_stream.\(column) END"
    }
}

extension SQLStatement {
    /// The statements on sinks and their event streams.
    package static let sinks = SinkStatements()
}
