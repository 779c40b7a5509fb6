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
        "The language of titles, texts and problems; English by default."
    )

    private static let silence = APISchema.named(
        "AlarmSilence",
        .object(
            .required("number", Self.number),
            .optional("name", Self.name, "The alarm's name; absent for all alarms."),
            .optional("app", .string(), "The app; absent for all apps and the whole server."),
            .optional("subject", .string(), "The further identification of an alarm, such as a host; absent for all."),
            .required("from", .instant),
            .required("until", .instant, "When it ends."),
            .required("reason", .string(), "The reason that the creator stated."),
            .required("by", .string(), "The operator or key that created it."),
            .nothing
        )
    )

    /// The properties of an alarm in every response.
    private static let properties: [APIProperty] = [
        .required("number", Self.number),
        .required("name", Self.name),
        .optional("app", .string(), "The app; absent for an alarm of the whole server."),
        .optional("environment", .environment, "The environment, for alarms of one environment."),
        .optional("subject", .string(), "A further identification, such as a host, a product or an endpoint."),
        .required(
            "state",
            .enumeration(Alarm.State.allCases.map(\.rawValue)),
            "`pending`: the condition holds, but not long enough to send a notice."
        ),
        .required("severity", .enumeration(AlarmReading.Severity.allCases.map(\.rawValue)), "The highest severity."),
        .required("since", .instant, "Since when the condition holds."),
        .optional("firedAt", .instant, "When it began to fire; absent while it is pending."),
        .optional("resolvedAt", .instant, "When it was resolved."),
        .required(
            "value",
            .number,
            "The newest value that met the condition, in the alarm's unit; `text` has both values with their units."
        ),
        .required("limit", .number, "The value from which the alarm fires."),
        .required("facts", .map(of: .string()), "Further facts by name."),
        .optional("silence", Self.silence, "The silence that currently covers it."),
        .required("title", .string(), "The title, one line."),
    ]

    private static let test = APISchema.named(
        "AlarmTest",
        .object(
            .required("channel", .string()),
            .required("arrived", .boolean),
            .optional("problem", .string(), "Why the notice was not delivered.")
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
            summary: "List alarms",
            description:
                "Newest first. With the key of an app, or below `/v1/apps/{app}`, the alarms of the app and of the "
                + "whole server; otherwise all.",
            parameters: [
                .query("state", .enumeration(AlarmCall.states), "Only alarms in this state; `all` by default."),
                .query("since", .instant, "Only alarms whose condition held at this instant or later."),
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
            summary: "Get an alarm",
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
                                    "The start, the severity, the meaning, the remedy and where to look."
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
            summary: "List alarm silences",
            answers: [
                .ok(.object(.required("silences", .array(of: Self.silence))), "The current silences, newest first.")
            ]
        ),
        APIOperation(
            .post,
            "/v1/alarm-silences",
            id: "createAlarmSilence",
            tag: .watch,
            access: .write,
            summary: "Silence alarms",
            description:
                "The server sends no notices of the silenced alarms for a limited time, but still lists them. The key "
                + "of an app silences only alarms of the app. The audit log records who silenced them and why.",
            body: .json(
                .named(
                    "AlarmSilenceRequest",
                    .object(
                        .optional("name", Self.name, "The alarm; all by default."),
                        .optional("app", .string(), "The app; by default the key's own, or all."),
                        .optional("subject", Self.subject, "The further identification of the alarm, such as a host."),
                        .required(
                            "minutes",
                            .integer(1...(AlarmService.greatestLength.milliseconds / 60_000)),
                            "The duration from now on in minutes, at most 30 days."
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
            summary: "End a silence",
            parameters: [
                .path("number", Self.number, "The silence's `number`."),
                .query("reason", Self.reason, "The reason, for the audit log."),
            ],
            answers: [.ok(Self.silence, "The silence, which has ended.")],
            problems: [.status(404, "alarm_silence_not_found"), .status(422, "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/alarm-tests",
            id: "testAlarmChannels",
            tag: .watch,
            access: .admin,
            summary: "Test the alarm channels",
            parameters: [Self.language],
            body: .json(
                .object(
                    .optional("channel", .string(), "The channel: `email`, `slack` or `webhook`; all by default.")
                ),
                "The channel; the body may be absent.",
                isRequired: false
            ),
            answers: [.ok(.object(.required("channels", .array(of: Self.test))), "The result of each channel.")],
            problems: [
                .unreadableBody, .status(409, "alarm_channels_missing"),
                .status(422, "field_unknown", "field_wrong_type", "field_invalid", "alarm_channel_unknown"),
            ]
        ),
    ]
}
