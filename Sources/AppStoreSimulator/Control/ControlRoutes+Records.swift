import Foundation
import Hummingbird

extension ControlRoutes {
    /// The routes that list the records and replay them.
    var records: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .get,
                path: "records",
                summary: "List the inputs and outputs of the world in their order, with their number.",
                query: [
                    ("kind", "Only `command`, `request` or `delivery`."),
                    ("action", "Only commands of this verb."),
                    ("operation", "Only requests to this operation of Apple's interfaces."),
                    ("notification", "Only deliveries of this TYPE/SUBTYPE, or of this TYPE."),
                    ("transaction", "Only records about this transaction."),
                    ("status", "Only records with this HTTP status."),
                ]
            ) { request, _, hosted in
                let records = hosted.world.records(try Self.query(request))
                return try ControlJSON.response(ControlResponse.Records(count: records.count, records: records))
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "replay",
                summary: "Replay the records of another world; allowed only in a world without events.",
                body: "Records"
            ) { request, _, hosted in
                let sent = try await ControlJSON.command(
                    ControlResponse.Records.self,
                    from: request,
                    upTo: ControlJSON.journalLimit
                )
                try Self.check(sent.records)
                try await hosted.queue.run {
                    guard hosted.world.records.isEmpty else {
                        throw ControlError(
                            status: .conflict,
                            code: "world_is_not_new",
                            message: "The world already has events."
                        )
                    }
                    try hosted.world.replay(sent.records)
                }
                return try ControlJSON.response(ControlResponse.World(hosted))
            },
        ]
    }

    /// Refuses a journal that goes past the end of the clock, because no world can have written it.
    private static func check(_ records: [JournalRecord]) throws {
        let isTooFar = records.contains { max($0.at, $0.action?.to ?? .min) > WorldAction.lastInstant }
        guard !isTooFar else {
            throw ControlError(status: .badRequest, code: "too_far", message: "The clock ends with the year 9999.")
        }
    }

    private static func query(_ request: Request) throws -> JournalQuery {
        func value(_ name: String) -> String? {
            request.uri.queryParameters[name[...]].flatMap { String($0).removingPercentEncoding }
        }
        var query = JournalQuery()
        query.kind = try value("kind").map { text in
            guard let kind = JournalRecord.Kind(rawValue: text) else {
                throw WorldError.invalidValue(field: "kind", text)
            }
            return kind
        }
        query.verb = try value("action").map { text in
            guard let verb = WorldVerb(rawValue: text) else { throw WorldError.unknownAction(text) }
            return verb
        }
        query.operation = value("operation")
        query.notification = value("notification")
        query.transaction = value("transaction")
        query.status = value("status").flatMap { Int($0) }
        return query
    }
}
