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
