import Foundation

/// The JSON bodies of Apple's own server library, in the folder `PURSER_VECTORS`.
enum WireVectors {
    /// The folder of the bodies; `nil` if the variable is not set.
    static var folder: String? {
        ProcessInfo.processInfo.environment["PURSER_VECTORS"].map { "\($0)/apple/models" }
    }

    /// Whether the bodies can be read.
    static var arePresent: Bool { self.folder != nil }

    /// Returns a body.
    static func body(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(self.folder ?? "")/\(name).json")))
    }

    /// Returns the names of all bodies.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self.folder ?? "")
            .filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(".json".count)) }
            .sorted()
    }
}
