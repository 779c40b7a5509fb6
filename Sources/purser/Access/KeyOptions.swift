import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// What the commands about keys share.
enum KeyOptions {
    /// The app that a command is about, which must be configured; `nil` for all apps.
    static func app(_ name: String?, isNeeded: Bool, in configuration: Configuration) throws -> String? {
        let names = configuration.apps.map(\.name.rawValue)
        guard let app = name ?? (isNeeded && names.count == 1 ? names.first : nil) else {
            guard isNeeded else { return nil }
            StandardStream.error.write(
                line: "Several apps are configured; say which: --app \(names.joined(separator: " or "))"
            )
            throw ExitStatus.wrongUsage.error
        }
        guard names.contains(app) else {
            let remedy =
                Spelling.nearest(to: app, among: names).map { "Did you mean \"\($0)\"?" }
                ?? "Known here: \(names.joined(separator: ", "))."
            StandardStream.error.write(line: "--app \(app): no app of this name is configured. \(remedy)")
            throw ExitStatus.wrongUsage.error
        }
        return app
    }

    /// The keys in a database that this process has taken.
    static func keys(
        _ database: OperatorAccess.OpenedDatabase,
        _ configuration: Configuration
    ) throws -> AccessKeys {
        guard let repository = database.repository else { throw ExitStatus.unavailable.error }
        return AccessKeys(repository: repository, ambient: .live, apps: Set(configuration.apps.map(\.name)))
    }

    /// A key as one line of JSON.
    static func json(_ key: KeyBody) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(key), as: UTF8.self)
    }

    /// Does work, and says what was refused.
    static func refusing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as AccessKeyError {
            throw Self.refusal(code: error.code, detail: error.detail)
        } catch let failure as OperationFailure {
            throw Self.refusal(code: failure.code, detail: failure.detail)
        } catch let error as RepositoryError {
            throw Self.refusal(code: error.code, detail: "The database cannot take this now. Try again.")
        }
    }

    private static func refusal(code: String, detail: String) -> ExitCode {
        StandardStream.error.write(line: "\(detail) (\(code))")
        return ExitStatus(code: code).error
    }
}
