import ArgumentParser

/// Runs the torture test on the real server, alone or as two nodes of a cluster.
@main
struct Torture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture",
        abstract: "Does to the real server what machines do, and judges what is left.",
        subcommands: [ServerTorture.self, ClusterTorture.self],
        defaultSubcommand: ServerTorture.self
    )
}
