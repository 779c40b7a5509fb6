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

    /// Whether the library is there.
    static var isComplete: Bool { FileManager.default.isExecutableFile(atPath: Self.python.path) }
}
