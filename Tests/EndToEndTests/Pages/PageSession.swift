import AppStore
import Foundation
import Testing

/// A session that executes a page's commands: a shell in its own folder, a simulated store and a server.
///
/// Store and server take free ports. Where the page names the usual ones, the real ones are typed.
final class PageSession {
    /// The programs of others that the pages call.
    static let arePresent = ["bash", "curl", "jq", "sed"].allSatisfy { name in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    /// The shell is gone, or the store has sold nothing.
    struct Ended: Error {}

    /// The working directory.
    let folder: TemporaryFolder
    /// The store, once it has been started.
    private(set) var store: RunningSimulator?
    /// The server, once it has been started.
    private(set) var server: RunningServer?
    /// The replacements of words that the page shows.
    private var words: [(shown: String, typed: String)] = []
    /// The notification URL of the store, as on the page.
    private var notifications: String?
    private let shell: Process
    private let input: FileHandle
    private let ends: FileHandle

    /// A shell that finds the program.
    init() throws {
        let folder = try TemporaryFolder()
        let shell = Binary.process([], in: folder, through: ["/bin/bash", "-s"])
        shell.environment?["LC_ALL"] = "C.UTF-8"
        let input = Pipe()
        let output = Pipe()
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        self.folder = folder
        self.shell = shell
        self.input = input.fileHandleForWriting
        self.ends = output.fileHandleForReading
        // The program's path is the first argument.
        try self.send(#"PATH="${1%/*}:$PATH"; set -o pipefail"#)
    }

    deinit {
        if self.shell.isRunning { kill(self.shell.processIdentifier, SIGKILL) }
    }

    /// Replaces a word that the page shows in all later commands.
    func put(_ typed: String, for shown: String) {
        self.words.append((shown, typed))
    }

    /// Returns the text to type for a text on the page.
    func typed(_ shown: String) -> String {
        self.words.reduce(shown) { $0.replacing($1.shown, with: $1.typed) }
    }

    /// Returns printed text as a page shows it, with the default ports.
    func shown(_ printed: String) -> String {
        self.words.filter { $0.shown.hasPrefix("127.0.0.1:") }
            .reduce(printed) { $0.replacing($1.typed, with: $1.shown) }
    }

    /// Types a command and waits for its end; a store or a server for the line that says it is ready.
    @discardableResult
    func run(_ command: String) throws -> Binary.Run {
        let typed = self.typed(command)
        if typed.hasPrefix("purser simulate --") { return try self.startStore(typed) }
        if typed.hasPrefix("purser serve "), !typed.contains("--check") { return try self.startServer(typed) }
        _ = try self.folder.write(".command", Array((typed + "\n").utf8))
        try self.send(". ./.command > .output 2> .complaints < /dev/null; echo $?")
        guard let line = try self.ends.line(), let status = Int32(line) else { throw Ended() }
        return Binary.Run(status: status, output: try self.read(".output"), complaints: try self.read(".complaints"))
    }

    /// Types a step of a page, which has to end well and to print what the page shows.
    func follow(_ step: Page.Step, status: Int32 = 0) throws {
        let run = try self.run(step.command)
        #expect(run.status == status, "\(step.command)\n\(run.output)\(run.complaints)")
        guard let shown = step.shown else { return }
        let printed = self.shown(run.output)
        #expect(ShownOutput.agrees(shown, with: printed), "\(step.command)\nshown:\n\(shown)\nprinted:\n\(printed)")
    }

    /// Makes a shop and starts both sides, as the first page does.
    func openShop() throws {
        #expect(try self.run("purser init shop").status == 0)
        try self.startBothSides()
    }

    /// Starts a store and a server for the shop that is there, and lets the commands find it.
    func startBothSides() throws {
        try self.run(
            "purser simulate --catalog shop/catalog.yaml --bundle-id com.example.shop --app-apple-id 1234567890 "
                + "--folder shop/simulator --notify http://127.0.0.1:8080/apple/shop/notifications"
        )
        try self.run("purser serve --config shop/purser.yaml --clock http://127.0.0.1:8090/_sim/v1/clock")
        try self.run("export PURSER_CONFIG=shop/purser.yaml")
    }

    /// Ends the server as an operator does, and says how it ended.
    func stopServer() -> Int32? {
        defer { self.server = nil }
        return self.server?.end(SIGTERM)
    }

    /// Does something in the store's world.
    @discardableResult
    func act(_ json: String) throws -> JSONValue {
        let run = try self.run("curl -s --fail-with-body http://127.0.0.1:8090/_sim/v1/actions -d '\(json)'")
        #expect(run.status == 0, "\(json)\n\(run.output)\(run.complaints)")
        return try JSONValue(json: Array(run.output.utf8))
    }

    /// Calls the server with the shop's key.
    @discardableResult
    func call(_ method: String, _ path: String, _ body: String? = nil) throws -> JSONValue {
        if let body { _ = try self.folder.write(".body", Array(self.typed(body).utf8)) }
        let run = try self.run(
            "curl -s --fail-with-body -X \(method) -H \"Authorization: Bearer $(cat shop/secret.key)\" "
                + "'http://127.0.0.1:8080\(path)'" + (body == nil ? "" : " -d @.body")
        )
        #expect(run.status == 0, "\(method) \(path)\n\(run.output)\(run.complaints)")
        return try JSONValue(json: Array(run.output.utf8))
    }

    /// Buys a product, submits it for a customer, and returns the transaction as the store shows it.
    func buy(_ product: String, for customer: String) throws -> JSONValue {
        let answer = try self.act(#"{"action":"buy","customer":"\#(customer)","product":"\#(product)"}"#)
        guard case .array(let transactions)? = answer["transactions"], let bought = transactions.first else {
            throw Ended()
        }
        let signed = bought.text("signedTransaction")
        try self.call("POST", "/v1/purchases", #"{"customer":"\#(customer)","signedTransaction":"\#(signed)"}"#)
        return bought
    }

    /// Rescinds a parent's consent for a customer with purchases, and returns their Apple Account.
    func rescindConsent(of customer: String) throws -> String {
        try self.act(#"{"action":"rescindConsent","customer":"\#(customer)"}"#)
        let answer = try self.call("GET", "/v1/consent-rescissions")
        guard case .array(let rescissions)? = answer["rescissions"], let rescission = rescissions.first else {
            throw Ended()
        }
        return rescission.text("account")
    }

    private func startStore(_ command: String) throws -> Binary.Run {
        let words = command.split(separator: " ").map(String.init)
        let store = try RunningSimulator(Array(words.dropFirst(2)), in: self.folder)
        self.store = store
        let address = try JSONValue(json: Array(store.readyLine.utf8)).text("url").replacing("http://", with: "")
        self.put(address, for: "127.0.0.1:8090")
        try self.folder.change("shop/purser.yaml") { $0.replacing("127.0.0.1:8090", with: address) }
        self.notifications = words.firstIndex(of: "--notify").map { words[$0 + 1] }
        return Binary.Run(status: 0, output: store.readyLine + "\n", complaints: "")
    }

    private func startServer(_ command: String) throws -> Binary.Run {
        // A server takes the place of another on the same database.
        if let former = self.server { #expect(former.end(SIGTERM) == 0) }
        let first = "purser serve --config shop/purser.yaml"
        try #require(command.hasPrefix(first), "\(command)")
        let options = command.dropFirst(first.count).split(separator: " ").map(String.init)
        let server = try RunningServer(in: self.folder, options: options)
        self.server = server
        self.words.removeAll { $0.shown == "127.0.0.1:8080" }
        self.put(server.calls.url.replacing("http://", with: ""), for: "127.0.0.1:8080")
        // The store got a URL before the server had one.
        if let notifications {
            try self.act(#"{"action":"setNotificationURL","url":"\#(notifications)"}"#)
        }
        return Binary.Run(status: 0, output: server.readyLine + "\n", complaints: "")
    }

    private func send(_ line: String) throws {
        try self.input.write(contentsOf: Data((line + "\n").utf8))
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: self.folder.path + "/" + name, encoding: .utf8)
    }
}
