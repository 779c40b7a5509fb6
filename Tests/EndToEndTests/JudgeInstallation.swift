import Foundation

/// Apple's own Python library, where `scripts/setup --tests` has put it, and the programs that use it.
enum JudgeInstallation {
    /// The project's folder.
    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The interpreter that knows the library.
    static let python = Self.project.appendingPathComponent(".build/judge/bin/python")

    /// The folder of the programs.
    static let programs = Self.project.appendingPathComponent("scripts/judge")

    /// The validator of OpenAPI documents.
    static let description = Self.project.appendingPathComponent(".build/judge-description/bin/openapi-spec-validator")

    /// The tester that compares a server with its OpenAPI document.
    static let contract = Self.project.appendingPathComponent(".build/judge-contract/bin/schemathesis")

    /// The parser that reads metrics as Prometheus does.
    static let metrics = Self.project.appendingPathComponent(".build/judge-metrics/usr/bin/promtool")

    /// Prometheus itself.
    static let prometheus = Self.project.appendingPathComponent(".build/judge-metrics/usr/bin/prometheus")

    /// The folder of the alerts for Prometheus.
    static let alerts = Self.project.appendingPathComponent("deploy/prometheus")

    /// The interpreter that knows the libraries with which receivers check webhooks.
    static let webhooks = Self.project.appendingPathComponent(".build/judge-webhooks/bin/python")

    /// The interpreter that knows the libraries with which old servers ask about receipts.
    static let receipts = Self.project.appendingPathComponent(".build/judge-receipts/bin/python")

    /// The interpreter that drives a browser, and the browser.
    static let browser = Self.project.appendingPathComponent(".build/judge-browser/bin/python")
    private static let chromium = URL(fileURLWithPath: "/usr/bin/chromium")

    /// The folder of the pictures that the browser takes.
    static let pictures = Self.project.appendingPathComponent(".build/screenshots")

    /// Whether the browser and its driver are there.
    static var hasBrowser: Bool { Self.has(Self.browser) && Self.has(Self.chromium) }

    /// Whether a program is there.
    static func has(_ program: URL) -> Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    /// Whether the library is there.
    static var isComplete: Bool { FileManager.default.isExecutableFile(atPath: Self.python.path) }
}
