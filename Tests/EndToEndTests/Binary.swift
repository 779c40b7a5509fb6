import Foundation

/// The real `purser`, which the build leaves beside the tests.
enum Binary {
    /// The result of an ended run.
    struct Run {
        let status: Int32
        let output: String
        let complaints: String

        /// The lines on standard output.
        var lines: [String] { self.output.split(separator: "\n").map(String.init) }
    }

    /// Returns the path of the program, or of another program of the build.
    static func url(of name: String = "purser") -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
    }

    /// A process of it that has not been started, in a folder of its own.
    ///
    /// `wrapper` is a command that runs it, given as its last arguments.
    static func process(
        _ arguments: [String],
        of name: String = "purser",
        in folder: TemporaryFolder,
        through wrapper: [String] = []
    ) -> Process {
        let process = Process()
        let url = self.url(of: name)
        process.executableURL = wrapper.first.map { URL(fileURLWithPath: $0) } ?? url
        process.arguments = wrapper.isEmpty ? arguments : wrapper.dropFirst() + [url.path] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PURSER_") }
        return process
    }

    /// Runs it to its end, with this text on standard input.
    ///
    /// What it writes goes into files, so nothing can block.
    static func run(
        _ arguments: [String],
        of name: String = "purser",
        in folder: TemporaryFolder,
        input: [UInt8] = [],
        through wrapper: [String] = []
    ) throws -> Run {
        let process = self.process(arguments, of: name, in: folder, through: wrapper)
        let names = ["input", "output", "complaints"].map { folder.path + "/." + $0 }
        try Data(input).write(to: URL(fileURLWithPath: names[0]))
        for name in names[1...] { try Data().write(to: URL(fileURLWithPath: name)) }
        process.standardInput = FileHandle(forReadingAtPath: names[0])
        process.standardOutput = FileHandle(forWritingAtPath: names[1])
        process.standardError = FileHandle(forWritingAtPath: names[2])
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus,
            output: try String(contentsOfFile: names[1], encoding: .utf8),
            complaints: try String(contentsOfFile: names[2], encoding: .utf8)
        )
    }
}
