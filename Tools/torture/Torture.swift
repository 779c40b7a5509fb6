import ArgumentParser

/// Runs the torture test on the real server, alone or as two nodes of a cluster.
@main
struct Torture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture",
        abstract: "Subjects the real server to machine failures, and checks what it kept.",
        subcommands: [ServerTorture.self, ClusterTorture.self],
        defaultSubcommand: ServerTorture.self
    )
}
