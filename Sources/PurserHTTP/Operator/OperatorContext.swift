import HTTPTypes
package import Hummingbird
import Ledger
import NIOCore

/// What belongs to one request of an operator.
package struct OperatorContext: RequestContext {
    /// What the framework keeps.
    package var coreContext: CoreRequestContextStorage
    /// The connection, whose other end is asked for.
    let channel: any Channel
    /// Who asks; set before any route is reached.
    var peer: OperatorPeer?

    /// A fresh context.
    package init(source: Source) {
        self.coreContext = CoreRequestContextStorage(source: source)
        self.channel = source.channel
        self.peer = nil
    }

    /// Who is entered in the audit log.
    var name: String { self.peer?.name ?? "" }

    /// The app that a request names in its query.
    static func app(in request: Request) throws -> AppName {
        guard let name = request.uri.queryParameters.get("app"), !name.isEmpty else {
            throw Problem(.unprocessableContent, code: "field_missing", "Name the app: ?app=", field: "app")
        }
        return AppName(name)
    }
}
