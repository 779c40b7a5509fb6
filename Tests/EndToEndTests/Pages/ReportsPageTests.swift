import Testing

/// The page about fetched reports, typed as it stands.
@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: PageSession.arePresent, "curl or jq is not there: run scripts/setup --tests")
)
struct ReportsPageTests {
    @Test("The commands of the page are answered by a server beside a simulated App Store Connect")
    func commands() throws {
        let page = try Page("docs/operating/reports.md")
        let session = try PageSession()
        try session.openShop()
        let commands = page.steps.map(\.command)
        #expect(commands.count >= 6)
        for command in commands {
            let run = try session.run(command)
            // A report of a day to come, or of one that Apple keeps no longer, is not there.
            let isFetch = command.hasPrefix("purser reports fetch")
            #expect(run.status == 0 || (isFetch && run.status == 1), "\(command)\n\(run.output)\(run.complaints)")
        }
        #expect(page.questions == ["/v1/reports/schedule"])
        for path in page.questions { try session.call("GET", path) }
    }
}
