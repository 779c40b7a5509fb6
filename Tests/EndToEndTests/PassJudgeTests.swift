import AppStore
import Foundation
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct PassJudgeTests {
    @Test(
        "A third-party library checks a pass of the running server with the published keys",
        .enabled(
            if: JudgeInstallation.isComplete,
            "PyJWT is not in .build/judge: run scripts/setup --tests where python3 and an index are"
        )
    )
    func judged() async throws {
        let folder = try InstalledShop().folder
        let server = try RunningServer(in: folder)
        let granted = try await server.calls.send(
            "/v1/customers/anna/grants",
            body: Array(#"{"entitlement":"pro","reason":"to be checked"}"#.utf8)
        )
        #expect(granted.status == 201, "\(granted.text)")
        let process = Process()
        process.executableURL = JudgeInstallation.python
        process.arguments = ["passes.py", server.calls.url, server.calls.key, "anna"]
        process.currentDirectoryURL = JudgeInstallation.programs
        process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"]
        let name = try folder.write("judgment", [])
        let output = FileHandle(forWritingAtPath: name)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        withExtendedLifetime(server) { process.waitUntilExit() }
        let judgment = try String(contentsOfFile: name, encoding: .utf8)
        #expect(process.terminationStatus == 0 && judgment == "entitlements: pro\n", "\(judgment)")
        let keys = folder.path + "/shop/data/purser.db.pass-keys"
        if let attributes = try? FileManager.default.attributesOfItem(atPath: keys) {
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }
}
