import HTTPTypes

extension Problem {
    /// Somebody is at the same request.
    static let idempotencyInProgress = Self(
        .conflict,
        code: "idempotency_in_progress",
        "The same request is being done now. Send it again to get its answer.",
        field: "Idempotency-Key",
        retryAfterSeconds: 1
    )

    /// The key was used for something else.
    static let idempotencyKeyReused = Self(
        .conflict,
        code: "idempotency_key_reused",
        "This key was used for another request. Take a new one for each new request.",
        field: "Idempotency-Key"
    )

    /// What is booked is known by its key.
    static let idempotencyKeyMissing = Self(
        .badRequest,
        code: "idempotency_key_missing",
        "Send Idempotency-Key: a name of yours for this request, so that it is booked once however often it comes.",
        field: "Idempotency-Key"
    )

    /// The customer of an app in the field has as many answers kept as are kept for one.
    static let idempotencyKeysUsedUp = Self(
        .tooManyRequests,
        code: "idempotency_keys_used_up",
        "For one customer the answers to 1000 requests are kept, each for a day. Send this one without Idempotency-Key: the "
            + "same purchase is never booked twice.",
        field: "Idempotency-Key",
        retryAfterSeconds: 3600
    )

    /// The answer cannot be given again.
    static let idempotencyAnswerNotKept = Self(
        .conflict,
        code: "idempotency_answer_not_kept",
        "This request was done before, and its answer is not kept, because it held a secret or was too large. Read the "
            + "state; for a lost key, revoke it and make another.",
        field: "Idempotency-Key"
    )
}
