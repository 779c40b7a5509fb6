import AppStore

extension LinkTarget {
    /// The maximum size of a response that is read, in bytes; valid ones have at most a few hundred.
    static let longestBody = 1 << 16

    /// Returns why a response is not what the interface returns for a request without a key; `nil` if it is.
    ///
    /// Apple has failed with a web page, also with status 200, and captive portals answer with their own pages.
    func fault(status: Int, body: [UInt8]) -> LinkFailure.Cause? {
        if status >= 500 { return .status }
        if Self.isWebPage(body) { return .form }
        if status == 429 { return nil }
        switch self.interface {
        case .serverAPI, .connect: return Self.refusalFault(status, body)
        case .verifyReceipt: return status == 200 ? Self.receiptFault(body) : .status
        case .ocsp: return status == 200 ? Self.revocationFault(body) : .status
        }
    }

    /// Returns whether the first byte that is not whitespace begins markup.
    private static func isWebPage(_ body: [UInt8]) -> Bool {
        let bytes = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        return bytes.first { !$0.isSpace } == UInt8(ascii: "<")
    }

    /// A request without a key is rejected with 401; only the status is documented.
    private static func refusalFault(_ status: Int, _ body: [UInt8]) -> LinkFailure.Cause? {
        switch status {
        case 401: return nil
        case 200..<300: return .form
        default:
            let answer = try? JSONValue(json: body)
            return answer?["errorCode"] != nil || answer?["errors"] != nil ? nil : .status
        }
    }

    /// An empty receipt is rejected with a status in JSON; some statuses mean that Apple fails.
    private static func receiptFault(_ body: [UInt8]) -> LinkFailure.Cause? {
        guard let answer = try? JSONValue(json: body) else { return .form }
        guard case .number(let status)? = answer["status"] else { return answer["code"] == nil ? .form : .status }
        return ["21005", "21009"].contains(status) ? .status : nil
    }

    /// Every OCSP response is DER; two of its error statuses mean that the responder fails.
    private static func revocationFault(_ body: [UInt8]) -> LinkFailure.Cause? {
        do throws(RevocationError) {
            _ = try OCSPResponse(derBytes: body)
            return nil
        } catch {
            switch error {
            case .notSuccessful(.internalError), .notSuccessful(.tryLater): return .status
            case .notSuccessful: return nil
            default: return .form
            }
        }
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
