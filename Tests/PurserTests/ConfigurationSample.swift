import Foundation
import PurserService
import purser

/// Configurations that tests write, and the messages about them.
enum ConfigurationSample {
    /// A key that a shop brought itself.
    static let key = "0123456789abcdefghijklmnopqrstuv"
    /// The shortest thing that looks like a certificate from outside.
    static let certificate: [UInt8] = [0x30, 3, 2, 1, 7]

    static func folder(configuration: String?) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        if let configuration {
            try folder.write("purser.yaml", configuration)
        }
        try folder.write("catalog.yaml", "products: {}")
        try folder.write("secret.key", Self.key + "\n")
        try folder.write("a.der", Self.certificate)
        try folder.write("b.der", Self.certificate)
        try folder.write("data/keep", "")
        return folder
    }

    /// The messages about a configuration, without the folder's own path.
    static func messages(
        _ configuration: String,
        environment: [String: String] = [:],
        in folder: TemporaryFolder? = nil
    ) throws -> [String] {
        let folder = try folder ?? Self.folder(configuration: nil)
        try folder.write("purser.yaml", configuration)
        do {
            _ = try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
            return []
        } catch {
            return error.issues.map { issue in
                issue.description.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
            }
        }
    }

    static let keyRemedy =
        "Make a new one: echo purser_sk_$(openssl rand -base64 32 | tr '+/' '-_' | tr -d =)"

    /// A valid configuration of one app whose lines of these keys are replaced; line 3 is its first.
    static func app(lines: [String], without key: String = "") -> String {
        let all = [
            "bundleId: com.example.shop", "appAppleId: 1", "catalog: catalog.yaml",
            "secretKey: { file: secret.key }",
        ]
        let kept = all.filter { key.isEmpty || !$0.hasPrefix(key) }
        return (["apps:", "  shop:"] + (lines + kept).map { "    " + $0 }).joined(separator: "\n")
    }
}
