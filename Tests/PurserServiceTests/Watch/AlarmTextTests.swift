import Foundation
import Ledger
import PurserService
import Testing

@Suite struct AlarmTextTests {
    /// The metrics that the history lacks, and that texts name.
    private static let others: Set<String> = ["purser_nodes", "purser_order_refusals_total"]

    @Test(
        "Every alarm has all parts in both languages, without open placeholders",
        arguments: AlarmName.allCases
    )
    func parts(name: AlarmName) {
        for language in PageLanguage.allCases {
            let text = AlarmText(language)
            for app in ["shop", nil] {
                let alarm = AlarmSample.alarm(name, app: app, value: 7.25, limit: 2, facts: [:])
                let parts = [
                    text.title(alarm), text.since(alarm), text.extent(alarm), text.meaning(alarm), text.places(alarm),
                ]
                let steps = text.steps(alarm)
                #expect(steps.count >= 2 && text.meaning(alarm).count > 30)
                for part in parts + steps {
                    #expect(part.count >= 4 && !part.contains("{") && !part.contains("  "), "\(part)")
                    #expect(part.count { $0 == "`" } % 2 == 0, "\(part)")
                }
                for sentence in steps + [text.meaning(alarm), text.extent(alarm)] {
                    #expect(".。？?".contains(sentence.last ?? " "), "\(sentence)")
                }
                let whole = text.text(alarm)
                #expect(([text.title(alarm), text.meaning(alarm)] + steps).allSatisfy { whole.contains($0) })
                let isChinese = whole.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
                #expect(isChinese == (language == .simplifiedChinese), "\(whole)")
                #expect(whole.contains("--app shop") == (app != nil && steps.contains { $0.contains("--app") }))
            }
        }
    }

    @Test("Both languages name the same commands, in the same order", arguments: AlarmName.allCases)
    func sameCommands(name: AlarmName) {
        let alarm = AlarmSample.alarm(name)
        let commands = PageLanguage.allCases.map { AlarmText($0).steps(alarm).map(Self.commands) }
        #expect(commands[0] == commands[1])
    }

    @Test("The text of lost nodes names them above its steps, and states when the alarm ends by itself")
    func lostNodes() throws {
        let alarm = AlarmSample.alarm(.nodeLost, app: nil, subject: "", facts: ["nodes": "0123456789ab"])
        for (language, above, hour) in [
            (PageLanguage.english, "facts above", "after an hour"),
            (PageLanguage.simplifiedChinese, "上方的事实", "一小时后"),
        ] {
            let text = AlarmText(language).text(alarm)
            let named = try #require(text.range(of: "0123456789ab"))
            let step = try #require(text.range(of: above))
            #expect(named.upperBound < step.lowerBound)
            #expect(text.contains(hour))
        }
    }

