import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import PurserTesting

/// Runs the torture test on two nodes of the server with one replicated database.
struct ClusterTorture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Kills, cuts and freezes a cluster while two nodes of the server work, and judges what is left.",
        discussion: """
            Example:
              torture cluster --seed 2 --faults primary-killed,commit-lost

            As root every node of the cluster has a network of its own. Otherwise they share the loopback interface, and
            what needs a cut is left out.

            Exit status: 0 every promise was kept, 1 one was broken (cluster and files are kept then), 64 wrong usage.
            """
    )

    @Option(help: "What decides by chance.")
    var seed: UInt64 = 1

    @Option(help: "Go on with faults for so many minutes; without it each happens once.")
    var minutes: Int?

    @Option(
        help: ArgumentHelp(
            "Only these faults, with commas between: \(ClusterFault.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "faults"
        )
    )
    var faults: String?

    @Flag(help: "Leave cluster and files as they are.")
    var keep = false

    @Option(help: "The script that starts clusters.")
    var script = "scripts/cluster"

    @Option(help: "Where the cluster lives; one that is up there already, without the server's nodes, is taken.")
    var dir: String?

    @Option(help: "Be wrong on purpose: \(TortureFlaw.ofACluster.map(\.rawValue).joined(separator: ", ")).")
    var flaw: TortureFlaw?

    func validate() throws {
        _ = try self.chosen()
        guard self.minutes ?? 1 > 0 else { throw ValidationError("--minutes is at least 1.") }
        guard FileManager.default.isExecutableFile(atPath: self.script) else {
            throw ValidationError(
                "\(self.script) is not there; start from the project's folder, or name it by --script."
            )
        }
        if let flaw, !TortureFlaw.ofACluster.contains(flaw) {
            throw ValidationError("--flaw \(flaw.rawValue) is of one server by itself.")
        }
    }

    func run() async throws {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("purser-torture-\(ProcessInfo.processInfo.processIdentifier)").path
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let script = ClusterScript(
            path: self.script,
            folder: self.dir ?? place + "-cluster",
            log: place + "/cluster.log"
        )
        Terminal.write(
            line:
                "seed \(self.seed)\(self.flaw.map { ", wrong on purpose: \($0.rawValue)" } ?? ""), files in \(place), "
                + "cluster in \(script.folder)"
        )
        let isKept: Bool
        do {
            isKept = try await self.run(in: place, script)
        } catch {
            Terminal.write(line: "The torture itself broke off: \(error). The files are kept in \(place).")
            self.printRemedy(script)
            throw ExitCode(1)
        }
        guard isKept else {
            Terminal.write(line: "A promise was broken. The files are kept in \(place); the same again:")
            Terminal.write(line: "  torture cluster \(self.words)")
            self.printRemedy(script)
            throw ExitCode(1)
        }
        if self.keep { return self.printRemedy(script) }
        try await script.run("down")
        try FileManager.default.removeItem(atPath: place)
    }

    private var words: String {
        var words = "--seed \(self.seed)"
        if let minutes { words += " --minutes \(minutes)" }
        if let faults { words += " --faults \(faults)" }
        return words
    }

    private func printRemedy(_ script: ClusterScript) {
        Terminal.write(line: "The cluster is still up; end it with: \(script.path) down --dir \(script.folder)")
    }

    private func chosen() throws -> [ClusterFault] {
        guard let faults else { return ClusterFault.allCases }
        return try faults.split(separator: ",").map { word in
            guard let fault = ClusterFault(rawValue: String(word)) else {
                throw ValidationError(
                    "there is no fault \(word); there are \(ClusterFault.allCases.map(\.rawValue).joined(separator: ", "))."
                )
            }
            return fault
        }
    }

    private static func shuffled(_ faults: [ClusterFault], _ generator: inout SeededGenerator) -> [ClusterFault] {
        var faults = faults
        for place in faults.indices {
            faults.swapAt(place, place + generator.number(below: faults.count - place))
        }
        return faults
    }

    private func run(in place: String, _ script: ClusterScript) async throws -> Bool {
        let stage = try await ClusterStage(in: place, script, seed: self.seed, flaw: self.flaw)
        let clock = ContinuousClock()
        let started = clock.now
        var nemesis = ClusterNemesis(
            script: script,
            relay: stage.relay,
            times: stage.times,
            servers: stage.servers,
            seed: self.seed,
            clock: clock,
            report: { Terminal.write(line: "\((clock.now - started).components.seconds) s: \($0)") }
        )
        let faults = try self.chosen().filter { fault in
            guard fault.needsNetworks, !stage.hasNetworks else { return true }
            Terminal.write(line: "\(fault.rawValue) is left out: the nodes share one network; run as root.")
            return false
        }
        let deadline = self.minutes.map { started + .seconds($0 * 60) }
        repeat {
            for fault in Self.shuffled(faults, &nemesis.generator) {
                try await nemesis.strike(fault)
                if let deadline, clock.now >= deadline { break }
            }
        } while deadline.map { clock.now < $0 } ?? false
        return try await stage.end(nemesis)
    }
}
