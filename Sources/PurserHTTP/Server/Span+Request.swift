import HTTPTypes
import Hummingbird
import Tracing

extension Span {
    /// Names the span by a request's method and route, and says under which id the log has it.
    func describe(_ request: Request, route: String?, name: String) {
        let (method, route) = ("\(request.method.rawValue.prefix(16))", route ?? "none")
        self.operationName = "\(method) \(route)"
        self.updateAttributes { attributes in
            attributes["http.request.method"] = method
            attributes["http.route"] = route
            attributes["purser.request_id"] = name
        }
    }

    /// Says how the request was answered; from 500 on it failed.
    func note(_ status: HTTPResponse.Status) {
        self.updateAttributes { $0["http.response.status_code"] = status.code }
        if status.code >= 500 { self.setStatus(SpanStatus(code: .error)) }
    }
}
