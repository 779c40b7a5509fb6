/// Something that is done to a server while it works, after which it must go on by itself.
enum Disturbance: String, CaseIterable {
    /// The disk is full for a while.
    case fullDisk = "disk full"
    /// The process is stopped and goes on later.
    case frozen = "frozen"
    /// The clock jumps.
    case clockJump = "clock jump"
    /// Connections do not behave.
    case slowSockets = "slow sockets"
    /// A receiver gets a new secret.
    case newSecret = "new secret"
    /// A receiver is told nothing for now.
    case pause = "pause"
    /// All receivers are told again, those too that said that they are gone.
    case resumption = "resumption"
    /// A receiver is told everything once more.
    case replay = "replay"
}

/// How a life ends.
enum Ending: String, CaseIterable {
    /// It is killed at a moment.
    case killed = "killed at a moment"
    /// It dies over an operation on the disk.
    case killedOverOperation = "killed over an operation"
    /// It dies over an operation on the disk before it listens.
    case killedWhileStarting = "killed while starting"
    /// A sync fails, and it must stop by itself.
    case syncFails = "sync failed"
    /// A write fails, and it must stop by itself.
    case writeFails = "write failed"
    /// It is asked to stop.
    case terminated = "asked to stop"
}
