public import AppStore

/// The reply of a realtime endpoint to one request.
public enum RealtimeReply: Hashable, Sendable {
    /// The endpoint responded with this HTTP status and body, after this time on the wall clock.
    case answered(status: Int, body: [UInt8], milliseconds: Int64)
    /// No response arrived within this time.
    case failed(SendAttemptResult, milliseconds: Int64)

    /// The response time, in milliseconds.
    public var milliseconds: Int64 {
        switch self {
        case .answered(_, _, let milliseconds), .failed(_, let milliseconds): milliseconds
        }
    }

    /// The decoded response, if the store can use it: status 200 and exactly one of the four options, complete.
    public var response: RealtimeResponseBody? {
        guard case .answered(200, let body, _) = self, let response = try? RealtimeResponseBody(json: body) else {
            return nil
        }
        let options = [
            response.message.map { $0.messageIdentifier != nil },
            response.alternateProduct.map { $0.messageIdentifier != nil && $0.productId != nil },
            response.promotionalOffer.map { offer in
                let signatures = [offer.promotionalOfferSignatureV1 != nil, offer.promotionalOfferSignatureV2 != nil]
                return offer.messageIdentifier != nil && signatures.count { $0 } == 1
            },
            response.advancedCommerceInfo.map { $0.messageIdentifier != nil && $0.advancedCommerceData != nil },
        ]
        return options.compactMap { $0 } == [true] ? response : nil
    }

    /// Returns Apple's name for the result, given the maximum response time.
    public func result(withinMilliseconds limit: Int64) -> SendAttemptResult {
        switch self {
        case .failed(let result, _): result
        case .answered(let status, _, let milliseconds):
            if milliseconds > limit {
                .timedOut
            } else if status != 200 {
                .unsuccessfulHttpResponseCode
            } else {
                self.response == nil ? .invalidResponse : .success
            }
        }
    }
}

extension RealtimeResponseBody {
    /// The message identifier in a response with one option, in lower case.
    public var messageIdentifier: String? {
        let identifier =
            self.message?.messageIdentifier ?? self.alternateProduct?.messageIdentifier
            ?? self.promotionalOffer?.messageIdentifier ?? self.advancedCommerceInfo?.messageIdentifier
        return identifier?.lowercased()
    }
}

/// A closure that posts a body to a realtime endpoint and returns the reply.
public typealias RealtimeSender = @Sendable (_ url: String, _ body: [UInt8]) async -> RealtimeReply
