import Ledger
import PurserService

/// How the links to Apple are, as our JSON shows it.
struct LinkListBody: Encodable, Sendable {
    /// A failure, which may be over.
    struct Failure: Encodable, Sendable {
        let at: String
        let step: String?
        let cause: String?
        let status: Int?
        let place: String
        let text: String
    }

    /// A host.
    struct Link: Encodable, Sendable {
        let host: String
        let state: String
        let since: String?
        let probedAt: String?
        let stepMilliseconds: [String: Int64]
        let lastFailure: Failure?
        let certificateExpiresAt: String?
        let clockAheadMilliseconds: Int64?
    }

    let enabled: Bool
    let links: [Link]

    /// What is known of the hosts, with the sentences of a language; `isEnabled` says whether they are probed.
    init(_ statuses: [LinkStatus], isEnabled: Bool, in sentences: LinkSentences) {
        self.enabled = isEnabled
        self.links = statuses.map { status in
            Link(
                host: status.host,
                state: status.isUp.map { $0 ? "up" : "down" } ?? "unknown",
                since: status.since?.rfc3339,
                probedAt: status.probedAt?.rfc3339,
                stepMilliseconds: Dictionary(
                    uniqueKeysWithValues: status.steps.map { ($0.rawValue, Self.milliseconds($1)) }
                ),
                lastFailure: status.lastBreak.map { Self.failure($0, in: sentences) },
                certificateExpiresAt: status.certificateEnds?.rfc3339,
                clockAheadMilliseconds: status.clockAheadMilliseconds
            )
        }
    }

    private static func failure(_ broken: LinkStatus.Break, in sentences: LinkSentences) -> Failure {
        Failure(
            at: broken.at.rfc3339,
            step: broken.failure?.step.rawValue,
            cause: broken.failure?.cause.rawValue,
            status: broken.failure?.status,
            place: broken.place.rawValue,
            text: broken.failure.map(sentences.sentence) ?? sentences.sentence(broken.place)
        )
    }

    private static func milliseconds(_ length: Duration) -> Int64 {
        let (seconds, attoseconds) = length.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
