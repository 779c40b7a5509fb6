import Hummingbird
import PurserService

extension RequestContext {
    /// The request's id, which answers and the log have.
    var requestName: String { RequestName.current?.description ?? "none" }
}
