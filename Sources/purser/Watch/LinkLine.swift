import Foundation
import Ledger
import PurserService

/// What a probe of a host found, as `purser links` shows it.
struct LinkLine: Encodable {
    /// Where and how it broke.
    struct Failure: Encodable {
        let step: String
        let cause: String
        let status: Int?
        let place: String
        let text: String
    }

    let host: String
    let state: String
    let stepMilliseconds: [String: Double]
    let failure: Failure?
    let certificateExpiresAt: String?
    let clockAheadMilliseconds: Int64?

    /// The line of a result, its sentences in a language.
    init(_ result: LinkResult, in language: Language) {
        let sentences = LinkSentences(isChinese: language.isChinese)
        self.host = result.host
        self.state = result.failure == nil ? "up" : "down"
        self.stepMilliseconds = Dictionary(
            uniqueKeysWithValues: result.steps.map { step, length in
                // Tenths are enough to tell a cache from a name server.
                (step.rawValue, (length / .milliseconds(1) * 10).rounded() / 10)
            }
        )
        self.failure = result.failure.map { failure in
            Failure(
                step: failure.step.rawValue,
                cause: failure.cause.rawValue,
                status: failure.status,
                place: failure.place.rawValue,
                text: sentences.sentence(failure)
            )
        }
        self.certificateExpiresAt = result.certificateEnds?.rfc3339
        self.clockAheadMilliseconds = result.clockAheadMilliseconds
    }
}
