import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

extension OutboundFailure {
    /// What an error of the HTTP client says about a call to an address.
    static func meaning(of error: any Error, address: NetworkAddress) -> Self {
        Self(Self.code(of: error), address: address)
    }

    /// The code of an error of the HTTP client, of TLS or of a socket.
    static func code(of error: any Error) -> Code {
        switch error {
        case is CancellationError: .cancelled
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
        case .cancelled, .requestStreamCancelled, .alreadyShutdown: .cancelled
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
