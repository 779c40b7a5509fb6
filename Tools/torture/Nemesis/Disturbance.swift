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
