import ArgumentParser

/// `purser reports download`: writes the file of a report as it came.
struct ReportsDownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Writes the file of a report, byte for byte as it came.",
        discussion: """
            Example:
              purser reports download 12 --output S_D_85123456_20260301.txt.gz
              purser reports download 12 | gunzip | head

            A file is there when it is whole, and none is overwritten.

            Exit status: \(ReportsCommand.endings) 73 what it writes to takes no more.
            """
    )

    @Argument(help: "The report's number: purser reports list")
    var number: Int64

    @OptionGroup var server: AppOptions

    @Option(help: "The file to write; standard output if left out.")
    var output: String?

    func run() async throws {
        try await self.server.with { access in
            try await access.download("reports/\(self.number)/file", to: self.output)
        }
    }
}
