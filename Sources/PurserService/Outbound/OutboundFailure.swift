import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// The reason why an outbound call got no response.
package struct OutboundFailure: Error, Hashable, Sendable {
    /// The stable code of the failure; the number of codes is bounded.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// An address of the host is neither public nor allowed.
        case addressForbidden = "address_forbidden"
        /// The call uses plain HTTP to an address that is not allowed.
        case plainForbidden = "plain_http_forbidden"
        /// The name has no address.
        case hostUnknown = "host_unknown"
        /// The port is closed.
        case connectionRefused = "connection_refused"
        /// There is no route to the address, or the connection has another address at its other end.
        case connectionFailed = "connection_failed"
        /// The certificate does not lead to a trusted root, or has expired.
        case certificateUntrusted = "certificate_untrusted"
        /// The certificate is for another name.
        case certificateName = "certificate_name"
        /// Client and server have no TLS version and cipher in common; the minimum is TLS 1.2.
        case tlsFailed = "tls_failed"
        /// The complete response did not arrive in time.
        case timedOut = "timed_out"
        /// The connection ended before the complete response arrived.
        case closedEarly = "closed_early"
        /// The response is not HTTP.
        case answerMalformed = "answer_malformed"
        /// The server stops, or the caller no longer waits.
        case canceled = "call_canceled"
    }

    /// The code of the failure.
    package let code: Code
    /// The address that caused the failure, for the operator; other users must not learn the addresses of a name.
    package let address: NetworkAddress?
    /// The reason why the address is refused.
    package let refusal: AddressRefusal?

    /// Creates a failure of these values.
    package init(_ code: Code, address: NetworkAddress? = nil, refusal: AddressRefusal? = nil) {
        self.code = code
        self.address = address
        self.refusal = refusal
    }

    /// Whether certainly nothing of the call was sent.
    var isBeforeSending: Bool {
        switch self.code {
        case .addressForbidden, .plainForbidden, .hostUnknown, .connectionRefused, .connectionFailed: true
        case .certificateUntrusted, .certificateName, .tlsFailed, .timedOut, .closedEarly, .answerMalformed, .canceled:
            false
        }
    }

    /// One sentence that says what is wrong.
    package var problem: String {
        switch self.code {
        case .addressForbidden: "The name resolves to an address that is \(self.refusal?.kind ?? "not allowed")."
        case .plainForbidden: "The URL is plain HTTP, but not every address of the host is allowed."
        case .hostUnknown: "The name has no address."
        case .connectionRefused: "The port of the address is closed."
        case .connectionFailed: "The address cannot be reached."
        case .certificateUntrusted: "The certificate is not trusted, or has expired."
        case .certificateName: "The certificate is for another name."
        case .tlsFailed: "The TLS handshake failed; the minimum version is 1.2."
        case .timedOut: "The complete response did not arrive in time."
        case .closedEarly: "The connection ended before the complete response."
        case .answerMalformed: "The response is not HTTP."
        case .canceled: "The call was canceled."
        }
    }

    /// One sentence that says what to do.
    package var remedy: String {
        switch self.code {
        case .addressForbidden, .plainForbidden:
            "Use a public address with https, or allow this one in the configuration: "
                + "webhooks: { allow: [ADDRESS:PORT] }"
        case .hostUnknown: "Correct the name, or check its DNS records."
        case .connectionRefused, .connectionFailed: "Check that the receiver runs and that the port is open."
        case .certificateUntrusted, .certificateName:
            "Install a certificate of a public authority for the receiver's name."
        case .tlsFailed: "Check the TLS settings of the receiver."
        case .timedOut: "Respond at once, and do the work afterwards."
        case .closedEarly, .answerMalformed: "Check the log of the receiver and of the proxy in front of it."
        case .canceled: "The server tries again."
        }
    }
}

extension OutboundFailure {
    /// Returns the failure that an error of the HTTP client means for a call to an address.
    static func meaning(of error: any Error, address: NetworkAddress) -> Self {
        Self(Self.code(of: error), address: address)
    }

    /// Returns the code of an error of the HTTP client, of TLS or of a socket.
    static func code(of error: any Error) -> Code {
        switch error {
        case is CancellationError: .canceled
        case is StrayConnectionError: .connectionFailed
        case let error as HTTPClientError: Self.code(of: error)
        case let error as HTTPParserError: error == .invalidEOFState ? .closedEarly : .answerMalformed
        case let error as NIOSSLError: Self.code(of: error)
        case let error as NIOSSLExtraError: error == .failedToValidateHostname ? .certificateName : .tlsFailed
        case is BoringSSLError: .tlsFailed
        case let error as IOError: Self.code(of: error)
        case let error as ChannelError:
            switch error {
            case .eof, .inputClosed, .alreadyClosed, .ioOnClosedChannel: .closedEarly
            default: .connectionFailed
            }
        default: .connectionFailed
        }
    }

    private static func code(of error: HTTPClientError) -> Code {
        switch error {
        case .cancelled, .requestStreamCancelled, .alreadyShutdown: .canceled
        // Nothing was sent, and another address may be reachable.
        case .connectTimeout: .connectionFailed
        case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
            .timedOut
        case .remoteConnectionClosed, .uncleanShutdown: .closedEarly
        default: .connectionFailed
        }
    }

    private static func code(of error: NIOSSLError) -> Code {
        switch error {
        case .handshakeFailed:
            // The library provides the reason only in its message.
            "\(error)".contains("CERTIFICATE_VERIFY_FAILED") ? .certificateUntrusted : .tlsFailed
        case .uncleanShutdown: .closedEarly
        case .unableToValidateCertificate: .certificateUntrusted
        default: .tlsFailed
        }
    }

    private static func code(of error: IOError) -> Code {
        switch error.errnoCode {
        case ECONNREFUSED: .connectionRefused
        case ECONNRESET, EPIPE, ECONNABORTED: .closedEarly
        case ETIMEDOUT: .timedOut
        default: .connectionFailed
        }
    }
}

/// A connection whose other end has another address than requested.
package struct StrayConnectionError: Error {}
