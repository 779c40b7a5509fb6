import AppStore
package import Hummingbird
import NIOCore
package import PurserService

/// The context of a request before authentication.
package struct PurserContext: RequestContext {
    /// The framework's storage.
    package var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// The address of the peer, if it has one.
    let peer: NetworkAddress?
    /// The client's address, if known.
    var client: NetworkAddress?
    /// The rate limit of unknown signers by the client's address; `nil` if that address is not counted.
    var admission: UnknownSignerAdmission?
    /// The client's address if its requests are counted: not for this machine, or for a proxy that names no client.
    var countedClient: NetworkAddress?
    /// The caller, after authentication.
    var caller: Caller?
    /// The app of the request.
    package var app: ServedApp?

    /// Creates a context.
    package init(source: Source) {
        self.coreContext = CoreRequestContextStorage(source: source)
        self.channel = source.channel
        self.peer = NetworkAddress(source.channel.remoteAddress)
        self.client = nil
        self.admission = nil
        self.countedClient = nil
        self.caller = nil
        self.app = nil
    }
}

extension RequestContext {
    /// The request's id, in responses and in the log.
    var requestIdentifier: String { RequestIdentifier.current?.description ?? "none" }
}

extension RequestContext {
    /// The framework's name for the route of requests without one.
    private static var nowhere: String { "NotFound" }

    /// The template of the request's route; `nil` if there is none.
    var routeTemplate: String? {
        self.endpointPath.flatMap { $0 == Self.nowhere ? nil : $0 }
    }
}
