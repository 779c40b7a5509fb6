import Testing

/// What a wrong argument is answered with: what is wrong, and the usage of the very command.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct WrongUsageTests {
    let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
    }

    static let mistakes: [([String], String, String)] = [
        (["customers", "show", "a\nb"], "A customer id has 1 to 255 bytes", "purser customers show"),
        (["customers", "lookup", ""], "Name an id", "purser customers lookup"),
        (["customers", "move", "1", "--to", ""], "A customer id has 1 to 255 bytes", "purser customers move"),
        (
            ["customers", "move", "1", "--to", "anna", "--environment", "test"],
            "--environment test: write Production or Sandbox.", "purser customers move"
        ),
        (["customers", "timeline", "anna", "--type", "x"], "--type x: known are", "purser customers timeline"),
        (
            ["customers", "timeline", "anna", "--limit", "0"], "--limit 0: write 1 to 1000.",
            "purser customers timeline"
        ),
        (["customers", "moves", "anna", "--limit", "1001"], "--limit 1001: write 1 to", "purser customers moves"),
        (
            ["subscriptions", "extensions", "--environment", "x"], "--environment x: write Production or Sandbox.",
            "purser subscriptions extensions"
        ),
        (["keys", "create", "operator", "--name", "a", "--role", "king"], "--role king", "purser keys create"),
        (["catalog", "versions", "--limit", "0"], "--limit must be between", "purser catalog versions"),
    ]

    @Test("A mistake is told with the usage of the command it was made in", arguments: Self.mistakes)
    func mistake(arguments: [String], text: String, command: String) throws {
        let run = try Binary.run(arguments, in: self.folder)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.complaints.hasPrefix("Error: \(text)"), "\(run.complaints)")
        #expect(run.complaints.contains("Usage: \(command) "), "\(run.complaints)")
        #expect(run.complaints.contains("See '\(command) --help'"), "\(run.complaints)")
    }

    @Test("An argument that is not UTF-8 names nobody")
    func notText() throws {
        let script = #"exec "$0" customers show "$(printf 'bob\377')""#
        let run = try Binary.run([], in: self.folder, through: ["/bin/sh", "-c", script])
        #expect(run.status == 64)
        #expect(run.complaints.hasPrefix("Error: An argument is not UTF-8."), "\(run.complaints)")
    }

    @Test("An environment counts however its letters are written", arguments: ["sandbox", "SANDBOX", "production"])
    func environment(word: String) throws {
        // The next thing that is missing is the configuration, so the environment was understood.
        let run = try Binary.run(["customers", "move", "1", "--to", "anna", "--environment", word], in: self.folder)
        #expect(run.status == 78, "\(run.complaints)")
        #expect(!run.complaints.contains("--environment"))
        let verified = try Binary.run(
            ["verify", "--bundle-id", "com.example.shop", "--app-apple-id", "1", "--environment", word, "nothing"],
            in: self.folder
        )
        #expect(!verified.complaints.contains("is invalid for '--environment"), "\(verified.complaints)")
    }
}
