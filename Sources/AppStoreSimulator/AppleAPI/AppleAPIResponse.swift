import AppStore

/// An answer of Apple's server interfaces, apart from how it goes.
public struct AppleAPIResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields, names in lower case.
    public var headers: [String: String]
    /// The body; empty for none.
    public var body: [UInt8]
    /// Whether the body is to end in its middle.
    public var isCut = false
    /// How long the answer is to take, in milliseconds of the wall clock.
    public var latencyMilliseconds: Int64 = 0
    /// A performance test of the realtime endpoint that the request has started, with the app's place.
    package var startedTest: (identifier: String, app: Int)?

    /// An answer with a JSON body, or with none.
    init(status: Int = 200, json body: [UInt8] = []) {
        self.status = status
        self.headers = body.isEmpty ? [:] : ["content-type": "application/json"]
        self.body = body
    }

    /// An answer that says what was wrong.
    init(_ fault: AppleAPIFault) {
        self.init(
            status: fault.status,
            json: APIErrorResponse.with {
                $0.errorCode = fault.code
                $0.errorMessage = fault.message
            }.json()
        )
    }
}
