import Hummingbird
import Logging

extension RequestContext {
    /// The request's id in the log, which clients get when something went wrong.
    ///
    /// The framework keeps it in the logger's metadata, and a log handler is free to keep none.
    var requestName: String {
        self.logger[metadataKey: "hb.request.id"].map { "\($0)" } ?? "none"
    }
}
