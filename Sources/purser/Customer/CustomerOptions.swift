import AppStore
import ArgumentParser
import Ledger
import PurserService

/// What every command takes that reads something about customers.
struct CustomerOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; needed where several are configured.", valueName: "name"))
    var app: String?

    @OptionGroup var clock: ClockOption

    /// Does work with the API, and writes what was refused.
    func with(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app).name
        try await APIConnection.with(configuration, app: app, clock: self.clock.address, work)
    }
}

/// What every command takes that changes something about customers, and the way it does: a dry run, a question, the
/// request.
struct CustomerChangeOptions: ParsableArguments {
    @OptionGroup var change: ChangeOptions

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// The reason as a member of a body.
    var reasonMember: [JSONMember] { self.change.reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? [] }

    /// The reason as a parameter of a query.
    var reasonParameter: (String, String?) { ("reason", self.change.reason) }

    /// Sends a request: first as a dry run, whose answer is shown before the question, unless `--yes` is given.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: What stands after the app's name.
    ///   - parameters: The query.
    ///   - members: The members of the body; `nil` for none.
    ///   - question: What is asked before.
    ///   - text: Puts an answer into the words for people.
    /// - Throws: The exit status, after writing what was refused or why nothing was done.
    func run(
        _ method: APIClient.Method,
        _ path: String,
        _ parameters: [(String, String?)] = [],
        _ members: [JSONMember]? = nil,
        question: String,
        text: (JSONValue) -> CustomerText
    ) async throws {
        let configuration = try self.change.configuration.load()
        let app = try configuration.chosenApp(self.change.app).name
        try await APIConnection.with(configuration, app: app, clock: self.change.clock.address) { api in
            if !self.change.yes {
                let shown = try await api.send(method, path, parameters + [("dryRun", "true")], members)
                // A program reads what came of it, and nothing that was asked before.
                text(shown).write(to: self.json ? .error : .output)
                try NoChange.end(shown)
                try Confirmation.ask(question)
            }
            let done = try await api.send(method, path, parameters, members)
            if self.json { StandardStream.output.write(json: done) } else { text(done).write(to: .output) }
            try NoChange.end(done)
        }
    }
}

/// A customer on the command line.
enum CustomerArgument {
    /// How the commands about customers end, for their help.
    static let endings = """
        Exit status: 0 done, 1 it cannot be, because nobody knows him or it, or it is undone or merged already; 3 nothing
        was done, because it was so already; 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not
        confirmed or another user's server, 78 the configuration is wrong.
        """

    /// The customer of this name.
    static func customer(_ text: String) throws -> CustomerID {
        guard let customer = CustomerID(text) else {
            throw ValidationError(CustomerID.requirement)
        }
        return customer
    }

    /// Returns the path of a customer of this name, and of what is below it.
    static func path(_ text: String, _ rest: String = "") throws -> String {
        "customers/\(APIClient.escaped(try Self.customer(text).rawValue))" + (rest.isEmpty ? "" : "/\(rest)")
    }
}

/// An answer about a customer as people read it: tables of rows by their type, and below them a line for each field.
struct CustomerText {
    /// The rows; each says with `type` what it is.
    var rows: [JSONValue] = []
    /// The fields.
    var fields: [JSONMember]

    /// Returns these members of an object under other names, in this order; those that it does not have are left out.
    static func fields(_ names: [(name: String, path: String)], of object: JSONValue) -> [JSONMember] {
        names.compactMap { name, path in object.member(path).map { JSONMember(key: name, value: $0) } }
    }

    /// Writes it.
    func write(to stream: StandardStream) {
        if !self.rows.isEmpty { Listing(none: "").write(self.rows, isJSON: false, to: stream) }
        ObjectText.write(.object(self.fields), isJSON: false, to: stream)
    }
}
