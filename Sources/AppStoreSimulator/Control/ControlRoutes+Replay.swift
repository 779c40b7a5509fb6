import Hummingbird

extension ControlRoutes {
    /// What plays a journal again.
    var replays: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .post,
                path: "replay",
                summary: "Does again what another world's records tell; for a world in which nothing has happened yet.",
                body: "Records"
            ) { request, _, hosted in
                let told = try await ControlJSON.command(
                    ControlAnswer.Records.self,
                    from: request,
                    upTo: ControlJSON.journalLimit
                )
                try Self.check(told.records)
                try await hosted.queue.run {
                    guard hosted.world.records.isEmpty else {
                        throw ControlError(
                            status: .conflict,
                            code: "world_is_not_new",
                            message: "Something has happened in this world already."
                        )
                    }
                    try hosted.world.replay(told.records)
                }
                return try ControlJSON.response(ControlAnswer.World(hosted))
            }
        ]
    }

    /// Refuses a journal that no world can have written, because it goes past the end of the clock.
    private static func check(_ records: [JournalRecord]) throws {
        let isTooFar = records.contains { max($0.at, $0.action?.to ?? .min) > Self.lastInstant }
        guard !isTooFar else {
            throw ControlError(status: .badRequest, code: "too_far", message: "The clock ends with the year 9999.")
        }
    }
}
