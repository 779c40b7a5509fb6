import AppStore
import ArgumentParser
import Foundation
import Ledger
import NIOCore
import PurserHTTP
import PurserService
import UnixSignals

/// `purser import`: imports the earlier purchases of a shop.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import earlier purchases by their ids or receipts, with their owners.",
        discussion: """
            Example:
              purser import purchases.csv --config shop/purser.yaml --events off
              purser import --failures 5f0c8a1be2d34977 > failures.csv

            The file is CSV with a header line, or JSON lines. Each row needs one of transactionId,
            originalTransactionId and receipt; owner, appAccountToken, delivered, consumed and consent are optional.
            The server asks Apple about every row, within Apple's rate limit; a row that cannot be imported is listed
            with the reason and does not stop the import.

            The running server does the work, and continues when this command ends. --list, --failures and --cancel
            also work without a running server.

            Exit status: 0 everything was imported, 1 a row could not be imported, 3 there was nothing to retry, 64
            wrong usage, 65 the file is invalid, 69 no server is running or the file cannot be read, 75 try again, 77
            another user's server, 78 the configuration is wrong.
            """
    )

    /// Whether the imported purchases are published as events.
    enum Events: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The file; - for standard input.")
    var file: String?

    @Option(help: ArgumentHelp("The app; required if several are configured.", valueName: "name"))
    var app: String?

    @Option(help: "csv or jsonl; by default from the name of the file.")
    var format: ImportFormat?

    @Option(help: "Whether to publish events for the imported purchases: on or off.")
    var events = Events.on

    @Flag(help: "List the newest imports.")
    var list = false

    @Option(help: ArgumentHelp("Show the progress of an import, and wait for its end.", valueName: "id"))
    var show: String?

    @Option(help: ArgumentHelp("Print the rows that could not be imported, as a file to correct.", valueName: "id"))
    var failures: String?

    @Option(help: ArgumentHelp("Retry the failed rows of an import; also resumes a paused import.", valueName: "id"))
    var retry: String?

    @Option(help: ArgumentHelp("Cancel an import; the rows imported so far stay.", valueName: "id"))
    var cancel: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    /// The requested work.
    enum Work {
        case start(path: String, format: ImportFormat)
        case list
        case show(String)
        case failures(String)
        case retry(String)
        case cancel(String)

        /// Whether it needs a running server, because only that imports.
        var needsServer: Bool {
            switch self {
            case .start, .show, .retry: true
            case .list, .failures, .cancel: false
            }
        }
    }

    /// Returns the work that the arguments request.
    func work() throws -> Work {
        var asked: [Work] = []
        if self.list { asked.append(.list) }
        if let show { asked.append(.show(show)) }
        if let failures { asked.append(.failures(failures)) }
        if let retry { asked.append(.retry(retry)) }
        if let cancel { asked.append(.cancel(cancel)) }
        if let file {
            guard let format = self.format ?? ImportFormat(fileName: file) else {
                throw ValidationError("The format of \(file) is unknown: add --format csv or --format jsonl.")
            }
            asked.append(.start(path: file, format: format))
        }
        guard asked.count == 1, let work = asked.first else {
            throw ValidationError(
                "Name a file, or use one of --list, --show, --failures, --retry and --cancel: purser import --help"
            )
        }
        return work
    }

    func validate() throws {
        _ = try self.work()
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app).name
        let work = try self.work()
        try await APIConnection.with(
            configuration,
            app: app,
            absence: work.needsServer ? "Only a running server imports. To start it: purser serve" : nil
        ) { server in
            try await self.run(work, server)
        }
    }

    private func run(_ work: Work, _ server: APIClient) async throws {
        switch work {
        case .start(let path, let format): try await self.start(path, format, server)
        case .list:
            let list = try await server.get("imports")
            Listing.imports.write(list["imports"]?.elements ?? [], isJSON: self.json)
        case .show(let id): try await self.watch(try await server.importJob(id), server)
        case .failures(let id):
            let format = self.format ?? (self.json ? .jsonLines : .csv)
            try await server.download(
                "imports/\(APIClient.escaped(id))/failures",
                [("format", format.rawValue)],
                to: nil
            )
        case .retry(let id):
            let retried = try await server.changeImport(id, "retry")
            if retried.nothing != nil {
                try ImportDisplay(isJSON: self.json).line(retried)
                try NoChange.end(text: retried.nothing)
            }
            try await self.watch(retried, server)
        case .cancel(let id):
            try ImportDisplay(isJSON: self.json).line(try await server.changeImport(id, "cancel"))
        }
    }

    private func start(_ path: String, _ format: ImportFormat, _ server: APIClient) async throws {
        let display = OperationDisplay(isJSON: self.json)
        let length = try FileChunks(path: path) { _ in }.length ?? 0
        let chunks = try FileChunks(path: path) { count in
            display.take(
                .progress(OperationProgress(stage: "sending", done: count, total: length, unit: "bytes"))
            )
        }
        let job = try await server.createImport(
            of: chunks,
            format: format,
            publishesEvents: self.events == .on
        )
        try await self.watch(job, server, display: display)
    }

    /// Shows the progress of an import until it stops; if the command ends before, it prints how to continue.
    private func watch(
        _ job: ImportBody,
        _ server: APIClient,
        display: OperationDisplay? = nil
    ) async throws {
        let display = display ?? OperationDisplay(isJSON: self.json)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let last: ImportBody? = try await withThrowingTaskGroup(of: ImportBody?.self) { group in
            group.addTask { try await ImportDisplay.follow(job, server: server, display: display) }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            let first = try await group.next() ?? nil
            group.cancelAll()
            return first
        }
        guard let last else {
            display.clear()
            StandardStream.error.write(
                line: "The import continues. To see its progress: purser import --show \(job.id)"
            )
            throw ExitStatus.tryAgain.error
        }
        display.clear()
        try ImportDisplay(isJSON: self.json).end(last)
    }
}

extension ImportFormat: ExpressibleByArgument {}
