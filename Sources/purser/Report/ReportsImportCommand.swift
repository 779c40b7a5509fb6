import AppStore
import ArgumentParser
import Foundation
import PurserService

/// `purser reports import`: imports Apple's reports.
struct ReportsImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import Apple's reports from files and folders.",
        discussion: """
            Example:
              purser reports import S_D_85123456_20260301.txt.gz
              purser reports import reports/2025 reports/2026 --json

            Imports sales, subscription, subscription event, subscriber and financial reports, compressed with gzip or
            not. For a folder, it imports all files that end with .txt, .tsv or .gz, including subfolders, by name.
            Keep Apple's names of the files: they contain what some reports do not, such as their day or region.

            The server reads each file completely before it stores the report. The same report again changes nothing; a
            different one for the same period replaces the earlier one, which stays in the database. A refused file
            does not stop the others.

            Exit status: 0 imported, 65 a file was refused, \(ReportsCommand.usualEndings)
            """
    )

    @Argument(help: ArgumentHelp("The files and folders.", valueName: "file|folder"))
    var paths: [String]

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        if self.paths.isEmpty { throw ValidationError("Name a file or a folder.") }
    }

    func run() async throws {
        let text = ReportImportText.here
        let (files, missing) = ReportFiles.found(at: self.paths)
        if let missing {
            StandardStream.error.write(line: text.unreadable(missing))
            throw ExitStatus.unavailable.error
        }
        guard !files.isEmpty else {
            StandardStream.error.write(line: text.noFiles)
            throw ExitStatus.unavailable.error
        }
        let display = OperationDisplay(isJSON: self.json)
        var refused = 0
        try await self.server.with { api in
            for (count, file) in files.enumerated() {
                display.take(
                    .progress(
                        OperationProgress(
                            stage: "importing",
                            done: Int64(count),
                            total: Int64(files.count),
                            unit: "files"
                        )
                    )
                )
                let line = try await Self.take(file, api)
                display.clear()
                if line["outcome"]?.text == "refused" { refused += 1 }
                if self.json {
                    StandardStream.output.write(json: line)
                } else {
                    StandardStream.output.write(line: text.imported(line))
                }
            }
        }
        if refused > 0 {
            if files.count > 1 { StandardStream.error.write(line: text.refused(refused, of: files.count)) }
            throw ExitStatus.badData.error
        }
    }

    /// Submits a file, and returns whether it was imported.
    ///
    /// - Throws: An error that ends the command because the server cannot import any file now.
    private static func take(_ path: String, _ server: APIClient) async throws -> JSONValue {
        let file = JSONMember(key: "file", value: .string(path))
        func refusal(_ failure: OperationFailure) -> JSONValue {
            .object([
                file, JSONMember(key: "outcome", value: .string("refused")),
                JSONMember(key: "code", value: .string(failure.code)),
                JSONMember(key: "detail", value: .string(failure.detail)),
            ])
        }
        let bytes: [UInt8]
        do throws(BoundedFile.Refusal) {
            bytes = try BoundedFile(path: path, limitBytes: ReportService.maximumByteCount).bytes
        } catch {
            let detail = ReportImportText.here.file(error)
            guard error == .tooLarge else {
                return refusal(OperationFailure(code: "report_file_unreadable", detail: detail))
            }
            return refusal(OperationFailure(code: "report_too_large", detail: detail))
        }
        do {
            let name = String(path.split(separator: "/").last ?? "")
            let answer = try await server.send(bytes, to: "reports", [("name", name)])
            guard case .object(let members) = answer else { throw APIClient.interrupted }
            return .object([file] + members)
        } catch let failure as OperationFailure where failure.code.hasPrefix("report_") {
            return refusal(failure)
        }
    }
}
