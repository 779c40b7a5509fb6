import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserService

/// `purser links`: probes Apple's hosts from this machine.
struct LinksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Probe each of Apple's hosts that the configuration uses, and show where a link fails.",
        discussion: """
            Example:
              purser links --config shop/purser.yaml

            Resolves the name, connects, negotiates TLS, sends a request without a key, and checks the form of the
            response; with the time of each step. Needs no server and changes nothing. GET /v1/links returns the
            results of a running server, and since when. Texts are in the language of LANG, English or Chinese.

            Exit status: 0 every host responds, 1 one does not, 64 wrong usage, 78 the configuration is wrong.
            """
    )

    @OptionGroup var file: ConfigurationOption

    @Flag(help: "Print one JSON object per line.")
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

    /// Probes all hosts at once, and returns the results in the order of the hosts.
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

/// The result of a probe, as `purser links` shows it.
struct LinkLine: Encodable {
    /// The failure of a probe.
    struct Failure: Encodable {
        let step: String
        let cause: String
        let status: Int?
        let place: String
        let text: String
    }

    let host: String
    let state: String
    let stepMilliseconds: [String: Double]
    let failure: Failure?
    let certificateExpiresAt: String?
    let clockAheadMilliseconds: Int64?

    /// Creates the line of a result, with texts in a language.
    init(_ result: LinkResult, in language: Language) {
        let sentences = LinkSentences(isChinese: language.isChinese)
        self.host = result.host
        self.state = result.failure == nil ? "up" : "down"
        self.stepMilliseconds = Dictionary(
            uniqueKeysWithValues: result.steps.map { step, length in
                // Tenths are enough to distinguish a cache from a name server.
                (step.rawValue, (length / .milliseconds(1) * 10).rounded() / 10)
            }
        )
        self.failure = result.failure.map { failure in
            Failure(
                step: failure.step.rawValue,
                cause: failure.cause.rawValue,
                status: failure.status,
                place: failure.place.rawValue,
                text: sentences.sentence(failure)
            )
        }
        self.certificateExpiresAt = result.certificateEnds?.rfc3339
        self.clockAheadMilliseconds = result.clockAheadMilliseconds
    }
}

extension Listing {
    /// The table of Apple's hosts, with the time of each step and the failure.
    static let links = Listing(
        none: LocalizedText(
            "The configuration uses none of Apple's hosts: no app has a key or uses verifyReceipt.",
            "该配置不使用 Apple 的任何主机：没有 App 配置密钥或使用 verifyReceipt。"
        ),
        [
            Column(LocalizedText("HOST", "主机"), of: "host"),
            Column(LocalizedText("STATE", "状态")) { row, language in
                row["state"] == .string("up")
                    ? LocalizedText("up", "正常").text(in: language) : LocalizedText("down", "故障").text(in: language)
            },
            Column(LocalizedText("DNS MS", "DNS 毫秒"), of: "stepMilliseconds.dns", isNumber: true),
            Column(LocalizedText("TCP MS", "TCP 毫秒"), of: "stepMilliseconds.tcp", isNumber: true),
            Column(LocalizedText("TLS MS", "TLS 毫秒"), of: "stepMilliseconds.tls", isNumber: true),
            Column(LocalizedText("FIRST BYTE MS", "首字节毫秒"), of: "stepMilliseconds.first_byte", isNumber: true),
            Column(LocalizedText("CERTIFICATE UNTIL", "证书有效期至"), of: "certificateExpiresAt"),
            Column(LocalizedText("CLOCK AHEAD S", "时钟超前秒")) { row, _ in
                Self.seconds(row["clockAheadMilliseconds"].plain)
            },
            Column(LocalizedText("STEP", "步骤"), of: "failure.step"),
            Column(LocalizedText("CAUSE", "原因"), of: "failure.cause"),
            Column(LocalizedText("WHAT TO DO", "说明"), of: "failure.text"),
        ]
    )

    /// Returns milliseconds as integer seconds, the resolution of a host's date; empty for less than one second.
    package static func seconds(_ milliseconds: String) -> String {
        guard let exact = Double(milliseconds), abs(exact) >= 1000 else { return "" }
        return "\(Int64((exact / 1000).rounded()))"
    }
}
