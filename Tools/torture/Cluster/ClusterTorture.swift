import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import PurserTesting

/// Runs the torture test on two nodes of the server with one replicated database.
struct ClusterTorture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Kills, cuts and freezes a cluster while two nodes of the server work, and checks what they kept.",
        discussion: """
            Example:
              torture cluster --seed 2 --faults primary-killed,commit-lost

            As root every node of the cluster has a network of its own. Otherwise they share the loopback interface, and
            the faults that need a cut are left out.

            Exit status: 0 every promise was kept, 1 one was broken (cluster and files are kept then), 64 wrong usage.
            """
    )

    @Option(help: "The seed of the random choices.")
    var seed: UInt64 = 1

    @Option(help: "Repeat faults for this number of minutes; without it each happens once.")
    var minutes: Int?

    @Option(
        help: ArgumentHelp(
            "Only these faults, separated by commas: \(ClusterFault.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "faults"
        )
    )
    var faults: String?

    @Flag(help: "Keep the cluster and the files.")
    var keep = false

    @Option(help: "The script that starts clusters.")
    var script = "scripts/cluster"

    @Option(help: "The folder of the cluster; a running one without the server's nodes is used.")
    var dir: String?

    @Option(help: "Add a deliberate flaw: \(TortureFlaw.ofACluster.map(\.rawValue).joined(separator: ", ")).")
    var flaw: TortureFlaw?

    func validate() throws {
        _ = try self.chosen()
        guard self.minutes ?? 1 > 0 else { throw ValidationError("--minutes is at least 1.") }
        guard FileManager.default.isExecutableFile(atPath: self.script) else {
            throw ValidationError(
                "\(self.script) does not exist; start from the project's folder, or name it with --script."
            )
        }
        if let flaw, !TortureFlaw.ofACluster.contains(flaw) {
            throw ValidationError("--flaw \(flaw.rawValue) applies to a single server only.")
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
                "seed \(self.seed)\(self.flaw.map { ", deliberate flaw: \($0.rawValue)" } ?? ""), files in \(place), "
                + "cluster in \(script.folder)"
        )
        let isKept: Bool
        do {
            isKept = try await self.run(in: place, script)
        } catch {
            Terminal.write(line: "The run was aborted: \(error). The files are kept in \(place).")
            self.printRemedy(script)
            throw ExitCode(1)
        }
        guard isKept else {
            Terminal.write(line: "A promise was broken. The files are kept in \(place); to repeat the run:")
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
                    "unknown fault \(word); the faults are \(ClusterFault.allCases.map(\.rawValue).joined(separator: ", "))."
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
