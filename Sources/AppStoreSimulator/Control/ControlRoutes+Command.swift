import AppStore
import Foundation
import Hummingbird

extension ControlRoutes {
    /// The routes that act on a world.
    var commands: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .post,
                path: "actions",
                summary: "Perform an action in the world; responds after the notifications it caused are delivered.",
                body: "Action"
            ) { request, _, hosted in
                let action = try await ControlJSON.command(WorldAction.self, from: request)
                return try await self.perform(action, hosted)
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "clock/advance",
                summary: "Advance the clock by a duration, to an instant, to the next event, or until no event is due.",
                body: "Advance"
            ) { request, _, hosted in
                var fields = try await ControlJSON.fields(from: request)
                fields["action"] = "advance"
                let json = try JSONSerialization.data(withJSONObject: fields)
                let action = try ControlJSON.decode(WorldAction.self, from: Array(json))
                _ = try await self.perform(action, hosted)
                return try ControlJSON.response(Self.clock(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "clock",
                summary: "Set the speed of the clock as a multiple of the wall clock; 0 stops it.",
                body: "Rate"
            ) { request, _, hosted in
                let command = try await ControlJSON.command(ControlCommand.Clock.self, from: request, schema: "Rate")
                guard command.rate >= 0, command.rate <= 100_000_000 else {
                    throw WorldError.invalidValue(field: "rate", "\(command.rate)")
                }
                hosted.rate = command.rate
                return try ControlJSON.response(Self.clock(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .delete,
                path: "faults",
                summary: "Remove all faults."
            ) { _, _, hosted in
                try await self.perform(WorldAction(.clearFaults), hosted)
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "reset",
                summary: "Reset the world to its initial state."
            ) { _, _, hosted in
                try await hosted.queue.run { hosted.reset() }
                return try ControlJSON.response(ControlResponse.World(hosted))
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "snapshots",
                summary: "Save the state as a snapshot.",
                body: "Name"
            ) { request, _, hosted in
                let name = try await ControlJSON.command(ControlCommand.Name.self, from: request, schema: "Name").name
                try await hosted.queue.run { hosted.keep(as: name) }
                return try ControlJSON.response(ControlResponse.World(hosted), status: .created)
            },
            ControlRoute(
                scope: .world,
                method: .post,
                path: "snapshots/{snapshot}/restore",
                summary: "Restore a snapshot."
            ) { _, context, hosted in
                let name = try context.parameters.require("snapshot")
                guard try await hosted.queue.run({ hosted.goBack(to: name) }) else {
                    throw WorldsError.noSnapshot(name)
                }
                return try ControlJSON.response(ControlResponse.World(hosted))
            },
        ]
    }

    private func perform(_ action: WorldAction, _ hosted: HostedWorld) async throws -> Response {
        if action.verb == .advance, let to = action.to, to > WorldAction.lastInstant {
            throw ControlError(status: .badRequest, code: "too_far", message: "The clock ends with the year 9999.")
        }
        let answer = try await hosted.queue.run {
            if let receiver = self.receiver {
                return try await hosted.world.perform(action, delivering: receiver)
            }
            return try hosted.world.perform(action)
        }
        let transactions = try answer.purchases.map {
            ControlResponse.Transaction($0, signed: try hosted.world.signedTransaction(for: $0.transactionId))
        }
        return try ControlJSON.response(
            ControlResponse.Action(
                now: hosted.world.now.milliseconds,
                transactions: transactions,
                notifications: answer.notifications.map(\.name),
                identifier: answer.identifier
            )
        )
    }

    /// Returns the state of the world's clock.
    static func clock(_ hosted: HostedWorld) -> ControlResponse.Clock {
        ControlResponse.Clock(now: hosted.world.now.milliseconds, rate: hosted.rate)
    }
}

/// The request bodies of the control interface, except actions.
enum ControlCommand {
    /// The speed of the clock.
    struct Clock: Decodable, Sendable {
        /// The speed as a multiple of the wall clock; 0 to stop.
        let rate: Double
    }

    /// The name of a clone or a snapshot.
    struct Name: Decodable, Sendable {
        let name: String
    }
}
