import AppStore
import ArgumentParser
import Ledger
import PurserService

/// The options of commands that read customers.
struct CustomerOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; required if several are configured.", valueName: "name"))
    var app: String?

    @OptionGroup var clock: ClockOption

    /// Runs work with the API, and writes errors.
    func with(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app).name
        try await APIConnection.with(configuration, app: app, clock: self.clock.address, work)
    }
}

/// The options of commands that change customers, with a dry run and a confirmation before the request.
struct CustomerChangeOptions: ParsableArguments {
    @OptionGroup var change: ChangeOptions

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// The reason as a member of a body.
    var reasonMember: [JSONMember] { self.change.reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? [] }

    /// The reason as a parameter of a query.
    var reasonParameter: (String, String?) { ("reason", self.change.reason) }

    /// Sends a request.
    ///
    /// Unless `--yes` is set, it first sends a dry run, shows the result, and asks for confirmation.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below the app.
    ///   - parameters: The query.
    ///   - members: The members of the body; `nil` for none.
    ///   - question: The question before the change.
    ///   - text: Formats a response for people.
    /// - Throws: The exit status, after writing the error or why nothing was done.
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
                // Programs read only the result, not the preview.
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

/// A customer id on the command line.
enum CustomerArgument {
    /// The exit statuses of the commands about customers, for their help.
    static let endings = """
        Exit status: 0 done, 1 there is no such customer or item, or its state does not allow it; 3 nothing to do, 64
        wrong usage, 69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the
        configuration is wrong.
        """

    /// Returns the customer id.
    static func customer(_ text: String) throws -> CustomerID {
        guard let customer = CustomerID(text) else {
            throw ValidationError(CustomerID.requirement)
        }
        return customer
    }

    /// Returns the path of a customer, and of a resource below it.
    static func path(_ text: String, _ rest: String = "") throws -> String {
        "customers/\(APIClient.escaped(try Self.customer(text).rawValue))" + (rest.isEmpty ? "" : "/\(rest)")
    }
}

/// A response about a customer for people: tables of rows by their type, and below them a line for each field.
struct CustomerText {
    /// The rows; `type` of each determines its table.
    var rows: [JSONValue] = []
    /// The fields.
    var fields: [JSONMember]

    /// Returns members of an object under other names, in this order; absent members are left out.
    static func fields(_ names: [(name: String, path: String)], of object: JSONValue) -> [JSONMember] {
        names.compactMap { name, path in object.member(path).map { JSONMember(key: name, value: $0) } }
    }

    /// Writes the text.
    func write(to stream: StandardStream) {
        if !self.rows.isEmpty { Listing(none: "").write(self.rows, isJSON: false, to: stream) }
        ObjectText.write(.object(self.fields), isJSON: false, to: stream)
    }
}
