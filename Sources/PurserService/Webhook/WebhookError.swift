package import Ledger

/// The reason why an operation on webhooks failed.
package enum WebhookError: Error, Hashable, Sendable {
    /// The app has no endpoint with this id.
    case unknown
    /// The server has no app of this name.
    case appUnknown(AppName)
    /// The app has the maximum number of endpoints.
    case tooMany
    /// The title is too long, empty or has control characters.
    case titleInvalid
    /// The address is invalid or not allowed.
    case address(OutboundURLError)
    /// A name in the filter matches no event.
    case filterUnknown(String)
    /// The filter has too many names.
    case filterTooLong
    /// Only a relay can receive a share.
    case shareOfEvents
    /// A relay is not signed and cannot be the fulfiller.
    case relayCannot
    /// The kind of signature cannot be changed.
    case signatureFixed
    /// The previous secret is still valid.
    case rotationUnderWay(until: Instant)
    /// Another endpoint is the fulfiller.
    case fulfillerTaken(WebhookID)
    /// The key from which secrets are derived cannot be used.
    case secrets(WebhookSecretsError)
    /// A replay to the endpoint is in progress.
    case replayUnderWay
    /// The end of the replay is before its beginning.
    case replayEmpty
    /// No event has this id.
    case eventUnknown
    /// The endpoint has not yet received this event, or one before it.
    case eventPending
    /// No event stream with this id has failed, or an attempt is in progress.
    case streamUnknown
    /// The repository failed.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .unknown: "webhook_not_found"
        case .appUnknown: "app_unknown"
        case .tooMany: "webhook_limit_reached"
        case .titleInvalid: "webhook_name_invalid"
        case .address: "webhook_url_invalid"
        case .filterUnknown: "webhook_filter_unknown"
        case .filterTooLong: "webhook_filter_too_long"
        case .shareOfEvents: "webhook_share_not_allowed"
        case .relayCannot: "webhook_relay_not_allowed"
        case .signatureFixed: "webhook_signature_fixed"
        case .rotationUnderWay: "webhook_rotation_under_way"
        case .fulfillerTaken: "webhook_fulfiller_taken"
        case .secrets(let error): error.code
        case .replayUnderWay: "webhook_replay_under_way"
        case .replayEmpty: "webhook_replay_empty"
        case .eventUnknown: "event_not_found"
        case .eventPending: "event_pending"
        case .streamUnknown: "webhook_stream_not_found"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and the remedy, in one or two sentences.
    package var detail: String {
        switch self {
        case .unknown: "The app has no endpoint with this id. List them: purser webhooks list"
        case .appUnknown(let app): "No app of this name is configured: \(app)."
        case .tooMany:
            "An app can have at most \(WebhookService.maximumEndpoints) endpoints. Remove one: purser webhooks delete"
        case .titleInvalid:
            "A name has 1 to \(WebhookDraft.maximumTitle) bytes of UTF-8 and no control characters."
        case .address(let error): "\(error.problem) \(error.remedy)"
        case .filterUnknown(let pattern):
            "No event is called \(pattern). Use names from docs/reference/events.md, a noun with a star such as "
                + "subscription.*, or Apple's notification types for a relay."
        case .filterTooLong: "A filter can have at most \(WebhookDraft.maximumPatterns) names. Use a noun with a star."
        case .shareOfEvents: "Only a relay can receive a share; omit percent, or create the endpoint with kind relay."
        case .relayCannot:
            "A relay forwards Apple's notifications unchanged: it has no signature of its own, fulfills nothing, and is "
                + "tested with a test notification of Apple's."
        case .signatureFixed:
            "The kind of signature of an endpoint cannot change, because its receiver knows one key. Create another "
                + "endpoint, and remove this one."
        case .rotationUnderWay(let until):
            "The previous secret is valid until \(until), and a second rotation would end that. Wait, or send overlapHours "
                + "0 if a secret has leaked: then only the new one is valid."
        case .fulfillerTaken(let id): "\(id) is the fulfiller, of which an app has one. Remove that role from it first."
        case .secrets(let error): error.remedy
        case .replayUnderWay: "A replay to this endpoint is in progress. Wait for its end, or cancel it first."
        case .replayEmpty: "The end lies before the beginning, or there are no events in between."
        case .eventUnknown: "There is no event with this id. The id is in the event and in the header webhook-id."
        case .eventPending:
            "The endpoint has not yet received this event, or one before it; the event follows in its order. "
                + "Retry or skip the one that fails: purser webhooks deliveries"
        case .streamUnknown:
            "No failing event stream or event has this id, or an attempt is in progress. List them: purser webhooks deliveries"
        case .storage: "The database is not available now; nothing was changed. Try again."
        }
    }

    /// The invalid field, if there is one.
    package var field: String? {
        switch self {
        case .titleInvalid: "name"
        case .address: "url"
        case .filterUnknown, .filterTooLong: "events"
        case .shareOfEvents: "percent"
        case .relayCannot: "kind"
        case .signatureFixed: "signature"
        case .rotationUnderWay: "overlapHours"
        case .fulfillerTaken: "fulfiller"
        case .replayEmpty: "to"
        case .streamUnknown: "stream"
        default: nil
        }
    }
}
