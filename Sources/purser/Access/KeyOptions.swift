import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// What the commands about keys share.
enum KeyOptions {
    /// The keys in a database that this process has taken; the ambient's time is that of the books.
    static func keys(
        _ database: OperatorAccess.OpenedDatabase,
        _ configuration: Configuration,
        _ ambient: Ambient
    ) throws -> AccessKeys {
        guard let repository = database.repository else { throw ExitStatus.unavailable.error }
        return AccessKeys(repository: repository, ambient: ambient, apps: Set(configuration.apps.map(\.name)))
    }

    /// Does work, and says what was refused.
    static func refusing(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as AccessKeyError {
            throw OperationFailure(code: error.code, detail: error.detail).refusal()
        } catch let failure as OperationFailure {
            throw failure.refusal()
        } catch let error as RepositoryError {
            let detail = "The database cannot take this now. Try again."
            throw OperationFailure(code: error.code, detail: detail).refusal()
        }
    }
}
