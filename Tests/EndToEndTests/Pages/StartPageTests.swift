import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// The first page, and the program's own texts for beginners.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: PageSession.arePresent, "curl or jq is not there: run scripts/setup --tests")
)
struct StartPageTests {
    @Test("Every command of the first page does and prints what stands there")
    func start() throws {
        let session = try PageSession()
        let steps = try Page("docs/start.md").steps
        #expect(steps.count >= 18)
        // The build is what this test comes from.
        for step in steps where !step.command.hasPrefix("make ") {
            let isRefused = step.shown?.contains(#""valid":false"#) == true
            try session.follow(step, status: isRefused ? 1 : 0)
        }
    }

    @Test("The demonstration prints what the pages show of it")
    func demonstration() throws {
        let run = try Binary.run(["demo", "--once", "--customers", "0"], in: TemporaryFolder())
        let printed = Set(run.lines.map(ShownOutput.plain))
        for path in ["README.md", "README.zh-Hans.md"] {
            let blocks = try Page(path).blocks.filter { $0.lines.first?.hasPrefix("date ") == true }
            let shown = blocks.flatMap(\.lines).filter { $0 != "..." }
            #expect(shown.count > 10)
            for line in shown { #expect(printed.contains(ShownOutput.plain(line)), "\(path): \(line)") }
        }
        let lines = try Page("docs/start.md").blocks.flatMap(\.lines)
        let summary = try #require(lines.first { $0.hasPrefix(#"{"agrees""#) })
        #expect(ShownOutput.agrees(summary, with: run.lines.last ?? ""), "\(run.lines.last ?? "")")
    }

    @Test("The lines that a first installation prints lead to gems in a wallet")
    func next() throws {
        let session = try PageSession()
        let printed = try session.run("purser init shop").output.split(separator: "\n")
        let commands = printed.drop { !$0.hasPrefix("Next") }.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  #") }
        #expect(commands.count == 6)
        var last = ""
        for command in commands {
            let run = try session.run(String(command.dropFirst(2)))
            #expect(run.status == 0, "\(command)\n\(run.output)\(run.complaints)")
            last = run.output
        }
        #expect(last.split(separator: "\n").last == "gems        600     0     0          1", "\(last)")
    }

    @Test("A store with a path for its root writes its keys beside it")
    func besideRoot() throws {
        let folder = try TemporaryFolder()
        let store = try RunningSimulator(["--root", "trusted/root.der"], in: folder)
        let ready = try JSONValue(json: Array(store.readyLine.utf8))
        let key = URL(fileURLWithPath: ready.text("privateKeyPath"))
        #expect(key.deletingLastPathComponent().lastPathComponent == "trusted")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/trusted")
        let team = "\(ReportAccount(seed: 1).key.keyId).p8"
        #expect(Set(left) == ["root.der", key.lastPathComponent, team])
    }

    @Test("The server output on the page about running is that of a first installation")
    func running() throws {
        let session = try PageSession()
        try session.openShop()
        let steps = try Page("docs/operating/running.md").steps
        #expect(steps.count == 3)
        for step in steps { try session.follow(step) }
    }
}
