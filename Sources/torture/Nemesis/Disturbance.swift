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
}
