import ArgumentParser
import Foundation
import PurserService

/// `purser doctor`: finds problems of the installation, with remedies.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems between the server and the App Store, with remedies.",
        discussion: """
            Example:
              purser doctor --config shop/purser.yaml
              purser doctor --offline

            Checks the configuration, the alarm channels, the trusted certificates, the key and its file permissions,
            the clock, Apple's responses in Production and in the Sandbox, the key for App Store Connect, the public
            address and its TLS; then requests a test notification for each environment and waits for the result, at
            most half a minute. Changes nothing.

            Each line is ok, note, warning or error; docs/operating/doctor.md explains the codes.

            Exit status: 0 no problem, 1 there is a warning or an error, 64 wrong usage, 69 Apple cannot be reached,
            78 the configuration is wrong.
            """
    )

    @Option(help: "The configuration file; by default PURSER_CONFIG or purser.yaml.")
    var config: String?

    @Option(help: ArgumentHelp("Only this app.", valueName: "name"))
    var app: String?

    @Flag(help: "Skip all checks that need a network.")
    var offline = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let display = DoctorDisplay(isJSON: self.json)
        let environment = ProcessInfo.processInfo.environment
        let configuration: Configuration
        do throws(ValidationIssues) {
            configuration = try Configuration.load(
                file: self.config ?? environment["PURSER_CONFIG"] ?? "purser.yaml",
                environment: environment
            )
        } catch {
            for finding in error.issues {
                display.show(DoctorFinding(.configuration, .error, Self.text(finding), remedy: finding.remedy))
            }
            throw ExitStatus.badConfiguration.error
        }
        let apps = try self.app.map { [try configuration.knownApp($0)] } ?? configuration.apps
        let checks = DoctorChecks(configuration: configuration, apps: apps, isOffline: self.offline)
        try await checks.run { display.show($0) }
        if let status = display.status { throw status.error }
    }

    /// Returns the location and the problem of a finding about the configuration.
    private static func text(_ finding: ValidationIssue) -> String {
        let place = finding.line.map { "\(finding.file):\($0)" } ?? finding.file
        let key = finding.keyPath.isEmpty ? "" : " \(finding.keyPath):"
        return "\(place):\(key) \(finding.problem)."
    }
}