    private static func commands(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    @Test(
        "The page of an alarm exists, and its metrics are those of the history",
        arguments: AlarmName.allCases
    )
    func places(name: AlarmName) {
        let guide = AlarmGuide.guide(for: name)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        #expect(FileManager.default.fileExists(atPath: root.appending(path: guide.page).path), "\(guide.page)")
        let known = Set(MetricSelection.all.map(\.metric)).union(Self.others)
        for metric in guide.metrics { #expect(known.contains(metric), "\(metric)") }
        #expect(!guide.metrics.isEmpty)
    }

    @Test("In Chinese facts have Chinese names and values, and states are those of an alarm")
    func chineseFacts() {
        let text = AlarmText(.simplifiedChinese)
        let facts = ["problem": "stuck", "place": "route", "due": "12"]
        let alarm = AlarmSample.alarm(.linkDown, facts: facts)
        #expect(text.extent(alarm).hasSuffix("已知信息：应续期为 12，位置为网络路由，问题为停滞。"), "\(text.extent(alarm))")
        for name in ["code", "free_bytes", "seen", "product", "nodes"] {
            let extent = text.extent(AlarmSample.alarm(.backlog, facts: [name: "x"]))
            #expect(!extent.contains(name), "\(extent)")
        }
    }

    @Test("A text has title, time, value, meaning, remedy and further information")
    func whole() {
        #expect(
            AlarmText(.english).text(AlarmSample.alarm()) == """
                A host of Apple's cannot be reached (shop, api.storekit.itunes.apple.com)
                critical; alarm 12, link_down

                Since when: 2025-12-31 23:57 UTC; it fired after 2 min.
                How bad: It fails at TLS: check the clock, the root certificates, or a proxy that decrypts TLS. \
                Known: place: tls.
                What it means: \(AlarmGuide.guide(for: .linkDown).meaning.english)
                What to do:
                1. Find out at which place and step each host fails: `purser links`.
                2. \(AlarmGuide.guide(for: .linkDown).steps[1].english)
                3. \(AlarmGuide.guide(for: .linkDown).steps[2].english)
                Where to look: `purser alarms show 12`; docs/operating/alarms.md; metrics: purser_link_up, \
                purser_link_failures_total
                """
        )
        let over = AlarmText(.simplifiedChinese).text(AlarmSample.alarm(state: .resolved))
        #expect(over.contains("已解除；告警 12，link_down"))
        #expect(over.contains("从 2025-12-31 23:57 UTC 到 2026-01-01 00:00 UTC，持续 3 分钟。"))
        #expect(!over.contains("处理步骤"))
    }

    @Test("Some alarms fire for several reasons, and state them")
    func reasons() {
        let text = AlarmText(.english)
        func extent(
            _ name: AlarmName,
            _ value: Double,
            _ limit: Double,
            subject: String = "",
            _ facts: [String: String]
        )
            -> String
        {
            text.extent(AlarmSample.alarm(name, subject: subject, value: value, limit: limit, facts: facts))
        }
        #expect(extent(.appleFailing, 0.75, 0.5, ["problem": "fails"]).hasPrefix("75 % of the calls to Apple fail;"))
        #expect(
            extent(.appleFailing, 6.5, 4, ["problem": "slow"]).hasPrefix("Apple takes 6.5 s to answer on average")
        )
        #expect(extent(.fulfillmentDelay, 4000, 3600, [:]).contains("has waited for 1 h 6 min; the limit is 1 h."))
        #expect(extent(.fulfillmentDelay, 0.95, 0.9, subject: "fulfiller", [:]).contains("95 % of the calls"))
        #expect(extent(.databaseFailing, 0, 10, ["problem": "stuck"]).hasPrefix("Writes are waiting"))
        #expect(extent(.streamsSuspended, 1, 1, [:]).hasPrefix("Suspended: 1;"))
        #expect(extent(.linkDown, 1, 1, [:]) == "The last probe of the host failed.")
        let places = ["resolver": "name servers", "route": "firewall", "tls": "TLS", "apple": "Apple"]
        for (place, word) in places { #expect(extent(.linkDown, 1, 1, ["place": place]).contains(word)) }
    }

    @Test("In Chinese a fulfillment has one name, as on all pages", arguments: AlarmName.allCases)
    func fulfillmentWord(name: AlarmName) {
        let guide = AlarmGuide.guide(for: name)
        for sentence in guide.steps + [guide.title, guide.meaning, guide.extent] {
            #expect(!sentence.chinese.contains("发货") && !sentence.chinese.contains("到账"), "\(sentence.chinese)")
        }
    }

    @Test("No sentence refers to facts below it", arguments: AlarmName.allCases)
    func directions(name: AlarmName) {
        let guide = AlarmGuide.guide(for: name)
        for sentence in guide.steps + [guide.meaning, guide.extent] {
            #expect(!sentence.english.contains("facts below") && !sentence.chinese.contains("下方的事实"))
        }
    }

    @Test("Amounts have their units, and only significant decimals")
    func amounts() {
        let english = AlarmText(.english)
        let chinese = AlarmText(.simplifiedChinese)
        #expect(english.amount(0.625, .share) == "62.5 %" && chinese.amount(1, .share) == "100 %")
        #expect(english.amount(4.125, .times) == "4.13 times" || english.amount(4.125, .times) == "4.12 times")
        #expect(chinese.amount(5, .times) == "5 倍")
        #expect(english.amount(1234, .count) == "1234" && english.amount(1234.56, .count) == "1235")
        #expect(english.amount(0.25, .seconds) == "0.25 s" && english.amount(90, .seconds) == "1 min 30 s")
        #expect(english.amount(26.5, .hours) == "1 d 2 h" && chinese.amount(2.5, .days) == "2 天 12 小时")
        #expect(english.amount(0, .days) == "0 s" && english.amount(.infinity, .days) == "more than ever")
        #expect(english.amount(.nan, .count) == "nan")
    }

    @Test("The subject names the worst active alarm, and the number of others")
    func subjects() {
        let text = AlarmText(.english)
        let down = AlarmSample.alarm()
        let over = AlarmSample.alarm(.nodeLost, number: 13, state: .resolved, app: nil, subject: "")
        let title = "A host of Apple's cannot be reached (shop, api.storekit.itunes.apple.com)"
        #expect(text.subject([over, down]) == "[Purser] critical: \(title) and 1 more")
        #expect(text.subject([over]) == "[Purser] resolved: A node has stopped unexpectedly")
        #expect(AlarmText(.simplifiedChinese).subject([over, down]).contains("严重：无法连接 Apple 的主机（shop，"))
    }

    @Test("A notice about very many alarms stays short")
    func many() {
        let alarms = (1...500).map { AlarmSample.alarm(number: $0, subject: "host-\($0)") }
        for language in PageLanguage.allCases {
            let sections = AlarmText(language).sections(AlarmSample.notice(17, "email", alarms))
            #expect(sections.count == 12)
            #expect(sections.allSatisfy { $0.count < 4000 })
            #expect(sections[10].contains("440") && sections[11].contains("17"))
        }
    }
}
