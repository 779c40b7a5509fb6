import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser links`: whether each host of Apple's can be reached from this machine, and where it breaks.
struct LinksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Probes each host of Apple's that the configuration uses, and says where the way there breaks.",
        discussion: """
            Example:
              purser links --config shop/purser.yaml

            Looks the name up, connects, agrees on TLS, asks without a key, and looks whether the answer has Apple's form;
            each step with its time. No server has to run, and nothing is changed. What a running server found, and since
            when, is at GET /v1/links. Sentences are in the language of LANG, English or Chinese.

            Exit status: 0 every host answers, 1 one does not, 64 wrong usage, 78 the configuration is wrong.
            """
    )

    @OptionGroup var file: ConfigurationOption

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let configuration = try self.file.load()
        let probe = try LinkProbe(wall: .live)
        let results = await Self.results(of: configuration.linkTargets, probe)
        let language = Language.here
        let rows = try results.map { try JSONValue(of: LinkLine($0, in: language)) }
        Listing.links.write(rows, isJSON: self.json, in: language)
        guard results.allSatisfy({ $0.failure == nil }) else { throw ExitStatus.negative.error }
    }

    /// Probes all at once, and returns what was found in the order of the hosts.
    private static func results(of targets: [LinkTarget], _ probe: LinkProbe) async -> [LinkResult] {
        await withTaskGroup(of: (Int, LinkResult?).self) { group in
            for (place, target) in targets.enumerated() {
                group.addTask { (place, await probe.run(target)) }
            }
            var results: [Int: LinkResult] = [:]
            for await (place, result) in group { results[place] = result }
            return targets.indices.compactMap { results[$0] }
        }
    }
}
