import Foundation
import Ledger
import PurserService
import Testing

/// Tests that the commands in the texts of alarms exist in the real program.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct AlarmStepTests {
    /// A command of a text: its words, and its options.
    private struct Step: Hashable {
        let words: [String]
        let options: Set<String>
    }

    /// The commands between backticks in the steps of an alarm.
    private static func steps(of name: AlarmName) -> [Step] {
        let key = AlarmKey(name, app: AppName("shop"))
        let reading = AlarmReading(key, severity: .critical, value: 1, limit: 1)
        let since = Instant(milliseconds: 0)
        let alarm = Alarm(number: 12, key: key, state: .firing, since: since, reading: reading, severity: .critical)
        let text = AlarmText(.english)
        let pieces = (text.steps(alarm) + [text.places(alarm)]).flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
                .map { $0.element.split(separator: " ").map(String.init) }
        }
        return pieces.filter { $0.first == "purser" }.map { words in
            let isWord: (String) -> Bool = { $0.allSatisfy { $0.isLowercase || $0 == "-" } && !$0.hasPrefix("-") }
            return Step(
                words: Array(words.dropFirst().prefix(while: isWord).prefix(2)),
                options: Set(words.filter { $0.hasPrefix("--") })
            )
        }
    }

    @Test("Every command and every option that an alarm names exists")
    func commands() throws {
        let folder = try TemporaryFolder()
        let steps = Set(AlarmName.allCases.flatMap(Self.steps))
        #expect(steps.count > 20)
        var known: [[String]: String] = [:]
        for step in steps {
            if known[step.words] == nil {
                let run = try Binary.run(step.words + ["--help"], in: folder)
                #expect(run.status == 0, "purser \(step.words.joined(separator: " ")): \(run.complaints)")
                #expect(run.output.contains("USAGE: purser \(step.words.joined(separator: " "))"), "\(step.words)")
                known[step.words] = run.output
            }
            for option in step.options {
                #expect(known[step.words]?.contains(option) == true, "\(step.words) \(option)")
            }
        }
    }

    @Test("The secret of the webhook for alarms is shown, and stays the same")
    func secret() throws {
        let shop = try ShopBesideStore()
        let first = try shop.run(["alarms", "secret"])
        #expect(first.status == 0 && first.output.hasPrefix("whsec_"), "\(first.complaints)")
        #expect(try shop.run(["alarms", "secret"]).output == first.output)
    }

    @Test("A server that could not sign an alarm says so when it starts, and not once there is the key")
    func missingKey() throws {
        let shop = try ShopBesideStore()
        try shop.folder.change("shop/purser.yaml") { $0 + "\nwatch: { webhook: \"https://alarms.example.com/\" }\n" }
        for isMissing in [true, false] {
            let complaints = Pipe()
            let server = try RunningServer(in: shop.folder, complaints: complaints)
            #expect(server.end(SIGTERM) == 0)
            let log = String(decoding: complaints.fileHandleForReading.availableData, as: UTF8.self)
            #expect(log.contains("purser alarms secret") == isMissing, "\(log)")
            #expect(try shop.run(["alarms", "secret"]).status == 0)
        }
    }
}
