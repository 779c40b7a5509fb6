import AppStore

/// What the Retention Messaging API answers to one request.
package struct RetentionAnswer: Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The JSON, or nothing.
    package let body: [UInt8]
    /// The identifier of a performance test that begins with this answer: whoever answers runs it with
    /// ``World/runPerformanceTest(_:app:sending:)``.
    package let startedTest: String?

    /// An answer with a status of success.
    init(body: [UInt8] = [], startedTest: String? = nil) {
        self.status = 200
        self.body = body
        self.startedTest = startedTest
    }

    /// A refusal.
    init(_ fault: RetentionFault) {
        self.status = fault.status
        self.body = APIErrorResponse.with {
            $0.errorCode = fault.rawValue
            $0.errorMessage = fault.message
        }.json()
        self.startedTest = nil
    }
}
