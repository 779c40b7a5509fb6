import HummingbirdCore
package import Ledger
import Logging
import NIOCore
import NIOSSL
import PurserService
import Synchronization

/// The certificate with which the server terminates TLS, from two files that may change while it runs.
///
/// Open connections keep the certificate of their start; new ones use the newest one.
package final class ServerCertificate: Sendable {
    /// An error in the files.
    package enum Flaw: Error, Hashable, Sendable, CustomStringConvertible {
        /// A file cannot be read.
        case unreadable(path: String, problem: String)
        /// The key's file is accessible to users other than its owner.
        case keyOpenToOthers(path: String)
        /// A file contains no certificates in PEM.
        case notACertificate(path: String)
        /// A file contains no private key in PEM.
        case notAKey(path: String)
        /// The two do not match, or are not suitable for TLS.
        case unfit

        /// A description of the error.
        package var description: String {
            switch self {
            case .unreadable(let path, let problem): "the file \"\(path)\" \(problem)"
            case .keyOpenToOthers(let path): "the file \"\(path)\" is open to others than its owner"
            case .notACertificate(let path): "the file \"\(path)\" holds no certificates in PEM"
            case .notAKey(let path): "the file \"\(path)\" holds no private key in PEM without a password"
            case .unfit: "the certificate and the key do not belong together, or are not fit for TLS"
            }
        }
    }

    private struct Loaded {
        let certificate: [UInt8]
        let key: [UInt8]
        let context: NIOSSLContext
        let endsAt: Instant
    }

    /// The maximum size of a file in bytes.
    private static let maximumFile = 256 * 1024

    private let certificatePath: String
    private let keyPath: String
    private let loaded: Mutex<Loaded>

    /// Reads the certificates from one file, the server's own first, and its key from the other.
    package init(certificatePath: String, keyPath: String) throws(Flaw) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
        self.loaded = Mutex(try Self.load(certificatePath: certificatePath, keyPath: keyPath))
    }

    /// The TLS context of a new connection.
    var context: NIOSSLContext { self.loaded.withLock { $0.context } }

    /// When the first certificate of the current chain expires.
    package var endsAt: Instant { self.loaded.withLock { $0.endsAt } }

    /// Reads the files again and returns whether they have changed.
    ///
    /// If they cannot be used, the previous ones stay.
    package func reload() throws(Flaw) -> Bool {
        let new = try Self.load(certificatePath: self.certificatePath, keyPath: self.keyPath)
        return self.loaded.withLock { loaded in
            guard new.certificate != loaded.certificate || new.key != loaded.key else { return false }
            loaded = new
            return true
        }
    }

    private static func load(certificatePath: String, keyPath: String) throws(Flaw) -> Loaded {
        let certificateFile = try Self.read(certificatePath)
        let keyFile = try Self.read(keyPath)
        guard !keyFile.isOpenToOthers else { throw .keyOpenToOthers(path: keyPath) }
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificateFile.bytes), !chain.isEmpty else {
            throw .notACertificate(path: certificatePath)
        }
        guard let key = try? NIOSSLPrivateKey(bytes: keyFile.bytes, format: .pem) else {
            throw .notAKey(path: keyPath)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        guard let context = try? NIOSSLContext(configuration: configuration) else { throw .unfit }
        let endsAt = chain.map { Instant(milliseconds: Int64(clamping: $0.notValidAfter) * 1000) }.min()
        return Loaded(
            certificate: certificateFile.bytes,
            key: keyFile.bytes,
            context: context,
            endsAt: endsAt ?? Instant(milliseconds: 0)
        )
    }

    private static func read(_ path: String) throws(Flaw) -> BoundedFile {
        do throws(BoundedFile.Refusal) {
            return try BoundedFile(path: path, limitBytes: Self.maximumFile)
        } catch {
            throw .unreadable(path: path, problem: error.rawValue)
        }
    }
}

/// A connection with TLS that uses the server's current certificate.
struct CertificateChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    /// The channel within TLS.
    let base: Base
    /// The certificate.
    let certificate: ServerCertificate

    /// Adds TLS before the channel's handlers.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let context = self.certificate.context
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }.flatMap {
            self.base.setup(channel: channel, logger: logger)
        }
    }

    /// Responds to the requests of a connection.
    @concurrent
    func handle(value: Value, logger: Logger) async {
        await self.base.handle(value: value, logger: logger)
    }
}

extension Channel {
    /// Closes the connection immediately, from any thread.
    ///
    /// `close` lets TLS send its closing message and wait up to five seconds for the client's. A client whose
    /// connection is cut off would hold its memory and its file for so long, so this closes the channel below TLS.
    package func cutOff() {
        guard self.eventLoop.inEventLoop else {
            self.eventLoop.execute { self.cutOff() }
            return
        }
        if let tls = try? self.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
            tls.close(promise: nil)
        } else {
            self.close(promise: nil)
        }
    }
}
