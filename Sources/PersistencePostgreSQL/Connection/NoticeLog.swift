import CLibPQ

/// What the server said on a connection without being asked.
///
/// It belongs to the thread of its connection, which calls libpq, which calls back.
final class NoticeLog {
    /// Whether a commit's wait for its standby was ended before the standby had it, since this was last set to `false`.
    ///
    /// The server only warns then, and answers as if all were well.
    var hasUnconfirmedCommit = false
    /// The message with which the server ended the connection while nobody asked it anything.
    private(set) var lastWords: PostgreSQLFailure?

    /// Begins to receive what comes on a connection, which must be closed before this is gone.
    func receive(from connection: OpaquePointer) {
        unsafe PQsetNoticeReceiver(
            connection,
            { context, result in
                guard let context = unsafe context, let result = unsafe result else { return }
                unsafe Unmanaged<NoticeLog>.fromOpaque(context).takeUnretainedValue().take(result)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func take(_ result: OpaquePointer) {
        if unsafe PostgreSQLFailure.isFatal(result) {
            self.lastWords = unsafe PostgreSQLFailure(result: result, statement: nil)
        } else if unsafe PostgreSQLFailure.field(DIAGNOSTIC_FUNCTION, of: result) == "SyncRepWaitForLSN" {
            // The warning has no SQLSTATE of its own and is in the server's language, but says where it comes from.
            self.hasUnconfirmedCommit = true
        }
    }
}
