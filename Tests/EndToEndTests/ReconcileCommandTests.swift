import AppStore
import Foundation
import Ledger
import Testing

/// `purser reconcile` by the real binary, with reports of the real simulated store.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ReconcileCommandTests {
    let shop: ShopBesideStore

    init() throws { self.shop = try ShopBesideStore() }

    /// The world's instant.
    private func now() async throws -> Instant {
        let answer = try await self.shop.world.send("/_sim/v1/clock")
        guard case .number(let text)? = try JSONValue(json: Array(answer.text.utf8))["now"],
            let milliseconds = Int64(text)
        else { throw RunningSimulator.NotReady(status: 0) }
        return Instant(milliseconds: milliseconds)
    }

    private func advance(to instant: Instant) async throws {
        let body = Array(#"{"to":\#(instant.milliseconds)}"#.utf8)
        let answer = try await self.shop.world.send("/_sim/v1/clock/advance", body: body)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Replaces the id of the key for Apple's server API, and leaves that for App Store Connect.
    private func put(keyID: String) throws -> String {
        var former = ""
        try self.shop.folder.change("shop/purser.yaml") { text in
            var isConnect = false
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                if line.contains("appStoreConnect:") { isConnect = true }
                if line.contains("appStore:") { isConnect = false }
                guard !isConnect, let range = line.range(of: "keyId: ") else { return String(line) }
                former = String(line[range.upperBound...])
                return line[..<range.upperBound] + keyID
            }
            return lines.joined(separator: "\n")
        }
        return former
    }

    private func reconcile(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(["reconcile"] + arguments)
    }

    @Test("Missing transactions are reported with a cause, fetched from Apple, and then both agree")
    func story() async throws {
        #expect(try self.shop.run(["migrate"]).status == 0)
        let day = PacificDay(of: try await self.now()) + 1
        let next = day + 1
        try await self.advance(to: day.begin + .hours(12))
        _ = try await self.shop.buy("gems.600")
        try await self.advance(to: next.begin + .hours(12))
        #expect(try self.shop.run(["sync"] + self.shop.clock).status == 0)
        _ = try await self.shop.buy("gems.600")
        try await self.advance(to: (next + 2).begin + .hours(12))
        // Apple refuses a wrong key, so the server does not heal by itself what was lost.
        let key = try self.put(keyID: "AAAAAAAAAA")
        let server = try RunningServer(in: self.shop.folder, options: self.shop.clock)
        let fetched = try self.shop.run(
            ["reports", "fetch", "--kind", "SALES", "--from", day.text, "--to", next.text]
        )
        #expect(fetched.status == 0, "\(fetched.output)\(fetched.complaints)")

        let known = try self.reconcile("--day", day.text)
        #expect(known.status == 0, "\(known.output)\(known.complaints)")
        #expect(known.lines.contains { $0.hasPrefix("\(day.text)  matched") }, "\(known.output)")
        let lost = try self.reconcile("--from", day.text, "--to", next.text, "--json")
        #expect(lost.status == 1, "\(lost.output)\(lost.complaints)")
        try #require(lost.lines.count == 1, "\(lost.output)")
        let difference = try JSONValue(json: Array(lost.lines[0].utf8))
        #expect(difference["cause"] == .string("missingInLedger"))
        #expect(difference["group"]?["product"] == .string("gems.600"))
        #expect(difference["group"]?["day"] == .string(next.text))
        #expect(difference["ours"]?["count"] == .number("0"))
        #expect(difference["theirs"]?["unitsThousandths"] == .number("1000"))
        let answer = try self.reconcile("--day", next.text)
        #expect(answer.status == 1 && answer.output.contains("its notification was lost"), "\(answer.output)")
        #expect(answer.output.contains("purser reconcile --day \(next.text) --heal"), "\(answer.output)")
        let accepted = try self.reconcile("--day", next.text, "--accept", "--reason", "known", "--yes")
        #expect(accepted.status == 0, "\(accepted.output)\(accepted.complaints)")
        #expect(try self.reconcile("--day", next.text).status == 0)
        #expect(try self.reconcile("--day", next.text, "--withdraw", "--yes").status == 0)
        #expect(try self.reconcile("--day", next.text, "--withdraw", "--yes").status == 3)
        #expect(server.end(SIGTERM) == 0)

        _ = try self.put(keyID: key)
        let healed = try self.shop.run(["reconcile", "--day", next.text, "--heal"] + self.shop.clock)
        #expect(healed.status == 0, "\(healed.output)\(healed.complaints)")
        #expect(healed.lines.contains { $0.hasPrefix("\(next.text)  matched") }, "\(healed.output)")
        let both = try self.shop.run(
            ["reconcile", "--from", day.text, "--to", next.text, "--json"] + self.shop.clock
        )
        #expect(both.status == 0 && both.output.isEmpty, "\(both.output)\(both.complaints)")
        let none = try self.shop.run(["reconcile", "--day", "2020-01-01"] + self.shop.clock)
        #expect(none.status == 69, "\(none.output)\(none.complaints)")
        #expect(none.complaints.contains("purser reports fetch --from 2020-01-01"), "\(none.complaints)")
    }

    @Test("Options that contradict each other, and days that are none, are refused before anything is done")
    func usage() throws {
        for arguments in [
            ["--day", "2026-13-01"], ["--month", "2026"], ["--fiscal", "2026-13"], ["--from", "2026-03-01"],
            ["--day", "2026-03-01", "--month", "2026-03"], ["--from", "2026-03-02", "--to", "2026-03-01"],
            ["--from", "2024-01-01", "--to", "2026-01-01"], ["--accept", "--reason", "x"],
            ["--day", "2026-03-01", "--accept"], ["--day", "2026-03-01", "--withdraw", "--heal"],
        ] {
            let run = try self.shop.run(["reconcile"] + arguments)
            #expect(run.status == 64, "\(arguments) \(run.output)\(run.complaints)")
        }
    }
}
