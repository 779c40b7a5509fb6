import Foundation
import Testing

@Suite struct InitTests {
    /// The program that was built beside the tests.
    private static let program: String? = {
        let folder = (ProcessInfo.processInfo.arguments.first.map { $0 as NSString })?.deletingLastPathComponent ?? "."
        let path = folder + "/purser"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    private static func run(_ arguments: [String], in folder: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program ?? "")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["LANG": "C"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test(
        "The command writes, prints the next steps, and ends with the documented codes",
        .enabled(if: Self.program != nil, "the program is not beside the tests")
    )
    func command() throws {
        let folder = try TemporaryFolder()
        let first = try Self.run(["init", "shop", "--bundle-id", "com.example.mine"], in: folder.path)
        #expect(first.status == 0)
        let serve = "purser serve --config shop/purser.yaml --clock http://127.0.0.1:8090/_sim/v1/clock"
        #expect(first.output.contains("\n  \(serve)\n"))
        let configuration = try String(contentsOfFile: folder.path + "/shop/purser.yaml", encoding: .utf8)
        #expect(configuration.contains("bundleId: com.example.mine\n"))
        let second = try Self.run(["init", "shop"], in: folder.path)
        #expect(second.status == 73)
        #expect(second.output.contains("shop/purser.yaml: already exists, and the command overwrites no file. "))
        let wrongName = try Self.run(["init", "My Shop"], in: folder.path)
        #expect(wrongName.status == 64)
        let wrongBundle = try Self.run(["init", "other", "--bundle-id", "a b"], in: folder.path)
        #expect(wrongBundle.status == 64)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/other"))
    }

    @Test(
        "The help shows an example before the usage",
        .enabled(if: Self.program != nil, "the program is not beside the tests"),
        arguments: [["--help"], ["init", "--help"]]
    )
    func help(arguments: [String]) throws {
        let output = try Self.run(arguments, in: "/").output
        let example = try #require(output.range(of: "purser init shop"))
        let usage = try #require(output.range(of: "USAGE"))
        #expect(example.lowerBound < usage.lowerBound)
    }
}
