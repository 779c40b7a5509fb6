import AppStore

/// A host that the configuration uses, and what it is asked to see whether it answers.
package struct LinkTarget: Hashable, Sendable {
    /// Which interface is asked, always without a key.
    package enum Interface: String, Hashable, Sendable, CaseIterable {
        /// The App Store Server API; refuses with 401.
        case serverAPI
        /// App Store Connect; refuses with 401.
        case connect
        /// verifyReceipt; answers with a status in JSON.
        case verifyReceipt
        /// A responder for revocation; answers in DER.
        case ocsp
    }

    /// Who asks, for whoever reads the logs of the other side.
    static let userAgent = "purser-link-probe"

    /// The name or address, with the port where it does not go without saying.
    package let host: String
    /// What is called.
    package let url: OutboundURL
    /// Which interface it is.
    package let interface: Interface

    /// The host of an address; `nil` where the address cannot be called.
    ///
    /// - Parameters:
    ///   - address: The base of the interface without a slash at its end; of verifyReceipt and OCSP the whole address.
    ///   - interface: Which it is.
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

    /// Each host once: the first target of it counts.
    package static func unique(_ targets: [Self]) -> [Self] {
        var seen: Set<String> = []
        return targets.filter { seen.insert($0.host).inserted }
    }

    /// What is sent after the head, with 32 bytes for the responder; empty for a question without a body.
    func body(nonce: [UInt8]) -> [UInt8] {
        switch self.interface {
        case .serverAPI, .connect: []
        case .verifyReceipt: Array(#"{"receipt-data":""}"#.utf8)
        case .ocsp: (try? OCSPRequest.aboutAppleRoot(nonce: nonce))?.derBytes ?? []
        }
    }

    /// The media type of what is sent; `nil` for a question without a body.
    var contentType: String? {
        switch self.interface {
        case .serverAPI, .connect: nil
        case .verifyReceipt: "application/json"
        case .ocsp: "application/ocsp-request"
        }
    }

    /// The path and the query of the address.
    var path: String {
        let rest = self.url.description.drop { $0 != "/" }.dropFirst(2)
        return String(rest.drop { $0 != "/" })
    }
}
