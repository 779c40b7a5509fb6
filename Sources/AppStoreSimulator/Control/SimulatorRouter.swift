import Hummingbird

/// The router of a simulator: control under `/_sim/v1`, Apple's interfaces at Apple's paths, and both again below
/// `/w/{world}`.
struct SimulatorRouter: Sendable {
    let routes: ControlRoutes
    let clock: any Clock<Duration>
    let realtimeSender: RealtimeSender?

    /// Returns the router; a request without a prefix goes to the world of this name.
    func router(world name: String) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: ControlErrorMiddleware())
        let all = self.routes.all
        for route in all {
            router.on("_sim/v1/\(route.routerPath)", method: route.method) { request, context in
                try route.check(request)
                return try await route.handler(request, context, try self.hosted(name))
            }
            guard route.scope == .world else { continue }
            router.on("w/:inWorld/_sim/v1/\(route.routerPath)", method: route.method) { request, context in
                try route.check(request)
                return try await route.handler(request, context, try self.hosted(context.parameters.require("inWorld")))
            }
        }
        router.get("_sim/v1/openapi.json") { request, _ in
            try ControlRoute.check(request, known: [])
            return ControlJSON.response(OpenAPIDocument.json(all), type: "application/json")
        }
        self.addOCSP(to: router, "ocsp") { _ in try self.hosted(name) }
        self.addOCSP(to: router, "w/:inWorld/ocsp") { try self.hosted($0.parameters.require("inWorld")) }
        for (path, isSandbox) in [("verifyReceipt", false), ("sandbox/verifyReceipt", true)] {
            router.post("\(path)") { request, _ in try await self.verify(request, isSandbox, self.hosted(name)) }
            router.post("w/:inWorld/\(path)") { request, context in
                try await self.verify(request, isSandbox, self.hosted(context.parameters.require("inWorld")))
            }
        }
        let apple = AppleAPIRoutes(
            wallClockSeconds: { self.routes.worlds.wallClockSeconds },
            clock: self.clock,
            realtimeSender: self.realtimeSender,
            receiver: self.routes.receiver
        )
        apple.add(to: router, prefix: "") { _ in try self.hosted(name) }
        apple.add(to: router, prefix: "w/:inWorld/") { try self.hosted($0.parameters.require("inWorld")) }
        return router
    }

    /// Responds as verifyReceipt.
    private func verify(_ request: Request, _ isSandbox: Bool, _ hosted: HostedWorld) async throws -> Response {
        let body = try await request.body.collect(upTo: 16 << 20)
        let answer = hosted.world.verifyReceipt(Array(body.readableBytesView), inSandbox: isSandbox)
        return ControlJSON.response(answer, type: "application/json")
    }

    /// Adds the OCSP responder, which uses the wall clock because clients compare its responses with theirs.
    private func addOCSP(
        to router: Router<BasicRequestContext>,
        _ path: RouterPath,
        _ hosted: @escaping @Sendable (BasicRequestContext) throws -> HostedWorld
    ) {
        router.post(path) { request, context in
            let body = try await request.body.collect(upTo: 1 << 16)
            let now = self.routes.worlds.wallClockSeconds * 1000
            let answer = try hosted(context).world.answerOCSP(Array(body.readableBytesView), now: now)
            return ControlJSON.response(answer, type: "application/ocsp-response")
        }
    }

    private func hosted(_ name: String) throws -> HostedWorld {
        guard let hosted = self.routes.worlds[name] else { throw WorldsError.noWorld(name) }
        return hosted
    }
}
