import AppStore
import ArgumentParser
import Foundation
import NIOCore
import PurserHTTP
import PurserService

/// The display of imports for people or scripts.
struct ImportDisplay {
    /// The interval between two looks at a running import.
    private static let interval = Duration.milliseconds(500)

    /// Whether to write one JSON object for each import.
    let isJSON: Bool

    /// Writes an import in one line.
    func line(_ job: ImportBody) throws {
        if self.isJSON { return try self.write(job) }
        let reason = job.reason.map { "  \($0.detail) (\($0.code))" } ?? ""
        StandardStream.output.write(
            line:
                "\(job.id)  \(job.startedAt)  \(job.state)  \(job.done) of \(job.rows) imported, \(job.failed) "
                + "failed\(reason)"
        )
    }

    /// Writes the result of an import, and ends the command.
    func end(_ job: ImportBody) throws {
        if self.isJSON { try self.write(job) } else { try self.line(job) }
        if job.failed > 0 {
            StandardStream.error.write(line: "To list the failed rows: purser import --failures \(job.id)")
        }
        switch job.state {
        case "finished": if job.failed > 0 { throw ExitStatus.negative.error }
        case "paused":
            StandardStream.error.write(line: "Correct the problem, then resume: purser import --retry \(job.id)")
            throw ExitStatus(code: job.reason?.code ?? "").error
        case "canceled": throw ExitStatus.negative.error
        // The file is still arriving, or was interrupted.
        default: throw ExitStatus.tryAgain.error
        }
    }

    /// Follows an import until it stops, and shows its progress.
    static func follow(
        _ job: ImportBody,
        server: APIClient,
        display: OperationDisplay
    ) async throws -> ImportBody {
        var job = job
        while job.state == "working" {
            display.take(
                .progress(
                    OperationProgress(stage: "importing", done: job.done + job.failed, total: job.rows, unit: "rows")
                )
            )
            try await ContinuousClock().sleep(for: Self.interval)
            job = try await server.importJob(job.id)
        }
        return job
    }

    private func write(_ job: ImportBody) throws {
        StandardStream.output.write(json: try JSONValue(of: job))
    }
}

extension Listing {
    /// The table of imports.
    static let imports = Listing(
        none: "There are no imports. To import purchases: purser import FILE",
        [
            Column("IMPORT", of: "id"), Column("STARTED", of: "startedAt"), Column("STATE", of: "state"),
            Column("ROWS", of: "rows", isNumber: true), Column("IMPORTED", of: "done", isNumber: true),
            Column("FAILED", of: "failed", isNumber: true), Column("WHY", of: "reason.detail"),
        ]
    )
}

extension APIClient {
    /// Submits the file of an import, and returns the import once the file is complete.
    func createImport(of chunks: FileChunks, format: ImportFormat, publishesEvents: Bool) async throws -> ImportBody {
        let parameters =
            [("format", format.rawValue), ("events", publishesEvents ? "on" : "off")] as [(String, String?)]
        return try await self.send(chunks, to: "imports", parameters, contentType: format.mediaType).decoded()
    }

    /// Returns one import.
    func importJob(_ id: String) async throws -> ImportBody {
        try await self.get("imports/\(Self.escaped(id))").decoded()
    }

    /// Retries or cancels an import.
    func changeImport(_ id: String, _ verb: String) async throws -> ImportBody {
        try await self.send(.post, "imports/\(Self.escaped(id))/\(verb)", [], nil).decoded()
    }
}
