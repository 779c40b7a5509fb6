import Hummingbird
import Ledger
import PurserService

/// How the links to Apple are, for whoever looks whether a problem is Apple's.
struct LinkController {
    /// Answers.
    let service: LinkService

    /// Adds `GET /v1/links`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/links", use: self.list)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context _: AppContext) async throws -> Response {
        let isChinese = try RequestQuery.language(in: request) == .simplifiedChinese
        let statuses = try await self.statuses()
        return try JSONResponse.encode(
            LinkListBody(statuses, isEnabled: self.service.isEnabled, in: LinkSentences(isChinese: isChinese))
        )
    }

    private func statuses() async throws -> [LinkStatus] {
        do {
            return try await self.service.statuses()
        } catch {
            throw Problem.storage(error)
        }
    }
}

extension LinkController {
    private static let failure = APISchema.named(
        "LinkFailure",
        .object(
            .required("at", .instant, "When it was found."),
            .optional(
                "step",
                .enumeration(LinkFailure.Step.allCases.map(\.rawValue)),
                "The step that failed; absent where another node has probed."
            ),
            .optional(
                "cause",
                .enumeration(LinkFailure.Cause.allCases.map(\.rawValue)),
                "How; absent where another node has probed."
            ),
            .optional("status", .integer(), "The HTTP status, where an answer had come."),
            .required(
                "place",
                .enumeration(LinkFailure.Place.allCases.map(\.rawValue)),
                "Where it breaks: our name servers, the route, TLS, or Apple."
            ),
            .required("text", .string(), "The failure in words, and who is to look first.")
        )
    )

    private static let link = APISchema.named(
        "Link",
        .object(
            .required("host", .string(), "The host, with its port where it is not the usual one."),
            .required("state", .enumeration("up", "down", "unknown"), "What the newest probe found."),
            .optional("since", .instant, "Since when it is so, as far as is known."),
            .optional("probedAt", .instant, "When the newest probe was."),
            .required(
                "stepMilliseconds",
                .map(of: .integer()),
                "How long the steps of it took that succeeded: `dns`, `tcp`, `tls`, `first_byte`; empty where another "
                    + "node has probed."
            ),
            .optional("lastFailure", Self.failure, "The newest failure, which may be over."),
            .optional("certificateExpiresAt", .instant, "When the host's certificate ends."),
            .optional("clockAheadMilliseconds", .integer(), "How far the host's clock is ahead of ours, to a second.")
        )
    )

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/links",
            id: "listLinks",
            tag: .server,
            access: .read,
            summary: "Whether each host of Apple's can be reached, and where it breaks",
            description: "Each host that the configuration uses is probed once a minute without a key: its name, the "
                + "connection, TLS, the first byte, and the form of the answer. `watch.links: false` switches it off.",
            parameters: [AlarmController.language],
            answers: [
                .ok(
                    .named(
                        "LinkList",
                        .object(
                            .required("enabled", .boolean, "Whether hosts are probed."),
                            .required("links", .array(of: Self.link), "The hosts, in the order of the configuration.")
                        )
                    ),
                    "The hosts."
                )
            ],
            problems: [.status(422, "field_invalid")]
        )
    ]
}

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
