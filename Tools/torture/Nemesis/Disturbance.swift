/// A disturbance of a running server, after which it must recover by itself.
enum Disturbance: String, CaseIterable {
    /// The disk is full for a while.
    case fullDisk = "disk full"
    /// The process is stopped and continues later.
    case frozen = "frozen"
    /// The clock jumps.
    case clockJump = "clock jump"
    /// Clients send slowly or break off.
    case slowSockets = "slow sockets"
    /// A receiver gets a new secret.
    case newSecret = "new secret"
    /// An endpoint is paused.
    case pause = "pause"
    /// All endpoints are resumed, including those that answered 410.
    case resumption = "resumption"
    /// All events are sent again to a receiver.
    case replay = "replay"
}

/// How a run of the server ends.
enum Ending: String, CaseIterable {
    /// It is killed at a moment.
    case killed = "killed at a moment"
    /// It is killed at a disk operation.
    case killedOverOperation = "killed over an operation"
    /// It is killed at a disk operation before it listens.
    case killedWhileStarting = "killed while starting"
    /// A sync fails, and it must stop by itself.
    case syncFails = "sync failed"
    /// A write fails, and it must stop by itself.
    case writeFails = "write failed"
    /// It is asked to stop.
    case terminated = "asked to stop"
}
