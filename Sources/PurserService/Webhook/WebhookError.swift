package import Ledger

/// Why an endpoint was not made, changed or told.
package enum WebhookError: Error, Hashable, Sendable {
    /// There is no endpoint of this id in the app.
    case unknown
    /// There is no app of this name.
    case appUnknown(AppName)
    /// The app has as many endpoints as it may have.
    case tooMany
    /// The title is too long, empty or has control characters.
    case titleInvalid
    /// The address is none, or is not allowed.
    case address(OutboundURLError)
    /// Something in the filter names nothing.
    case filterUnknown(String)
    /// The filter has too many names.
    case filterTooLong
    /// Only what is passed on untouched is a share of the whole.
    case shareOfEvents
    /// What is passed on untouched is not signed, and does not fulfill orders.
    case relayCannot
    /// How an endpoint signs cannot be changed.
    case signatureFixed
    /// The secret before the present one still counts.
    case rotationUnderWay(until: Instant)
    /// Another endpoint fulfills orders.
    case fulfillerTaken(WebhookID)
    /// The key that secrets are derived from cannot be used.
    case secrets(WebhookSecretsError)
    /// The endpoint is being sent a replay already.
    case replayUnderWay
    /// The end of what is to be sent again lies before its beginning.
    case replayEmpty
    /// There is no event of this id.
    case eventUnknown
    /// The endpoint has still to receive the event, or of one before it.
    case eventPending
    /// There is no event stream of this id that has failed, or somebody is at it now.
    case streamUnknown
    /// The database is at fault.
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

    /// What is wrong and what to do, in a sentence or two.
    package var detail: String {
        switch self {
        case .unknown: "There is no endpoint of this id here. List them: purser webhooks list"
        case .appUnknown(let app): "No app of this name is configured: \(app)."
        case .tooMany:
            "An app has \(WebhookService.maximumEndpoints) endpoints at most. Remove one: purser webhooks delete"
        case .titleInvalid:
            "A name has 1 to \(WebhookDraft.maximumTitle) bytes of UTF-8 and no control characters."
        case .address(let error): "\(error.problem) \(error.remedy)"
        case .filterUnknown(let pattern):
            "Nothing is called \(pattern). Use names from docs/reference/events.md, a noun with a star such as "
                + "subscription.*, or Apple's notification types for a relay."
        case .filterTooLong: "A filter has \(WebhookDraft.maximumPatterns) names at most. Use a noun with a star."
        case .shareOfEvents: "Only a relay takes a share; leave percent out, or make the endpoint with kind relay."
        case .relayCannot:
            "A relay passes Apple's notifications on as they are: it has no signature of its own, fulfills nothing, and is "
                + "tried with a test notification of Apple's."
        case .signatureFixed:
            "How an endpoint signs stays as it was made, because its receiver knows one key. Make another endpoint beside "
                + "it, and remove this one."
        case .rotationUnderWay(let until):
            "The former secret counts until \(until), and a second rotation would end that. Wait, or send overlapHours 0 if "
                + "a secret has leaked: then only the new one counts."
        case .fulfillerTaken(let id): "\(id) fulfills orders; one endpoint of an app does. Take it from that one first."
        case .secrets(let error): error.remedy
        case .replayUnderWay: "A replay to this endpoint is under way. Wait for its end, or cancel it first."
        case .replayEmpty: "The end lies before the beginning, or nothing was written in between."
        case .eventUnknown: "There is no event of this id. Its id stands in the event, and in the header webhook-id."
        case .eventPending:
            "The endpoint has still to receive this event, or one before it; it comes in its turn. "
                + "Retry or skip the one that fails: purser webhooks deliveries"
        case .streamUnknown:
            "Nothing that fails there is called so, or an attempt is under way. List them: purser webhooks deliveries"
        case .storage: "The database cannot take this now; nothing was changed. Try again."
        }
    }

    /// The field at fault, if one is.
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
