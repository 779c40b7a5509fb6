import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Why somebody whom the server called gave no answer.
package struct OutboundFailure: Error, Hashable, Sendable {
    /// What went wrong; stable, and bounded in number.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// An address of the host is not of the open internet and not allowed.
        case addressForbidden = "address_forbidden"
        /// Plain HTTP to a place that is not allowed.
        case plainForbidden = "plain_http_forbidden"
        /// The name has no address.
        case hostUnknown = "host_unknown"
        /// Nobody listens there.
        case connectionRefused = "connection_refused"
        /// There is no way there, or the connection is not the one that was dialed.
        case connectionFailed = "connection_failed"
        /// The certificate does not lead to a root that is trusted, or its time is over.
        case certificateUntrusted = "certificate_untrusted"
        /// The certificate is for another name.
        case certificateName = "certificate_name"
        /// The two sides found no common ground in TLS, 1.2 being the least.
        case tlsFailed = "tls_failed"
        /// The whole answer was not there in time.
        case timedOut = "timed_out"
        /// The connection ended before the whole answer was there.
        case closedEarly = "closed_early"
        /// What came is not HTTP.
        case answerMalformed = "answer_malformed"
        /// The server stops, or whoever called no longer waits.
        case canceled = "call_canceled"
    }

    /// What went wrong.
    package let code: Code
    /// The address at fault, for the operator; others learn nothing of where a name leads.
    package let address: NetworkAddress?
    /// Why the address is refused.
    package let refusal: AddressRefusal?

    /// A failure.
    package init(_ code: Code, address: NetworkAddress? = nil, refusal: AddressRefusal? = nil) {
        self.code = code
        self.address = address
        self.refusal = refusal
    }

    /// Whether it is certain that nothing of the call was sent.
    var isBeforeSending: Bool {
        switch self.code {
        case .addressForbidden, .plainForbidden, .hostUnknown, .connectionRefused, .connectionFailed: true
        case .certificateUntrusted, .certificateName, .tlsFailed, .timedOut, .closedEarly, .answerMalformed, .canceled:
            false
        }
    }

    /// What went wrong, as a sentence.
    package var problem: String {
        switch self.code {
        case .addressForbidden: "The name leads to an address that is \(self.refusal?.kind ?? "not allowed")."
        case .plainForbidden: "The address is plain HTTP, and not every address of the host is allowed."
        case .hostUnknown: "The name has no address."
        case .connectionRefused: "Nobody listens at the address."
        case .connectionFailed: "The address cannot be reached."
        case .certificateUntrusted: "The certificate is not trusted, or its time is over."
        case .certificateName: "The certificate is for another name."
        case .tlsFailed: "TLS of version 1.2 or later did not come about."
        case .timedOut: "There was no whole answer in time."
        case .closedEarly: "The connection ended before the whole answer was there."
        case .answerMalformed: "The answer is not HTTP."
        case .canceled: "The call was broken off."
        }
    }

    /// What to do about it, as a sentence.
    package var remedy: String {
        switch self.code {
        case .addressForbidden, .plainForbidden:
            "Use a public address with https, or allow this one in the configuration: "
                + "webhooks: { allow: [ADDRESS:PORT] }"
        case .hostUnknown: "Correct the name, or look at its records."
        case .connectionRefused, .connectionFailed: "Look whether the receiver runs and the port is open."
        case .certificateUntrusted, .certificateName:
            "Give the receiver a certificate of a public authority for its name."
        case .tlsFailed: "Look at the TLS settings of the receiver."
        case .timedOut: "Answer at once, and do the work afterwards."
        case .closedEarly, .answerMalformed: "Look at the log of the receiver and of what stands before it."
        case .canceled: "It is tried again."
        }
    }
}

extension OutboundFailure {
    /// What an error of the HTTP client says about a call to an address.
    static func meaning(of error: any Error, address: NetworkAddress) -> Self {
        Self(Self.code(of: error), address: address)
    }

    /// The code of an error of the HTTP client, of TLS or of a socket.
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
        // Nothing was sent, and another address may be reached.
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
            // The library names the reason only in its words.
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

/// A connection whose other end is not the address that was dialed.
package struct StrayConnectionError: Error {}
