import Foundation
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct PythonJudgeTests {
    @Test(
        "Apple's own library verifies every payload and calls every endpoint, with nothing changed but the address",
        .enabled(
            if: JudgeInstallation.isComplete,
            "Apple's Python library is not in .build/judge: run scripts/setup --tests where python3 and an index are"
        )
    )
    func judge() throws {
        let folder = try TemporaryFolder()
        let simulators = try ["production", "sandbox-5m"].map { profile in
            try RunningSimulator(["--ocsp", "--profile", profile, "--folder", folder.path + "/" + profile], in: folder)
        }
        let process = Process()
        process.executableURL = JudgeInstallation.python
        process.arguments = ["judge.py"] + simulators.map(\.readyLine)
        process.currentDirectoryURL = JudgeInstallation.programs
        // Compiled programs would lie in the project's sources.
        process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"]
        let name = try folder.write("judgment", [])
        let output = FileHandle(forWritingAtPath: name)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // The simulators end with their objects, and must outlive the judge.
        withExtendedLifetime(simulators) { process.waitUntilExit() }
        let judgment = try String(contentsOfFile: name, encoding: .utf8)
        let lines = judgment.split(separator: "\n").map(String.init)
        let summary = try #require(lines.last { $0.contains("payloads verified") }, "\(judgment)")
        let problems = lines.filter { $0.hasPrefix("problem: ") }
        #expect(problems.isEmpty == (process.terminationStatus == 0), "\(judgment)")
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        FileHandle.standardError.write(Data("Apple's library: \(summary)\n".utf8))
    }
}
