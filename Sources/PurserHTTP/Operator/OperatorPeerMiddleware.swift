import Hummingbird
import NIOCore

/// Lets nobody through who may not give the server's commands, and names everybody else.
struct OperatorPeerMiddleware: RouterMiddleware {
    /// Finds out who is at the other end.
    let peer: @Sendable (any Channel) async -> OperatorPeer?

    /// Names the operator in the context, or refuses the request.
    func handle(
        _ request: Request,
        context: OperatorContext,
        next: @concurrent (Request, OperatorContext) async throws -> Response
    ) async throws -> Response {
        guard let peer = await self.peer(context.channel), peer.mayCommand else {
            throw Problem(
                .forbidden,
                code: "operator_not_allowed",
                "Only the server's own user and the administrator may do this."
            )
        }
        var context = context
        context.peer = peer
        return try await next(request, context)
    }
}
