import Hummingbird
import Ledger
import PurserService

/// A controller for the state of the links to Apple's hosts.
struct LinkController {
    /// The service that probes the hosts.
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
            .required("at", .instant, "When it occurred."),
            .optional(
                "step",
                .enumeration(LinkFailure.Step.allCases.map(\.rawValue)),
                "The step that failed; absent if another node probed the host."
            ),
            .optional(
                "cause",
                .enumeration(LinkFailure.Cause.allCases.map(\.rawValue)),
                "The kind of failure; absent if another node probed the host."
            ),
            .optional("status", .integer(), "The HTTP status, if there was a response."),
            .required(
                "place",
                .enumeration(LinkFailure.Place.allCases.map(\.rawValue)),
                "The presumed cause: our name servers, the route, TLS, or Apple."
            ),
            .required("text", .string(), "A description of the failure, and who should check it first.")
        )
    )

    private static let link = APISchema.named(
        "Link",
        .object(
            .required("host", .string(), "The host, with its port if that is not the default."),
            .required("state", .enumeration("up", "down", "unknown"), "The result of the newest probe."),
            .optional("since", .instant, "Since when the host has this state, if known."),
            .optional("probedAt", .instant, "When the newest probe ran."),
            .required(
                "stepMilliseconds",
                .map(of: .integer()),
                "The milliseconds of each successful step: `dns`, `tcp`, `tls`, `first_byte`; empty if another node "
                    + "probed the host."
            ),
            .optional("lastFailure", Self.failure, "The newest failure, which may be over."),
            .optional("certificateExpiresAt", .instant, "When the host's certificate expires."),
            .optional(
                "clockAheadMilliseconds",
                .integer(),
                "How far the host's clock is ahead of the server's, accurate to a second."
            )
        )
    )

    /// The OpenAPI description of the route.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/links",
            id: "listLinks",
            tag: .server,
            access: .read,
            summary: "List the links to Apple",
            description:
                "The server probes each configured host of Apple's once a minute, without a key: its name, the "
                + "connection, TLS, the first byte, and the form of the response. `watch.links: false` disables "
                + "the probes.",
            parameters: [AlarmController.language],
            answers: [
                .ok(
                    .named(
                        "LinkList",
                        .object(
                            .required("enabled", .boolean, "Whether the server probes hosts."),
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

/// The links to Apple in JSON.
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

    /// Creates the body from the states of the hosts, with texts in one language; `isEnabled` says whether the server
    /// probes them.
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
