import Foundation
import Testing

/// Tests that a wrong argument is reported with the error and the usage of its command.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct WrongUsageTests {
    let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
    }

    static let mistakes: [([String], String, String)] = [
        (["customers", "show", "a\nb"], "A customer id has 1 to 255 bytes", "purser customers show"),
        (["customers", "lookup", ""], "Enter an id", "purser customers lookup"),
        (["customers", "transfer", "1", "--to", ""], "A customer id has 1 to 255 bytes", "purser customers transfer"),
        (
            ["customers", "transfer", "1", "--to", "anna", "--environment", "test"],
            "--environment test: use Production or Sandbox.", "purser customers transfer"
        ),
        (["customers", "timeline", "anna", "--type", "x"], "--type x: known are", "purser customers timeline"),
        (
            ["customers", "timeline", "anna", "--limit", "0"], "--limit: write how many, 1 or more",
            "purser customers timeline"
        ),
        (["customers", "transfers", "anna", "--limit", "0"], "--limit: write how many", "purser customers transfers"),
        (
            ["customers", "held-evidence", "anna", "--reason", "x"], "--reason x: known are",
            "purser customers held-evidence"
        ),
        (
            ["customers", "resolve-rescission", "7001"], "--reason: state the reason",
            "purser customers resolve-rescission"
        ),
        (["seats", "invite", "7001"], "--reason: state the reason", "purser seats invite"),
        (["seats", "accept", "7001", "anna"], "--reason: state the reason", "purser seats accept"),
        (["seats", "assign", "7001", "anna", "--reason", ""], "--reason: state the reason", "purser seats assign"),
        (["seats", "release", "7001"], "--reason: state the reason", "purser seats release"),
        (
            ["subscriptions", "extensions", "--environment", "x"], "--environment x: use Production or Sandbox.",
            "purser subscriptions extensions"
        ),
        (["keys", "create", "operator", "--name", "a", "--role", "king"], "--role king", "purser keys create"),
        (["catalog", "versions", "--limit", "0"], "--limit must be between", "purser catalog versions"),
    ]

    @Test("A mistake is reported with the usage of its command", arguments: Self.mistakes)
    func mistake(arguments: [String], text: String, command: String) throws {
        let run = try Binary.run(arguments, in: self.folder)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.complaints.hasPrefix("Error: \(text)"), "\(run.complaints)")
        #expect(run.complaints.contains("Usage: \(command) "), "\(run.complaints)")
        #expect(run.complaints.contains("See '\(command) --help'"), "\(run.complaints)")
    }

    static let misspelled: [([String], String)] = [
        (["serv"], "Did you mean 'serve'?"), (["customers", "sho", "anna"], "Did you mean 'show'?"),
        (["simulate", "scenaro"], "Did you mean 'scenario'?"), (["serve", "--confg", "a"], "Did you mean '--config'?"),
        (["serve", "--role", "wrker"], "Did you mean 'worker'?"),
        (
            ["verify", "--bundle-id", "a", "--environment", "Sandbox", "--kind", "reciept"],
            "Did you mean 'receipt'?"
        ),
        (["keys", "create", "operator", "--name", "a", "--role", "suport"], "Did you mean support?"),
        (["customers", "timeline", "anna", "--type", "sumbission"], "Did you mean submission?"),
        (["subscriptions", "extend", "1", "--days", "1", "--reason-code", "outge"], "Did you mean outage?"),
        (
            ["serve", "--clock", "127.0.0.1:8090/_sim/v1/clock"],
            "the scheme is missing. Did you mean http://127.0.0.1:8090/_sim/v1/clock?"
        ),
        (["simulate", "trigger", "REFUND", "--notify", "localhost:8080/x"], "Did you mean http://localhost:8080/x?"),
        (
            ["simulate", "serve", "--notify", "ftp://localhost/x"],
            "use an http or https address, for example http://"
        ),
        (["listen", "--forward-to", "localhost:3000"], "Did you mean http://localhost:3000?"),
    ]

    @Test("A misspelled command, option, value or address is answered with what was meant", arguments: Self.misspelled)
    func nearest(arguments: [String], meant: String) throws {
        let run = try Binary.run(arguments, in: self.folder)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.complaints.hasPrefix("Error: "), "\(run.complaints)")
        #expect(run.complaints.contains(meant), "\(run.complaints)")
        #expect(run.complaints.contains("Usage: purser"), "\(run.complaints)")
    }

    @Test("A configuration of another name, or in a folder, is named instead of a first one")
    func otherFile() throws {
        #expect(
            try Binary.run(["serve"], in: self.folder).complaints
                == "purser.yaml: does not exist. Create a first one: purser init shop\n"
        )
        try FileManager.default.createDirectory(
            atPath: self.folder.path + "/my shop",
            withIntermediateDirectories: true
        )
        _ = try self.folder.write("my shop/purser.yaml", [])
        let below = try Binary.run(["serve"], in: self.folder)
        #expect(below.status == 78)
        #expect(below.complaints == "purser.yaml: does not exist. Did you mean --config 'my shop/purser.yaml'?\n")
        _ = try self.folder.write("purser.yml", [])
        let beside = try Binary.run(["customers", "show", "anna"], in: self.folder)
        #expect(beside.complaints == "purser.yaml: does not exist. Did you mean --config purser.yml?\n")
    }

    @Test("An argument that is not UTF-8 names no customer")
    func notText() throws {
        let script = #"exec "$0" customers show "$(printf 'bob\377')""#
        let run = try Binary.run([], in: self.folder, through: ["/bin/sh", "-c", script])
        #expect(run.status == 64)
        #expect(run.complaints.hasPrefix("Error: An argument is not UTF-8"), "\(run.complaints)")
    }

    @Test("An environment counts however its letters are written", arguments: ["sandbox", "SANDBOX", "production"])
    func environment(word: String) throws {
        // The next thing that is missing is the configuration, so the environment was understood.
        let run = try Binary.run(
            ["customers", "transfer", "1", "--to", "anna", "--environment", word],
            in: self.folder
        )
        #expect(run.status == 78, "\(run.complaints)")
        #expect(!run.complaints.contains("--environment"))
        let verified = try Binary.run(
            ["verify", "--bundle-id", "com.example.shop", "--app-apple-id", "1", "--environment", word, "nothing"],
            in: self.folder
        )
        #expect(!verified.complaints.contains("is invalid for '--environment"), "\(verified.complaints)")
    }
}
