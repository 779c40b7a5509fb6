import AppStore
package import Hummingbird
import NIOCore
package import PurserService

/// What belongs to one request before anybody has shown who he is.
package struct PurserContext: RequestContext {
    /// What the framework keeps.
    package var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// The address of the connection's other end, if it has one.
    let peer: NetworkAddress?
    /// The address of whoever sent the request, as far as it can be told.
    var client: NetworkAddress?
    /// Rates the signers that are unknown here by the client's address; `nil` where that address is not counted.
    var admission: UnknownSignerAdmission?
    /// The same where its requests are counted: not what comes from this machine, or from a proxy that names nobody.
    var countedClient: NetworkAddress?
    /// Who calls, once his key has been looked at.
    var caller: Caller?
    /// The app that the request is about.
    package var app: ServedApp?

    /// A fresh context.
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
    /// The request's id, which answers and the log have.
    var requestIdentifier: String { RequestIdentifier.current?.description ?? "none" }
}

extension RequestContext {
    /// What the framework calls the route of requests that no route answers.
    private static var nowhere: String { "NotFound" }

    /// The template of the route that answers the request; `nil` where none does.
    var routeTemplate: String? {
        self.endpointPath.flatMap { $0 == Self.nowhere ? nil : $0 }
    }
}
