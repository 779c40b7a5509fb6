import Ledger
import PurserService

extension AlarmController {
    private static let number = APISchema.integer(1...Int64.max)
    private static let name = APISchema.enumeration(AlarmName.allCases.map(\.rawValue))
    private static let subject = APISchema.string(length: 1...AlarmService.greatestSubject)
    private static let reason = APISchema.string(length: 1...AlarmService.greatestReason)
    /// The parameter for the language of texts.
    static let language = APIParameter.query(
        "language",
        .enumeration(PageLanguage.allCases.map(\.rawValue)),
        "The language of titles, texts and problems; English if it is not there."
    )

    private static let silence = APISchema.named(
        "AlarmSilence",
        .object(
            .required("number", Self.number),
            .optional("name", Self.name, "The alarm; absent for all."),
            .optional("app", .string(), "The app; absent for every app and the whole server."),
            .optional("subject", .string(), "What else tells the alarm apart; absent for anything."),
            .required("from", .instant),
            .required("until", .instant, "When it ends."),
            .required("reason", .string(), "Why, in the person's words."),
            .required("by", .string(), "Who made it: an operator or a key."),
            .nothing
        )
    )

    /// What every answer says of an alarm.
    private static let properties: [APIProperty] = [
        .required("number", Self.number),
        .required("name", Self.name),
        .optional("app", .string(), "The app; absent for the whole server."),
        .optional("environment", .environment, "Where the alarm keeps them apart."),
        .optional("subject", .string(), "What else tells it apart, such as a host, a product or an endpoint."),
        .required(
            "state",
            .enumeration(Alarm.State.allCases.map(\.rawValue)),
            "`pending`: it is bad, and not yet for long enough to be sent to people."
        ),
        .required("severity", .enumeration(AlarmReading.Severity.allCases.map(\.rawValue)), "The worst that it was."),
        .required("since", .instant, "Since when it is bad."),
        .optional("firedAt", .instant, "When it began to fire; absent while it is pending."),
        .optional("resolvedAt", .instant, "When it was resolved."),
        .required(
            "value",
            .number,
            "The newest bad measurement, in the alarm's unit; `text` has both with their units."
        ),
        .required("limit", .number, "From which value on it fires."),
        .required("facts", .map(of: .string()), "What else is known, by name."),
        .optional("silence", Self.silence, "The silence that covers it now."),
        .required("title", .string(), "What it is, in one line."),
    ]

    private static let test = APISchema.named(
        "AlarmTest",
        .object(
            .required("channel", .string()),
            .required("arrived", .boolean),
            .optional("problem", .string(), "Why it did not arrive.")
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/alarms",
            id: "listAlarms",
            tag: .watch,
            access: .read,
            summary: "The alarms, newest first",
            description: "With the key of an app, or below `/v1/apps/{app}`, those of the app and of the whole server; "
                + "else all.",
            parameters: [
                .query("state", .enumeration(AlarmCall.states), "Only alarms in this state; `all` if it is not there."),
                .query("since", .instant, "Only alarms that are bad, or were, at this instant or later."),
                Self.language, .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("alarms", .array(of: .named("Alarm", .record(Self.properties)))),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of alarms."
                )
            ],
            problems: [.status(422, "cursor_invalid", "field_invalid", "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/alarms/{number}",
            id: "getAlarm",
            tag: .watch,
            access: .read,
            summary: "One alarm with its text",
            parameters: [.path("number", Self.number, "The alarm's `number`."), Self.language],
            answers: [
                .ok(
                    .named(
                        "AlarmWithText",
                        .record(
                            Self.properties + [
                                .required(
                                    "text",
                                    .string(),
                                    "Since when, how bad, what it means, what to do and where to look."
                                )
                            ]
                        )
                    ),
                    "The alarm."
                )
            ],
            problems: [.status(404, "alarm_not_found"), .status(422, "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/alarm-silences",
            id: "listAlarmSilences",
            tag: .watch,
            access: .read,
            summary: "The silences that hold now, newest first",
            answers: [.ok(.object(.required("silences", .array(of: Self.silence))), "The silences.")]
        ),
        APIOperation(
            .post,
            "/v1/alarm-silences",
            id: "createAlarmSilence",
            tag: .watch,
            access: .write,
            summary: "Keep alarms from being sent to people, for a time",
            description:
                "Silenced alarms are listed all the same. The key of an app silences alarms of the app alone. The "
                + "audit log names who silenced them and why.",
            body: .json(
                .named(
                    "AlarmSilenceRequest",
                    .object(
                        .optional("name", Self.name, "The alarm; all if it is not there."),
                        .optional("app", .string(), "The app; the key's own, or all, if it is not there."),
                        .optional("subject", Self.subject, "What else tells the alarm apart."),
                        .required(
                            "minutes",
                            .integer(1...(AlarmService.greatestLength.milliseconds / 60_000)),
                            "How long, from now on: at most 30 days."
                        ),
                        .required("reason", Self.reason, "Why.")
                    )
                )
            ),
            answers: [.json(201, Self.silence, "The silence.")],
            problems: [
                .unreadableBody, .status(409, "alarm_silences_full"),
                .wrongFields(
                    "field_invalid",
                    "alarm_subject_invalid",
                    "alarm_silence_length_invalid",
                    "alarm_silence_reason_missing"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/alarm-silences/{number}",
            id: "deleteAlarmSilence",
            tag: .watch,
            access: .write,
            summary: "End a silence before its time",
            parameters: [
                .path("number", Self.number, "The silence's `number`."),
                .query("reason", Self.reason, "Why, for the audit log."),
            ],
            answers: [.ok(Self.silence, "It is over.")],
            problems: [.status(404, "alarm_silence_not_found"), .status(422, "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/alarm-tests",
            id: "testAlarmChannels",
            tag: .watch,
            access: .admin,
            summary: "Send a test notice through the channels for alarms",
            parameters: [Self.language],
            body: .json(
                .object(
                    .optional("channel", .string(), "The channel: `email`, `slack` or `webhook`; each, if not there.")
                ),
                "The channel, or nothing.",
                isRequired: false
            ),
            answers: [.ok(.object(.required("channels", .array(of: Self.test))), "What came of it.")],
            problems: [
                .unreadableBody, .status(409, "alarm_channels_missing"),
                .status(422, "field_unknown", "field_wrong_type", "field_invalid", "alarm_channel_unknown"),
            ]
        ),
    ]
}
