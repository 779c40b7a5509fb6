import Hummingbird

extension ControlRoutes {
    /// The routes that list, create and delete worlds.
    var collection: [ControlRoute] {
        [
            ControlRoute(
                scope: .simulator,
                method: .get,
                path: "worlds",
                summary: "All worlds."
            ) { _, _, _ in
                try ControlJSON.response(ControlResponse.Worlds(worlds: self.worlds.all.map { .init($0) }))
            },
            ControlRoute(
                scope: .simulator,
                method: .post,
                path: "worlds",
                summary: "Create a world.",
                body: "World"
            ) { request, _, _ in
                let order = try await ControlJSON.command(WorldConfiguration.self, from: request, schema: "World")
                try self.worlds.create(order)
                return try await self.created(order.name, port: order.port)
            },
            ControlRoute(
                scope: .simulator,
                method: .get,
                path: "worlds/{world}",
                summary: "One world."
            ) { _, context, _ in
                try ControlJSON.response(ControlResponse.World(try self.named(context)))
            },
            ControlRoute(
                scope: .simulator,
                method: .post,
                path: "worlds/{world}/clone",
                summary: "Create a copy of this world in its current state.",
                body: "Name"
            ) { request, context, _ in
                let name = try await ControlJSON.command(ControlCommand.Name.self, from: request, schema: "Name").name
                let original = try self.named(context)
                _ = try await original.queue.run { try self.worlds.clone(original.name, as: name) }
                return try await self.created(name, port: nil)
            },
            ControlRoute(
                scope: .simulator,
                method: .delete,
                path: "worlds/{world}",
                summary: "Delete a world."
            ) { _, context, _ in
                try self.worlds.delete(try context.parameters.require("world"))
                return Response(status: .noContent)
            },
        ]
    }

    private func created(_ name: String, port: Int?) async throws -> Response {
        guard let hosted = self.worlds[name] else { throw WorldsError.noWorld(name) }
        if let port {
            do {
                try await self.listen(hosted, port)
            } catch {
                try self.worlds.delete(name)
                throw error
            }
        }
        return try ControlJSON.response(ControlResponse.World(hosted), status: .created)
    }

    private func named(_ context: BasicRequestContext) throws -> HostedWorld {
        let name = try context.parameters.require("world")
        guard let hosted = self.worlds[name] else { throw WorldsError.noWorld(name) }
        return hosted
    }
}
