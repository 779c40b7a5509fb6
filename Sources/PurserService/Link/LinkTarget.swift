import AppStore

/// A configured host, and the request that shows whether it responds.
package struct LinkTarget: Hashable, Sendable {
    /// The interface to which the request is sent, always without a key.
    package enum Interface: String, Hashable, Sendable, CaseIterable {
        /// The App Store Server API, which rejects the request with 401.
        case serverAPI
        /// App Store Connect, which rejects the request with 401.
        case connect
        /// verifyReceipt, which responds with a status in JSON.
        case verifyReceipt
        /// An OCSP responder, which responds in DER.
        case ocsp
    }

    /// The `User-Agent` of the requests, for the logs of the other side.
    static let userAgent = "purser-link-probe"

    /// The name or address, with the port if it is not the default one.
    package let host: String
    /// The requested URL.
    package let url: OutboundURL
    /// The interface of the target.
    package let interface: Interface

    /// Creates the target of an address; returns `nil` if the address cannot be called.
    ///
    /// - Parameters:
    ///   - address: The base of the interface without a slash at its end; of verifyReceipt and OCSP the complete URL.
    ///   - interface: The interface.
    package init?(_ address: String, _ interface: Interface) {
        let path =
            switch interface {
            case .serverAPI: "/inApps/v1/transactions/0"
            case .connect: "/v1/apps"
            case .verifyReceipt, .ocsp: ""
            }
        guard let url = try? OutboundURL(address + path) else { return nil }
        self.url = url
        self.interface = interface
        let name = url.host.contains(":") ? "[\(url.host)]" : url.host
        self.host = url.port == (url.isSecure ? 443 : 80) ? name : "\(name):\(url.port)"
    }

    /// Returns each host once, with its first target.
    package static func unique(_ targets: [Self]) -> [Self] {
        var seen: Set<String> = []
        return targets.filter { seen.insert($0.host).inserted }
    }

    /// Returns the body of the request, with a nonce of 32 bytes for an OCSP responder; empty for a request without a
    /// body.
    func body(nonce: [UInt8]) -> [UInt8] {
        switch self.interface {
        case .serverAPI, .connect: []
        case .verifyReceipt: Array(#"{"receipt-data":""}"#.utf8)
        case .ocsp: (try? OCSPRequest.aboutAppleRoot(nonce: nonce))?.derBytes ?? []
        }
    }

    /// The media type of the body; `nil` for a request without a body.
    var contentType: String? {
        switch self.interface {
        case .serverAPI, .connect: nil
        case .verifyReceipt: "application/json"
        case .ocsp: "application/ocsp-request"
        }
    }

    /// The path and the query of the URL.
    var path: String {
        let rest = self.url.description.drop { $0 != "/" }.dropFirst(2)
        return String(rest.drop { $0 != "/" })
    }
}
