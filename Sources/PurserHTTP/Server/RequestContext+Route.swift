import Hummingbird

extension RequestContext {
    /// What the framework calls the route of requests that no route answers.
    private static var nowhere: String { "NotFound" }

    /// The template of the route that answers the request; `nil` where none does.
    var routeTemplate: String? {
        self.endpointPath.flatMap { $0 == Self.nowhere ? nil : $0 }
    }
}
