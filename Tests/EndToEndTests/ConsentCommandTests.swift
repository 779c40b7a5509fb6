import Foundation
import Testing

/// `purser customers consent`, `consents` and `withdraw-consent` through the running server and on the file.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ConsentCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
        #expect(try self.shop.run(["migrate"]).status == 0)
    }

    private func customers(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(["customers"] + arguments)
    }

    @Test(
        "A consent is recorded with nothing but the customer, listed and withdrawn once, served or not",
        arguments: [true, false]
    )
    func life(isServed: Bool) throws {
        let server = isServed ? try RunningServer(in: self.shop.folder) : nil
        let none = try self.customers("consents", "anna")
        #expect(none.status == 0 && none.output.isEmpty, "\(none.output)")
        #expect(none.complaints.contains("has no consents"), "\(none.complaints)")
        let given = try self.customers("consent", "anna", "--yes")
        #expect(given.status == 0, "\(given.complaints)")
        #expect(given.output.contains("warning") && given.output.contains("which text"), "\(given.output)")
        let hash = String(repeating: "ab", count: 32)
        let proven = try self.customers("consent", "ben", "--text-hash", hash, "--id", "c-1", "--yes")
        #expect(proven.status == 0 && !proven.output.contains("warning"), "\(proven.output)\(proven.complaints)")
        let same = try self.customers("consent", "ben", "--text-hash", hash, "--id", "c-1", "--yes")
        #expect(same.status == 3 && same.complaints.contains("consent_unchanged"), "\(same.complaints)")
        let listed = try self.customers("consents", "anna")
        #expect(listed.lines.count == 2, "\(listed.output)")
        #expect(listed.lines.first?.hasPrefix("CONSENT ") == true, "\(listed.output)")
        #expect(listed.lines.last?.contains(" yes ") == true, "\(listed.output)")
        let lines = try self.customers("consents", "ben", "--json")
        #expect(lines.output.contains(#""id":"c-1""#) && lines.output.contains(hash), "\(lines.output)")
        let withdrawn = try self.customers("withdraw-consent", "anna", "--yes")
        #expect(withdrawn.status == 0 && withdrawn.output.contains("withdrawnAt"), "\(withdrawn.output)")
        let again = try self.customers("withdraw-consent", "anna", "--yes")
        #expect(again.status == 3 && again.complaints.contains("consent_missing"), "\(again.complaints)")
        if let server { #expect(server.end(SIGTERM) == 0) }
    }

    @Test(
        "An invalid consent is refused with a sentence or a code, and records nothing",
        arguments: [
            (["consent", "anna", "--given-at", "2999-01-01T00:00:00Z", "--yes"], 64, "consent_in_future"),
            (["consent", "anna", "--given-at", "soon", "--yes"], 64, "--given-at"),
            (["consent", "anna", "--text-hash", "abc", "--yes"], 64, "--text-hash: "),
            (["consent", "anna", "--locale", "german!", "--yes"], 64, "--locale: "),
            (["consent", "anna", "--id", "a b", "--yes"], 64, "--id: "),
            (["consent", "anonymous:1", "--yes"], 64, "customer_reserved"),
            (["consent", "anna"], 77, "--yes"),
            (["withdraw-consent", "anna", "--consent", "c-9", "--yes"], 1, "consent_unknown"),
            (["withdraw-consent", "anna", "--withdrawn-at", "2999-01-01T00:00:00Z", "--yes"], 64, "consent_in_future"),
        ] as [([String], Int32, String)]
    )
    func refused(arguments: [String], status: Int32, part: String) throws {
        let run = try self.shop.run(["customers"] + arguments)
        #expect(run.status == status, "\(run.complaints)\(run.output)")
        #expect((run.complaints + run.output).contains(part), "\(run.complaints)\(run.output)")
        #expect(try self.customers("consents", "anna").output.isEmpty)
    }
}
