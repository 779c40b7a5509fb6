public import AppStore

/// How a realtime endpoint replied to one request.
public enum RealtimeReply: Hashable, Sendable {
    /// It answered with this HTTP status and body, after so many milliseconds by the clock on the wall.
    case answered(status: Int, body: [UInt8], milliseconds: Int64)
    /// No answer came, for so many milliseconds.
    case failed(SendAttemptResult, milliseconds: Int64)

    /// How long it took, in milliseconds.
    public var milliseconds: Int64 {
        switch self {
        case .answered(_, _, let milliseconds), .failed(_, let milliseconds): milliseconds
        }
    }

    /// What the answer says, when it is one that the store can use: status 200 and exactly one of the four options,
    /// complete.
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

    /// Apple's word for it, when an answer may take so many milliseconds.
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
    /// The message that an answer with one option names, in lower case.
    public var messageIdentifier: String? {
        let identifier =
            self.message?.messageIdentifier ?? self.alternateProduct?.messageIdentifier
            ?? self.promotionalOffer?.messageIdentifier ?? self.advancedCommerceInfo?.messageIdentifier
        return identifier?.lowercased()
    }
}

/// Posts a body to a realtime endpoint, and says what came back.
public typealias RealtimeSender = @Sendable (_ url: String, _ body: [UInt8]) async -> RealtimeReply
